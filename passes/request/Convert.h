//===- Convert.h - from an argument of the request to a parameter ---------===//
//
// Problem: C promotes float to double and char to int where a request has no
// prototype, C++ passes values where the function takes references, and literals
// have their own type. What C would convert in a call with a prototype, we
// convert; what it would not, or what only looks convertible (a marker that was
// folded to 0), is refused.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_CONVERT_H
#define ENZYME_REQUEST_CONVERT_H

#include "request/Request.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// How argument `index` of the call can be passed as `type`, if at all.
std::optional<Passed> passAs(const llvm::CallBase &call, unsigned index, llvm::Type *type);

/// The value to pass; `passed` came from passAs with the same type.
llvm::Value *convert(llvm::IRBuilderBase &builder, const llvm::CallBase &call, const Passed &passed,
                     llvm::Type *type);

/// What to tell a user who passed `from` where `to` is needed; may be "".
std::string conversionHint(const llvm::Type *from, const llvm::Type *to);

/// "a double", "a pointer", "a 32-bit integer", "a structure".
std::string describeType(const llvm::Type *type);

} // namespace enzyme
#endif
