//===- NameValues.cpp -----------------------------------------------------===//
#include "support/NameValues.h"

using namespace llvm;

namespace enzyme {

void nameValues(Function &function) {
  for (Argument &argument : function.args())
    if (!argument.hasName())
      argument.setName("arg");
  for (BasicBlock &block : function) {
    if (!block.hasName())
      block.setName(block.isEntryBlock() ? "entry" : "block");
    for (Instruction &instruction : block)
      if (!instruction.hasName() && !instruction.getType()->isVoidTy())
        instruction.setName(instruction.getOpcodeName());
  }
}

} // namespace enzyme
