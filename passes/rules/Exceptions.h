//===- Exceptions.h - what is known about throwing and catching ----------===//
//
// The runtime's functions for exceptions that are caught inside derivatives
// (runtime/exceptions.c), and where exceptions begin.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_EXCEPTIONS_H
#define ENZYME_RULES_EXCEPTIONS_H

#include "rules/Facts.h"

namespace enzyme {

namespace exceptions {
using llvm::StringLiteral;
inline constexpr StringLiteral prefix = "enzyme_rt_exception_"; ///< of all of them
inline constexpr StringLiteral expect = "enzyme_rt_exception_expect";
inline constexpr StringLiteral expected = "enzyme_rt_exception_expected";
inline constexpr StringLiteral leave = "enzyme_rt_exception_leave";
inline constexpr StringLiteral left = "enzyme_rt_exception_left";
inline constexpr StringLiteral again = "enzyme_rt_exception_again";
inline constexpr StringLiteral escape = "enzyme_rt_exception_escape";
inline constexpr StringLiteral expectNone = "enzyme_rt_exception_alone";
inline constexpr StringLiteral noteThrown = "enzyme_rt_exception_thrown";
inline constexpr StringLiteral shadow = "enzyme_rt_exception_shadow";
inline constexpr StringLiteral destroy = "enzyme_rt_exception_destroy";
/// The destructor in a throw of an object whose shadow the catch will find.
inline constexpr StringLiteral shadowedThrowMark = "enzyme_rt_exception_gone";
/// An exception that a caller waits for makes it return (prepare/Unwinding.h); its derivative too.
inline constexpr StringLiteral returnsThrownAttribute = "enzyme-returns-thrown";
} // namespace exceptions

/// Such a throw (library/cxx/Exceptions.ll).
bool throwsShadowedObject(const llvm::CallBase &call);
/// One that std::make_exception_ptr keeps, for a throw that comes later.
bool keepsShadowedObject(const llvm::CallBase &call);
/// What clang calls where an exception would leave a function that is `noexcept`.
inline constexpr llvm::StringLiteral terminateHelper = "__clang_call_terminate";
/// Has the function a handler? Ending the program, as `noexcept` does, is not one.
bool catchesExceptions(const llvm::Function &function);
/// May an exception begin in this function, of which only the name is known? One that reports
/// that no memory is left does not count.
bool mayBeginException(const llvm::Function &function);

/// The functions that a call of entry `slot` of a virtual table, which takes the object and returns
/// an address, may mean in the standard library's exceptions. They are declared weak: a program is
/// linked without them where it has none.
llvm::SmallVector<llvm::Function *, 16> libraryExceptionMembers(llvm::Module &module,
                                                                unsigned slot);

} // namespace enzyme
#endif
