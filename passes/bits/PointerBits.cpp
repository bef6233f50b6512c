//===- PointerBits.cpp - pointers that are looked at as bits ---------------===//
//
// Problem: `u.p = v.p; … u.d` moves a double by the pointer of a union, and where LLVM
// carries the stored value to the read, a double is made of the bits of a pointer, or
// where it is stored again, a pointer of the bits of a double. Type analysis believes
// pointers; integers it asks what they hold.
//
// The other way round: `v.size()` and then `v[i]` of a std::vector load one address, first
// to subtract it. Where LLVM makes one load of an integer of both, `v[i]` has an address
// that is not known to lead anywhere. The same of addresses that carry a tag in their low bits,
// and are masked before they are used.
//===----------------------------------------------------------------------===//
#include "bits/PointerBits.h"
#include "limits/bits.h"
#include "types/Moves.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace enzyme {
namespace {

class PointerBits {
public:
  explicit PointerBits(Type *bits) : bits(bits) {}

  /// Adds what `pointer` is chosen from and what is chosen from that; false if any of it
  /// is used as a pointer, or is made as one.
  bool collect(Value &pointer);
  /// Makes an integer of everything collected.
  void convert();

private:
  Type *bits;
  SmallMapVector<Value *, Value *, 8> web; ///< pointer, and the integer in its place

  bool staysInside(const Use &use, bool hasFloats) const;
  bool isSource(const Value &value) const;
  Value *make(Value &pointer);
  void connect(Value &pointer, Value &integer);
};

/// A pointer that was a float's bits before.
static bool isMadeOfFloat(const Value &pointer) {
  const auto *made = dyn_cast<IntToPtrInst>(&pointer);
  const auto *bits = made ? dyn_cast<BitCastInst>(made->getOperand(0)) : nullptr;
  return bits && bits->getSrcTy()->isFloatingPointTy();
}

/// Stores count where floats are among what is stored: a pointer that is stored stays one.
bool PointerBits::staysInside(const Use &use, bool hasFloats) const {
  User *user = use.getUser();
  if (const auto *cast = dyn_cast<PtrToIntInst>(user))
    return cast->getType() == bits;
  if (const auto *store = dyn_cast<StoreInst>(user))
    return hasFloats && store->isSimple() && use.getOperandNo() == 0;
  return web.contains(user);
}

bool PointerBits::isSource(const Value &value) const {
  if (const auto *cast = dyn_cast<IntToPtrInst>(&value))
    return cast->getOperand(0)->getType() == bits;
  if (const auto *load = dyn_cast<LoadInst>(&value))
    return load->isSimple();
  const auto *constant = dyn_cast<Constant>(&value);
  return constant && (constant->isNullValue() || isa<UndefValue>(constant));
}

bool PointerBits::collect(Value &pointer) {
  web.insert({&pointer, nullptr});
  for (unsigned i = 0; i != web.size(); ++i) {
    Value &next = *web.begin()[i].first;
    if (web.size() > limits::valuesOfPointerBits || !(choosesOnly(next) || isSource(next)))
      return false;
    if (isa<Constant>(next))
      continue;
    for (User *user : next.users())
      if (choosesOnly(*user))
        web.insert({user, nullptr});
    if (choosesOnly(next))
      for (Value *operand : cast<Instruction>(next).operand_values())
        if (operand->getType()->isPointerTy())
          web.insert({operand, nullptr});
  }
  bool hasFloats = any_of(web, [](auto &entry) { return isMadeOfFloat(*entry.first); });
  return all_of(web, [&](auto &entry) {
    return isa<Constant>(entry.first) ||
           all_of(entry.first->uses(), [&](const Use &use) { return staysInside(use, hasFloats); });
  });
}

Value *PointerBits::make(Value &pointer) {
  if (isa<UndefValue>(pointer))
    return UndefValue::get(bits);
  if (isa<Constant>(pointer))
    return Constant::getNullValue(bits);
  if (auto *cast = dyn_cast<IntToPtrInst>(&pointer))
    return cast->getOperand(0);
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
      if (auto *store = dyn_cast<StoreInst>(user)) {
        store->setOperand(0, integer);
      } else if (auto *cast = dyn_cast<PtrToIntInst>(user)) {
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

/// Pointers that are looked at as bits, or stored after they were made of a float's.
static SmallVector<WeakVH, 8> candidates(Function &function) {
  SmallVector<WeakVH, 8> pointers;
  for (Instruction &instruction : instructions(function)) {
    if (auto *cast = dyn_cast<PtrToIntInst>(&instruction);
        cast && cast->getType()->isIntegerTy()) // not a vector's
      pointers.push_back(cast->getPointerOperand());
    else if (isMadeOfFloat(instruction))
      pointers.push_back(&instruction);
  }
  return pointers;
}

/// Is the integer an address that is used as one, subtracted and compared?
static bool isUsedAsAddress(const LoadInst &load, const DataLayout &layout) {
  Type *pointer = PointerType::get(load.getContext(), 0);
  return load.isSimple() && load.getType() == layout.getIntPtrType(pointer) &&
         any_of(
             load.users(),
             [&](auto *user) { return isa<IntToPtrInst>(user) && user->getType() == pointer; }) &&
         all_of(load.users(), [&](auto *user) {
           return (isa<IntToPtrInst>(user) && user->getType() == pointer) || isa<ICmpInst>(user) ||
                  cast<Instruction>(user)->getOpcode() == Instruction::Sub;
         });
}

static void loadAsPointer(LoadInst &load) {
  IRBuilder<> builder(&load);
  LoadInst *pointer = builder.CreateAlignedLoad(builder.getPtrTy(), load.getPointerOperand(),
                                                load.getAlign(), load.getName());
  pointer->setAAMetadata(load.getAAMetadata());
  for (User *user : make_early_inc_range(load.users()))
    if (auto *cast = dyn_cast<IntToPtrInst>(user)) {
      cast->replaceAllUsesWith(pointer);
      cast->eraseFromParent();
    }
  if (!load.use_empty())
    load.replaceAllUsesWith(builder.CreatePtrToInt(pointer, load.getType()));
  load.eraseFromParent();
}

static bool loadAddressesAsPointers(Function &function) {
  SmallVector<LoadInst *, 8> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && isUsedAsAddress(*load, function.getParent()->getDataLayout()))
      loads.push_back(load);
  for (LoadInst *load : loads)
    loadAsPointer(*load);
  return !loads.empty();
}

/// `word & -16`, made into a pointer: an address whose low bits are something else.
static Value *taggedBehind(IntToPtrInst &address) {
  constexpr unsigned tagBits = 12; // less than a page
  auto *cleared = dyn_cast<BinaryOperator>(address.getOperand(0));
  auto *mask = cleared && cleared->getOpcode() == Instruction::And
                   ? dyn_cast<ConstantInt>(cleared->getOperand(1))
                   : nullptr;
  return mask && (~mask->getValue()).getActiveBits() <= tagBits ? cleared->getOperand(0) : nullptr;
}

void loadAddresses(Function &function) {
  loadAddressesAsPointers(function); // cleaning may have merged loads of both kinds again
  Type *word = function.getParent()->getDataLayout().getIntPtrType(
      PointerType::get(function.getContext(), 0));
  SmallSetVector<Value *, 8> web;
  for (Instruction &at : instructions(function))
    if (auto *address = dyn_cast<IntToPtrInst>(&at))
      if (Value *tagged = taggedBehind(*address); tagged && tagged->getType() == word)
        web.insert(tagged);
  for (unsigned i = 0; i != web.size(); ++i)
    if (choosesOnly(*web[i]))
      for (Value *operand : cast<User>(web[i])->operand_values())
        if (operand->getType() == word)
          web.insert(operand);
  for (Value *value : web)
    if (auto *load = dyn_cast<LoadInst>(value);
        load && load->isSimple() && none_of(load->users(), IsaPred<BitCastInst>))
      loadAsPointer(*load);
}

PreservedAnalyses PointerBitsPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  bool isChanged = loadAddressesAsPointers(function);
  for (WeakVH &handle : candidates(function)) {
    Value *pointer = handle; // null: gone with another
    if (!pointer || pointer->use_empty())
      continue;
    PointerBits pointers(layout.getIntPtrType(pointer->getType()));
    if (!pointers.collect(*pointer))
      continue;
    pointers.convert();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/// Adds the addresses that are integers in the constant.
static void addAddresses(Constant &constant, SmallSetVector<Constant *, 4> &addresses) {
  auto *expression = dyn_cast<ConstantExpr>(&constant);
  if (!expression)
    return;
  if (expression->getOpcode() == Instruction::PtrToInt)
    addresses.insert(expression);
  for (Use &operand : expression->operands())
    addAddresses(*cast<Constant>(operand.get()), addresses);
}

void spellOutAddresses(Function &function) {
  SmallSetVector<Constant *, 4> addresses;
  for (Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&at);
    if (call && call->isInlineAsm()) // may want constants
      continue;
    for (Use &operand : at.operands())
      if (auto *constant = dyn_cast<Constant>(operand.get()))
        addAddresses(*constant, addresses);
  }
  if (!addresses.empty())
    convertUsersOfConstantsToInstructions(addresses.getArrayRef(), &function,
                                          /*RemoveDeadConstants=*/false, /*IncludeSelf=*/true);
}

} // namespace enzyme
