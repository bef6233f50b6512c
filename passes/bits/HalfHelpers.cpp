//===- HalfHelpers.cpp - helpers that hand on half of a number ------------===//
//
// Problem: `int upper(const union cell *c) { return c->half[1]; }`, and its caller makes a number
// of what it returns. There is a derivative where the half is loaded and converted in one function
// (ConvertedBits.cpp): an integer has none that it could carry from one to the other.
//
// Here: such calls are found, so that they can be inlined. Then both ends are in sight.
//===----------------------------------------------------------------------===//
#include "bits/HalfHelpers.h"
#include "bits/DefUseWalk.h"
#include "limits/bits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned halfBytes = 4; ///< of a double

bool computesInteger(const Value &value) {
  return value.getType()->isIntegerTy() &&
         isa<BinaryOperator, TruncInst, ZExtInst, SExtInst, FreezeInst, PHINode, SelectInst>(value);
}

bool isConverted(const Value &value) { return isa<SIToFPInst, UIToFPInst>(value); }

bool becomesNumber(const Value &integer) {
  return leadsTo(integer, isConverted, [](const Value &value, WalkList &work) {
    for (const User *user : value.users())
      if (isConverted(*user) || computesInteger(*user))
        work.push_back(user);
  });
}

} // namespace

/// Asked of few: only an address that is stepped to may be one behind the begin of a double.
bool HalfHelpers::leadsToHalf(const Function &function, const Value &pointer) {
  if (!isa<GEPOperator>(pointer))
    return false;
  auto &looked = const_cast<Function &>(function); // evidence changes nothing in it
  NumbersAt &at = numbers.try_emplace(&function, looked).first->second;
  return at.doubleAround(pointer, halfBytes) != nullptr;
}

bool HalfHelpers::isHalf(const Value &value) {
  const auto *load = dyn_cast<LoadInst>(&value);
  return load && load->isSimple() && load->getType()->isIntegerTy(8 * halfBytes) &&
         leadsToHalf(*load->getFunction(), *load->getPointerOperand());
}

bool HalfHelpers::isOfHalf(const Value &integer) {
  return leadsTo(
      integer, [&](const Value &value) { return isHalf(value); },
      [](const Value &value, WalkList &work) {
        if (computesInteger(value))
          append_range(work, cast<Instruction>(value).operand_values());
      });
}

bool HalfHelpers::givesHalf(const Function &callee) {
  return any_of(instructions(callee), [&](const Instruction &at) {
    const auto *end = dyn_cast<ReturnInst>(&at);
    return end && isOfHalf(*end->getReturnValue());
  });
}

bool HalfHelpers::takesHalf(const Value &passed, const Argument &parameter) {
  if (parameter.getType()->isIntegerTy())
    return becomesNumber(parameter) && isOfHalf(passed);
  auto isLoaded = [](const User *user) {
    return isa<LoadInst>(user) && user->getType()->isIntegerTy(8 * halfBytes);
  };
  const auto *address = dyn_cast<Instruction>(&passed);
  return address && address->getType()->isPointerTy() && any_of(parameter.users(), isLoaded) &&
         leadsToHalf(*address->getFunction(), *address);
}

bool HalfHelpers::handsOnHalf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() ||
      callee->getInstructionCount() > limits::instructionsOfWordHelper)
    return false;
  if (call.getType()->isIntegerTy() && becomesNumber(call) && givesHalf(*callee))
    return true;
  return any_of(callee->args(), [&](const Argument &parameter) {
    return parameter.getArgNo() < call.arg_size() &&
           takesHalf(*call.getArgOperand(parameter.getArgNo()), parameter);
  });
}

} // namespace enzyme
