//===- Addresses.cpp - pointers as root + offset + stride -----------------===//
//
// A forward dataflow to a fixpoint. Joining two offsets into the same root keeps
// the first and makes their difference part of the stride, so that a pointer that
// walks an array (p = p + 8) becomes "root + 8k" after one round; strides only
// shrink, so the fixpoint is reached.
//===----------------------------------------------------------------------===//
#include "types/Addresses.h"
#include "limits/types.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {} // namespace

Addresses::Addresses(Function &function) : layout(function.getParent()->getDataLayout()) {
  ReversePostOrderTraversal<Function *> order(&function);
  bool hasChanged = true;
  for (unsigned round = 0; hasChanged && round < limits::roundsOfAddresses; ++round) {
    hasChanged = false;
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block) {
        if (!instruction.getType()->isPointerTy() || lost.contains(&instruction))
          continue;
        List now = compute(instruction);
        List &before = places[&instruction];
        for (const Address &address : now)
          hasChanged |= join(before, address);
        if (before.size() > limits::placesOfPointer)
          lose(instruction);
      }
  }
  // Not settled within the bound: relate nothing rather than too little.
  if (hasChanged)
    for (auto &[pointer, list] : places)
      lose(*pointer);
}

/// Too many places, or none that stays.
void Addresses::lose(const Value &pointer) {
  lost.insert(&pointer);
  lostRoots.insert(makeRoot(pointer));
  places[&pointer].assign(1, Address{makeRoot(pointer)});
}

bool Addresses::isLost(const Value &pointer) {
  return any_of(of(pointer), [&](const Address &place) {
    unsigned root = place.root;
    while (allRoots[root].cell)
      root = allRoots[root].cell->root;
    return lostRoots.contains(root);
  });
}

unsigned Addresses::makeRoot(const Value &value) {
  auto [entry, isNew] = valueRoots.try_emplace(&value, allRoots.size());
  if (isNew)
    allRoots.push_back({&value, std::nullopt, 0});
  return entry->second;
}

std::optional<unsigned> Addresses::rootOf(const Value &value) const {
  auto entry = valueRoots.find(&value);
  if (entry == valueRoots.end())
    return std::nullopt;
  return entry->second;
}

std::optional<unsigned> Addresses::cellAt(const Address &place) const {
  auto entry = cells.find({place.root, place.offset});
  if (entry == cells.end())
    return std::nullopt;
  return entry->second;
}

bool Addresses::join(List &into, const Address &address) const {
  for (Address &known : into) {
    if (known.root != address.root)
      continue;
    uint64_t distance = known.offset > address.offset ? known.offset - address.offset
                                                      : address.offset - known.offset;
    uint64_t stride = commonPeriod(commonPeriod(known.stride, address.stride), distance);
    bool hasChanged = stride != known.stride;
    known.stride = stride;
    return hasChanged;
  }
  into.push_back(address);
  return true;
}

Addresses::List Addresses::of(const Value &pointer) {
  if (auto entry = places.find(&pointer); entry != places.end())
    return entry->second;
  if (isa<ConstantPointerNull, UndefValue>(pointer))
    return {};
  if (const auto *gep = dyn_cast<GEPOperator>(&pointer); gep && isa<Constant>(pointer))
    return computeGep(*gep);
  if (const auto *alias = dyn_cast<GlobalAlias>(&pointer))
    return of(*alias->getAliasee());
  if (isa<Instruction>(pointer) && pointer.getType()->isPointerTy())
    return {}; // not reached yet: nothing flows
  return {Address{makeRoot(pointer)}};
}

Addresses::List Addresses::compute(const Instruction &pointer) {
  if (const auto *gep = dyn_cast<GEPOperator>(&pointer))
    return computeGep(*gep);
  if (const auto *load = dyn_cast<LoadInst>(&pointer))
    return computeLoad(*load);
  List result;
  auto joinAll = [&](const Value &operand) {
    for (const Address &address : of(operand))
      join(result, address);
  };
  if (const auto *phi = dyn_cast<PHINode>(&pointer)) {
    for (const Value *incoming : phi->incoming_values())
      joinAll(*incoming);
    return result;
  }
  if (const auto *select = dyn_cast<SelectInst>(&pointer)) {
    joinAll(*select->getTrueValue());
    joinAll(*select->getFalseValue());
    return result;
  }
  if (isa<FreezeInst, AddrSpaceCastInst, BitCastInst>(pointer)) {
    joinAll(*pointer.getOperand(0));
    return result;
  }
  if (const auto *call = dyn_cast<CallBase>(&pointer))
    if (const Value *returned = call->getReturnedArgOperand()) {
      joinAll(*returned);
      return result;
    }
  return {Address{makeRoot(pointer)}};
}

/// Does what is left of a product that does not fit say nothing of its factor? So it is where the
/// product is extended; an offset that leaves the address space leads nowhere.
static bool mayWrap(const BinaryOperator &product, const Instruction *extension) {
  return extension &&
         !(isa<ZExtInst>(extension) ? product.hasNoUnsignedWrap() : product.hasNoSignedWrap());
}

/// The size of an element, where an index counts in bytes: what it is multiplied by, 1 if nothing.
/// (What it happens to be a multiple of as well, such as the sum of two, is the size of nothing.)
static uint64_t stepOf(const Value &index) {
  constexpr uint64_t largest = 1 << 20;
  uint64_t step = 1;
  const Value *value = &index;
  const Instruction *extension = nullptr;
  for (unsigned i = 0; i != limits::factorsOfIndex && step <= largest; ++i) {
    if (isa<ZExtInst, SExtInst>(value)) {
      extension = cast<Instruction>(value);
      value = extension->getOperand(0);
      continue;
    }
    const auto *binary = dyn_cast<BinaryOperator>(value);
    const auto *factor = binary ? dyn_cast<ConstantInt>(binary->getOperand(1)) : nullptr;
    bool isProduct = factor && !factor->isZero() &&
                     is_contained({Instruction::Mul, Instruction::Shl}, binary->getOpcode());
    if (!isProduct || mayWrap(*binary, extension))
      break;
    if (binary->getOpcode() == Instruction::Mul)
      step *= factor->getValue().abs().getLimitedValue(largest + 1);
    else
      step <<= factor->getLimitedValue(20);
    value = binary->getOperand(0);
  }
  return step <= largest ? step : 1;
}

Addresses::List Addresses::computeGep(const GEPOperator &gep) {
  if (!gep.getType()->isPointerTy())
    return {};
  SmallMapVector<Value *, APInt, 4> scales;
  APInt constant(layout.getIndexTypeSizeInBits(gep.getType()), 0);
  List result = of(*gep.getPointerOperand());
  if (!gep.collectOffset(layout, constant.getBitWidth(), scales, constant))
    return {Address{makeRoot(gep)}};
  uint64_t stride = 0;
  for (const auto &[index, scale] : scales)
    stride = commonPeriod(stride, scale.abs().getZExtValue() * stepOf(*index));
  List moved;
  for (Address address : result) {
    address.offset += constant.getSExtValue();
    address.stride = commonPeriod(address.stride, stride);
    join(moved, address);
  }
  return moved;
}

Addresses::List Addresses::computeLoad(const LoadInst &load) {
  List result;
  for (const Address &place : of(*load.getPointerOperand())) {
    if (allRoots[place.root].depth >=
        limits::loadsOfAddress) { // p = p->next->next…: the same again
      join(result, Address{place.root});
      continue;
    }
    // All elements of an array of pointers count as one cell.
    int64_t offset = place.offset;
    if (place.stride)
      offset = ((offset % int64_t(place.stride)) + place.stride) % place.stride;
    auto [entry, isNew] = cells.try_emplace({place.root, offset}, allRoots.size());
    if (isNew)
      allRoots.push_back(
          {&load, Address{place.root, offset, place.stride}, allRoots[place.root].depth + 1});
    join(result, Address{entry->second});
  }
  if (result.empty())
    result.push_back(Address{makeRoot(load)});
  return result;
}

} // namespace enzyme
