//===- Sections.cpp -------------------------------------------------------===//
#include "parallel/Sections.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

static void pass(Instruction &at, StringRef door, Value &lock) {
  IRBuilder<> builder(&at);
  FunctionCallee passed =
      at.getModule()->getOrInsertFunction(door, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(passed, {&lock})->setDoesNotThrow();
}

void enterSection(Instruction &at, Value &lock) { pass(at, teamEnter, lock); }
void leaveSection(Instruction &at, Value &lock) { pass(at, teamLeave, lock); }
void holdLock(Instruction &at, Value &lock) { pass(at, teamHold, lock); }
void dropLock(Instruction &at, Value &lock) { pass(at, teamDrop, lock); }

Constant *lockOf(Module &module, SectionKind kind) {
  StringRef name = kind == SectionKind::Atomics ? atomicsLock : orderedLock;
  auto *type = ArrayType::get(Type::getInt32Ty(module.getContext()), lockWords);
  return module.getOrInsertGlobal(name, type);
}

} // namespace enzyme
