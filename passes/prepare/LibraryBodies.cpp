//===- LibraryBodies.cpp - library functions that call back ----------------===//
//
// The bodies are IR text in this shared object, parsed when one is asked for:
// sorting and searching of C, and what libc++ keeps in its library.
//===----------------------------------------------------------------------===//
#include "prepare/LibraryBodies.h"
#include "support/Import.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace enzyme {
namespace {

#pragma clang diagnostic ignored "-Wc23-extensions"
constexpr char bodiesText[] = {
#embed "LibraryBodies.ll"
    , 0};

constexpr const char *bodyPrefix = "enzyme.body.";

std::unique_ptr<Module> parseBodies(Module &workshop) {
  SMDiagnostic error;
  auto bodies = parseAssemblyString(bodiesText, error, workshop.getContext());
  assert(bodies && "LibraryBodies.ll is valid");
  bodies->setDataLayout(workshop.getDataLayout());
  bodies->setTargetTriple(workshop.getTargetTriple());
  return bodies;
}

/// Calls of undefined functions, by callee.
MapVector<Function *, SmallVector<CallBase *, 2>>
libraryCalls(const SetVector<Function *> &functions) {
  MapVector<Function *, SmallVector<CallBase *, 2>> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction();
            callee && callee->isDeclaration() && !callee->isIntrinsic())
          calls[callee].push_back(call);
  return calls;
}

} // namespace

void useLibraryBodies(Module &workshop, const SetVector<Function *> &functions) {
  std::unique_ptr<Module> bodies;
  for (auto &[callee, calls] : libraryCalls(functions)) {
    if (!StringRef(bodiesText).contains((bodyPrefix + callee->getName() + "(").str()))
      continue;
    if (!bodies)
      bodies = parseBodies(workshop);
    Function *body = bodies->getFunction((bodyPrefix + callee->getName()).str());
    if (!body || body->getFunctionType() != callee->getFunctionType())
      continue;
    Function *copy = importDerivative(*body, workshop);
    for (CallBase *call : calls)
      call->setCalledFunction(copy);
  }
}

} // namespace enzyme
