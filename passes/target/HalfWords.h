//===- HalfWords.h - numbers of 16 bits packed in words (room-private) ------===//
#ifndef ENZYME_TARGET_HALFWORDS_H
#define ENZYME_TARGET_HALFWORDS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// What NVIDIA's headers do with two numbers in one word besides computing: `text` is a call's
/// assembly without braces (HalfAssembly.cpp). Null if it is not known.
///
///   .reg .f16 low,high;  mov.b32 low,high,$1;  mov.b32 $0,low,high;  mov.b16 $0,low
///   cvt.rn.f16.f32 low,$1;  cvt.f32.f16 $0,low;  cvt.rn.f16x2.f32 $0,$2,$1      and bf16
///   mov.b32 $0,0,$1                                                                of bf16
llvm::Value *writeHalfWords(llvm::CallBase &call, llvm::StringRef text);

} // namespace enzyme
#endif
