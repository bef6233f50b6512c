//===- Jumps.cpp -----------------------------------------------------------===//
#include "rules/Jumps.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Declared as the C library does: `int place(buffer…)`, `void jump(buffer, int)`.
const Function *libraryCallee(const CallBase &call, unsigned leastArguments) {
  const Function *callee = call.getCalledFunction();
  bool isLibrary = callee && callee->isDeclaration() && call.arg_size() >= leastArguments &&
                   call.getArgOperand(0)->getType()->isPointerTy();
  return isLibrary ? callee : nullptr;
}

} // namespace

bool isJumpPlace(const CallBase &call) {
  const Function *callee = libraryCallee(call, 1);
  return callee && call.hasFnAttr(Attribute::ReturnsTwice) && call.getType()->isIntegerTy(32) &&
         StringSwitch<bool>(callee->getName())
             .Cases({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}, true)
             .Default(false);
}

bool isJump(const CallBase &call) {
  const Function *callee = libraryCallee(call, 2);
  return callee && call.getType()->isVoidTy() &&
         call.getArgOperand(1)->getType()->isIntegerTy(32) &&
         StringSwitch<bool>(callee->getName())
             .Cases({"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}, true)
             .Default(false);
}

bool endsThreadAlone(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && StringSwitch<bool>(callee->getName())
                       .Cases({"pthread_exit", "thrd_exit"}, true)
                       .Default(false);
}

} // namespace enzyme
