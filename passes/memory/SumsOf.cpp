//===- SumsOf.cpp -----------------------------------------------------------===//
#include "memory/SumsOf.h"
#include "limits/memory.h"
#include "memory/Updates.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

std::optional<int> partAddedTo(const Use &use, unsigned depth);

class Collect {
public:
  Collect(const Value &start, const Loop *within, unsigned depth) : within(within), depth(depth) {
    sums.members.insert(&start);
  }

  std::optional<Sums> run() {
    for (size_t i = 0; i != sums.members.size(); ++i)
      for (const Use &use : sums.members[i]->uses())
        if (!take(use))
          return std::nullopt;
    if (!all_of(sums.members, [&](const Value *member) { return hasDerivativeOne(*member); }))
      return std::nullopt;
    return std::move(sums);
  }

private:
  bool take(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if ((within && !within->contains(user)) || isa<ReturnInst>(user)) {
      sums.leaves.push_back(&use);
      return true;
    }
    if (auto *insert = dyn_cast<InsertValueInst>(user)) {
      sums.leaves.push_back(&use);
      return !within && use.getOperandNo() == 1;
    }
    if (isa<FCmpInst>(user))
      return true;
    if (auto *call = dyn_cast<CallInst>(user); call && !isa<IntrinsicInst>(call))
      return takeCall(*call, use);
    if (!isSum(*user, use.getOperandNo()))
      return false;
    sums.members.insert(user);
    return true;
  }

  bool takeCall(const CallInst &call, const Use &use) {
    std::optional<int> part =
        depth < limits::callsOfSum ? partAddedTo(use, depth + 1) : std::nullopt;
    if (!part)
      return false;
    if (*part < 0) {
      sums.members.insert(&call);
      return true;
    }
    for (const User *reader : call.users()) {
      auto *extract = dyn_cast<ExtractValueInst>(reader);
      if (!extract || extract->getNumIndices() != 1)
        return false;
      if (int(extract->getIndices()[0]) == *part)
        sums.members.insert(extract);
    }
    return true;
  }

  static bool isSum(const Instruction &user, unsigned operand) {
    return isAddition(user, operand) || isa<PHINode, FreezeInst>(user) ||
           (isa<SelectInst>(user) && operand != 0);
  }

  /// Each way that leads to `member` must bring exactly one of the others.
  bool hasDerivativeOne(const Value &member) const {
    auto *at = dyn_cast<Instruction>(&member);
    if (!at || &member == sums.members[0])
      return true;
    auto *extract = dyn_cast<ExtractValueInst>(at);
    const User *from = extract ? cast<User>(extract->getAggregateOperand()) : at;
    unsigned brought = count_if(from->operand_values(), [&](const Value *operand) {
      return sums.members.contains(operand);
    });
    if (auto *phi = dyn_cast<PHINode>(at))
      return brought == phi->getNumIncomingValues();
    return brought == (isa<SelectInst>(at) ? 2u : 1u);
  }

  const Loop *within;
  unsigned depth;
  Sums sums;
};

std::optional<int> partAddedTo(const Argument &parameter, unsigned depth) {
  if (!parameter.getType()->isFloatingPointTy())
    return std::nullopt;
  std::optional<Sums> sums = Collect(parameter, nullptr, depth).run();
  if (!sums || sums->leaves.empty())
    return std::nullopt;
  std::optional<int> part;
  for (const Use *leaf : sums->leaves) {
    auto *insert = dyn_cast<InsertValueInst>(leaf->getUser());
    int here = insert ? int(insert->getIndices()[0]) : -1;
    if ((insert && insert->getNumIndices() != 1) || part.value_or(here) != here)
      return std::nullopt;
    part = here;
  }
  for (const Instruction &at : instructions(*parameter.getParent()))
    if (auto *end = dyn_cast<ReturnInst>(&at);
        end && !sums->members.contains(partOf(end->getReturnValue(), *part)))
      return std::nullopt;
  return part;
}

std::optional<int> partAddedTo(const Use &use, unsigned depth) {
  auto *call = cast<CallBase>(use.getUser());
  const Function *callee = call->getCalledFunction();
  if (!callee || callee->isDeclaration() || !call->isArgOperand(&use) || callee->isVarArg() ||
      count(call->args(), use.get()) != 1)
    return std::nullopt;
  return partAddedTo(*callee->getArg(call->getArgOperandNo(&use)), depth);
}

} // namespace

std::optional<Sums> sumsOf(const Value &start, const Loop *within) {
  return Collect(start, within, 0).run();
}

const Value *partOf(const Value *returned, int part) {
  if (part < 0)
    return returned;
  while (auto *insert = dyn_cast_or_null<InsertValueInst>(returned)) {
    if (insert->getNumIndices() == 1 && int(insert->getIndices()[0]) == part)
      return insert->getInsertedValueOperand();
    returned = insert->getAggregateOperand();
  }
  return nullptr;
}

std::optional<int> partAddedTo(const Use &use) { return partAddedTo(use, 0); }

} // namespace enzyme
