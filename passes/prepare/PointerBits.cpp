//===- PointerBits.cpp - pointers that are only looked at as bits ----------===//
//
// Problem: `u.p = v.p; … u.d` moves a double by the pointer of a union, and where LLVM
// carries the stored value to the read, a double is made of the bits of a pointer.
// Type analysis believes pointers; integers it asks what they hold.
//===----------------------------------------------------------------------===//
#include "prepare/PointerBits.h"
#include "types/Moves.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

class PointerBits {
public:
  explicit PointerBits(Type *bits) : bits(bits) {}

  /// Adds what `pointer` is chosen from; false if any of it is used as a pointer.
  bool collect(Value &pointer);
  /// Makes an integer of everything collected.
  void convert();

private:
  Type *bits;
  SmallMapVector<Value *, Value *, 8> web; ///< pointer, and the integer in its place

  bool staysInside(Value &pointer) const;
  Value *make(Value &pointer);
  void connect(Value &pointer, Value &integer);
};

bool PointerBits::staysInside(Value &pointer) const {
  return all_of(pointer.users(), [&](User *user) {
    const auto *cast = dyn_cast<PtrToIntInst>(user);
    return (cast && cast->getType() == bits) || web.contains(user);
  });
}

bool PointerBits::collect(Value &pointer) {
  if (!isFromMemory(pointer))
    return false;
  web.insert({&pointer, nullptr});
  for (unsigned i = 0; i != web.size(); ++i) {
    auto *choice = dyn_cast<Instruction>(web.begin()[i].first);
    if (!choice || isa<LoadInst>(choice))
      continue;
    for (Value *operand : choice->operand_values())
      if (operand->getType()->isPointerTy())
        web.insert({operand, nullptr});
  }
  return all_of(
      web, [&](auto &entry) { return isa<Constant>(entry.first) || staysInside(*entry.first); });
}

Value *PointerBits::make(Value &pointer) {
  if (isa<UndefValue>(pointer))
    return UndefValue::get(bits);
  if (isa<Constant>(pointer))
    return Constant::getNullValue(bits);
  IRBuilder<> builder(&cast<Instruction>(pointer));
  if (auto *load = dyn_cast<LoadInst>(&pointer))
    return builder.CreateAlignedLoad(bits, load->getPointerOperand(), load->getAlign());
  if (auto *phi = dyn_cast<PHINode>(&pointer))
    return builder.CreatePHI(bits, phi->getNumIncomingValues());
  Constant *later = PoisonValue::get(bits); // set by connect
  if (auto *select = dyn_cast<SelectInst>(&pointer))
    return SelectInst::Create(select->getCondition(), later, later, "", select->getIterator());
  return new FreezeInst(later, "", cast<FreezeInst>(pointer).getIterator());
}

void PointerBits::connect(Value &pointer, Value &integer) {
  if (auto *phi = dyn_cast<PHINode>(&pointer)) {
    for (unsigned i = 0; i != phi->getNumIncomingValues(); ++i)
      cast<PHINode>(integer).addIncoming(web[phi->getIncomingValue(i)], phi->getIncomingBlock(i));
  } else if (auto *select = dyn_cast<SelectInst>(&pointer)) {
    cast<SelectInst>(integer).setTrueValue(web[select->getTrueValue()]);
    cast<SelectInst>(integer).setFalseValue(web[select->getFalseValue()]);
  } else if (auto *freeze = dyn_cast<FreezeInst>(&pointer)) {
    cast<FreezeInst>(integer).setOperand(0, web[freeze->getOperand(0)]);
  }
}

void PointerBits::convert() {
  for (auto &[pointer, integer] : web)
    integer = make(*pointer);
  for (auto &[pointer, integer] : web)
    connect(*pointer, *integer);
  for (auto &[pointer, integer] : web) {
    if (isa<Constant>(pointer))
      continue;
    for (User *user : make_early_inc_range(pointer->users()))
      if (auto *cast = dyn_cast<PtrToIntInst>(user)) {
        cast->replaceAllUsesWith(integer);
        cast->eraseFromParent();
      }
  }
  for (auto &[pointer, integer] : web)
    if (!isa<Constant>(pointer)) {
      pointer->replaceAllUsesWith(PoisonValue::get(pointer->getType()));
      cast<Instruction>(pointer)->eraseFromParent();
    }
}

} // namespace

PreservedAnalyses PointerBitsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakVH, 8> casts;
  for (Instruction &instruction : instructions(function))
    if (isa<PtrToIntInst>(instruction))
      casts.push_back(&instruction);
  const DataLayout &layout = function.getParent()->getDataLayout();
  bool isChanged = false;
  for (WeakVH &handle : casts) {
    auto *cast = cast_or_null<PtrToIntInst>(handle);
    if (!cast || !cast->getType()->isIntegerTy()) // gone with another, or a vector's
      continue;
    Value &pointer = *cast->getPointerOperand();
    PointerBits pointers(layout.getIntPtrType(pointer.getType()));
    if (!pointers.collect(pointer))
      continue;
    pointers.convert();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace enzyme
