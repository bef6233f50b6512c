//===- VectorsOfBytes.h - numbers put together in vectors ---------*- C++ -*-===//
//
// Problem: an object that is written byte by byte, or by words, and read as a vector of numbers is
// promoted to a register by inserting bytes into a vector of them,
//
//     v8 = insertelement <16 x i8> poison, i8 (trunc bits), 8
//     …
//     y = extractelement <2 x double> (bitcast <16 x i8> v15 to <2 x double>), 1
//
// where nothing says that the eight bytes are one number.
//
// Here: such an element is made of its bytes as any word is, by shifts and unions, which later
// passes know (RawMoves.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_VECTORSOFBYTES_H
#define ENZYME_BITS_VECTORSOFBYTES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Casts of vectors of integers of which all parts of a wider element have been inserted. True if
/// there were any.
bool spellOutVectorsOfBytes(llvm::Function &function);

} // namespace enzyme
#endif
