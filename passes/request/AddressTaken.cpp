//===- AddressTaken.cpp - functions that pointers may lead to -------------===//
#include "request/AddressTaken.h"
#include "request/Vocabulary.h"
#include "support/VirtualTables.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace enzyme {

bool isMereMention(const User &user, const Use &use) {
  if (auto *call = dyn_cast<CallBase>(&user)) {
    const Function *callee = call->getCalledFunction();
    // A request's function comes first; others are arguments, which it may call.
    auto isFunction = [](const Use &argument) { return isa<Function>(argument); };
    return call->isCallee(&use) ||
           (callee && familyOf(callee->getName()) && find_if(call->args(), isFunction) == &use);
  }
  if (auto *variable = dyn_cast<GlobalVariable>(&user))
    return variable->getName().starts_with("llvm.") || variable->getSection() == "llvm.metadata" ||
           registrationOf(variable->getName());
  return false;
}

bool mayBeCalledByAddress(const Constant &constant, Tables tables) {
  for (const Use &use : constant.uses()) {
    const User *user = use.getUser();
    const auto *table = dyn_cast<GlobalVariable>(user);
    if (isMereMention(*user, use) ||
        (tables == Tables::AreNoUse && table && isVirtualTable(*table)))
      continue;
    // An alias is another name: clang has one where two kinds of constructor are the same.
    auto *outer = dyn_cast<Constant>(user);
    if (outer && (isa<GlobalAlias>(outer) || !isa<GlobalValue>(outer))) {
      if (mayBeCalledByAddress(*outer, tables))
        return true;
      continue;
    }
    return true;
  }
  return false;
}

} // namespace enzyme
