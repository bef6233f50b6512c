//===- Jumps.h - what is known about setjmp and longjmp ------------------===//
//
// The C library's names for them (C17 7.13, POSIX; their checked and internal forms in glibc), and
// the runtime's functions for jumps inside derivatives (runtime/jumps.c, prepare/Jumps.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_JUMPS_H
#define ENZYME_RULES_JUMPS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

namespace jumps {
using llvm::StringLiteral;
inline constexpr StringLiteral place = "enzyme_rt_jump_place";
inline constexpr StringLiteral expect = "enzyme_rt_jump_expect";
inline constexpr StringLiteral expected = "enzyme_rt_jump_expected";
inline constexpr StringLiteral leave = "enzyme_rt_jump_leave";
inline constexpr StringLiteral left = "enzyme_rt_jump_left";
inline constexpr StringLiteral value = "enzyme_rt_jump_value";
inline constexpr StringLiteral escape = "enzyme_rt_jump_escape";
inline constexpr StringLiteral expectNone = "enzyme_rt_jump_alone";
/// A jump that a caller waits for makes it return; its derivative too.
inline constexpr StringLiteral returnsAttribute = "enzyme-returns-jumps";
} // namespace jumps

/// `setjmp(buffer)`: returns 0, and again after each jump there.
bool isJumpPlace(const llvm::CallBase &call);

/// `longjmp(buffer, value)`.
bool isJump(const llvm::CallBase &call);

/// Does not return, but the program goes on.
bool endsThreadAlone(const llvm::CallBase &call);

} // namespace enzyme
#endif
