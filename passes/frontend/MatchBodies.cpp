//===- MatchBodies.cpp - does one name mean one function? ------------------===//
//
// A fingerprint is what no setting of clang's code generation changes: the
// called functions, the floating-point operations and the floating-point numbers
// that are written in the source, in order. Calls that sanitizers and counters
// add are left out.
//===----------------------------------------------------------------------===//
#include "frontend/MatchBodies.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumberedByEmission(const Function &function) {
  return function.getName().contains("$_");
}

/// Added by -fsanitize, --coverage and the like, not written by the user.
bool isInstrumentation(const CallBase &call) {
  if (isa<IntrinsicInst>(call))
    return !call.getType()->isFPOrFPVectorTy();
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() &&
         (callee->getName().starts_with("__ubsan_") ||
          callee->getName().starts_with("__asan_") ||
          callee->getName().starts_with("__sanitizer_"));
}

void printNumbers(raw_ostream &out, const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    if (auto *number = dyn_cast<ConstantFP>(operand))
      number->getValueAPF().bitcastToAPInt().print(out, /*isSigned=*/false);
  out << ';';
}

std::string fingerprint(const Function &function) {
  std::string text;
  raw_string_ostream out(text);
  out << *function.getFunctionType() << ':';
  for (const Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call ? isInstrumentation(*call) : !isa<FPMathOperator>(instruction))
      continue;
    if (isa<PHINode, SelectInst>(instruction))
      continue;
    out << instruction.getOpcodeName();
    if (call && call->getCalledFunction())
      out << ' ' << call->getCalledFunction()->getName();
    printNumbers(out, instruction);
  }
  return text;
}

} // namespace

bool hasMatchingNames(const Module &pristine, const Module &module) {
  for (const Function &function : module) {
    if (function.isDeclaration() || !isNumberedByEmission(function))
      continue;
    const Function *same = pristine.getFunction(function.getName());
    if (!same || same->isDeclaration() ||
        fingerprint(*same) != fingerprint(function))
      return false;
  }
  return true;
}

} // namespace enzyme
