//===- MatchBodies.cpp - is this still the same function? -----------------===//
//
// A fingerprint is what no optimisation setting of clang's code generation
// changes: the called functions, the floating-point operations and the numbers
// that are written in the source, in order.
//===----------------------------------------------------------------------===//
#include "frontend/MatchBodies.h"
#include "support/Import.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumberedByEmission(const Function &function) {
  return function.getName().contains("$_");
}

void printNumbers(raw_ostream &out, const Instruction &instruction) {
  for (const Use &operand : instruction.operands()) {
    if (auto *number = dyn_cast<ConstantFP>(operand))
      number->getValueAPF().bitcastToAPInt().print(out, /*isSigned=*/false);
    out << ';';
  }
}

std::string fingerprint(const Function &function) {
  std::string text;
  raw_string_ostream out(text);
  out << function.getFunctionType()->getNumParams() << ':';
  for (const Instruction &instruction : instructions(function)) {
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(call))
        continue;
      if (const Function *callee = call->getCalledFunction())
        out << callee->getName();
      printNumbers(out, instruction);
    }
    if (instruction.isBinaryOp() || isa<FCmpInst, UnaryOperator>(instruction)) {
      out << instruction.getOpcodeName();
      printNumbers(out, instruction);
    }
  }
  return text;
}

} // namespace

void replaceMismatched(Module &pristine, Module &module) {
  std::unique_ptr<Module> copy; // importing takes debug info off its source
  std::unique_ptr<Importer> importer;
  for (Function &function : module) {
    if (function.isDeclaration() || !isNumberedByEmission(function))
      continue;
    Function *candidate = pristine.getFunction(function.getName());
    if (!candidate || candidate->isDeclaration() ||
        candidate->getFunctionType() != function.getFunctionType() ||
        fingerprint(*candidate) == fingerprint(function))
      continue;
    if (!copy) {
      copy = CloneModule(module);
      importer = std::make_unique<Importer>(*copy, pristine);
    }
    importer->importBody(*copy->getFunction(function.getName()), *candidate);
  }
}

} // namespace enzyme
