//===- Defaults.cpp - activity where no marker says it --------------------===//
//
// The table of docs/using.md, by IR type. Reverse: floating-point values are
// out, pointers dup. Forward: both are dup. Integers are const in both.
// A structure is what its most demanding member is.
//===----------------------------------------------------------------------===//
#include "request/ReadArguments.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {

bool holdsFloat(const Type *type) {
  if (type->isFPOrFPVectorTy())
    return true;
  return any_of(type->subtypes(), [](const Type *part) { return holdsFloat(part); });
}

bool holdsPointer(const Type *type) {
  if (type->isPtrOrPtrVectorTy())
    return true;
  return any_of(type->subtypes(), [](const Type *part) { return holdsPointer(part); });
}

Activity defaultActivity(const Argument &parameter, bool isForward) {
  Type *type = parameter.getType();
  if (holdsPointer(type))
    return Activity::Dup;
  if (holdsFloat(type))
    return isForward ? Activity::Dup : Activity::Out;
  return Activity::Const;
}

ReturnActivity defaultReturn(const Function &function, bool isForward) {
  Type *type = function.getReturnType();
  if (holdsPointer(type)) // nothing can be seeded or read back in reverse mode
    return isForward ? ReturnActivity::Dup : ReturnActivity::Const;
  return holdsFloat(type) ? ReturnActivity::Out : ReturnActivity::Const;
}

} // namespace enzyme
