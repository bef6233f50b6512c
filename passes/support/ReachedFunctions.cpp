//===- ReachedFunctions.cpp - which functions a request can come to -------------------===//
//
// A walk over operands: instructions, constants, initialisers. An upper bound of
// the call graph that needs no knowledge of indirect calls.
//===----------------------------------------------------------------------===//
#include "support/ReachedFunctions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

class Walk {
public:
  explicit Walk(SetVector<Function *> &reached) : reached(reached) {}

  void visit(Value *value) {
    push(value);
    while (!pending.empty())
      visitOne(pending.pop_back_val());
  }

private:
  /// What leads to no function stays out: most operands do not.
  void push(Value *value) {
    if (isa<Constant>(value) && !isa<ConstantData>(value))
      pending.push_back(value);
  }

  void visitOne(Value *value) {
    if (!seen.insert(value).second)
      return;
    for (Use &operand : cast<User>(value)->operands())
      push(operand.get());
    auto *function = dyn_cast<Function>(value);
    if (!function || function->isDeclaration() || !reached.insert(function))
      return;
    for (Instruction &instruction : instructions(function))
      for (Use &operand : instruction.operands())
        push(operand.get());
  }

  SetVector<Function *> &reached;
  SmallVector<Value *> pending;
  SmallPtrSet<Value *, 32> seen;
};

} // namespace

SetVector<Function *> reachedFunctions(ArrayRef<Function *> roots) {
  SetVector<Function *> reached;
  Walk walk(reached);
  for (Function *root : roots)
    walk.visit(root);
  return reached;
}

void reachFrom(Function &root, SetVector<Function *> &reached) { Walk(reached).visit(&root); }

} // namespace enzyme
