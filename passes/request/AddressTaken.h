//===- AddressTaken.h - functions that pointers may lead to ---------------===//
//
// A call through a pointer becomes a choice among functions whose address is taken
// somewhere (prepare/IndirectCalls.h). Which of them count is known here, for one module
// and for the code of all files of a link.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_ADDRESSTAKEN_H
#define ENZYME_REQUEST_ADDRESSTAKEN_H

#include "llvm/IR/Constant.h"
#include "llvm/IR/User.h"

namespace enzyme {

/// Is the address used for more than direct calls, requests and lists of the linker's? With
/// `Tables::AreNoUse`, for more than entries of virtual tables, too, which only virtual calls read.
enum class Tables { AreUses, AreNoUse };
bool mayBeCalledByAddress(const llvm::Constant &constant, Tables tables = Tables::AreUses);

/// Does the reference say nothing about who may call a function: direct calls, requests, lists of
/// the linker's, registrations?
bool isMereMention(const llvm::User &user, const llvm::Use &use);

/// Metadata of calls through pointers: functions that they never mean (link/PointerMembers.h).
inline constexpr const char *neverCalledMark = "enzyme.never.called";

} // namespace enzyme
#endif
