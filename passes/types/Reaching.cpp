//===- Reaching.cpp - what was last written to some bytes -----------------===//
#include "types/Reaching.h"
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

class Walk {
public:
  Walk(const Address &place, uint64_t size, Addresses &addresses,
       function_ref<Layout(const Instruction &)> accessed)
      : place(place), size(size), addresses(addresses), accessed(accessed), found(size) {}

  Layout run(const Instruction &from);

private:
  enum class Next { GoOn, Done, GiveUp };

  Address place;
  uint64_t size;
  Addresses &addresses;
  function_ref<Layout(const Instruction &)> accessed;
  BitVector found;
  Layout result;

  Next visit(const Instruction &instruction);
  Next write(const Instruction &instruction, const Value &target, uint64_t bytes);
  Next startLifetime(const Value &object);
  bool isOther(const Value &target) const;
  const Value &object() const { return *addresses.roots()[place.root].value; }
};

/// Does `target` surely point into another object than the source?
bool Walk::isOther(const Value &target) const {
  auto places = addresses.of(target);
  if (places.empty())
    return false;
  return all_of(places, [&](const Address &other) {
    const Root &root = addresses.roots()[other.root];

    bool isIdentified = !root.cell && isIdentifiedObject(root.value);
    return other.root != place.root &&
           ((isIdentified && isIdentifiedObject(&object())) || mutation::breaks("reaching.other"));
  });
}

Walk::Next Walk::write(const Instruction &instruction, const Value &target, uint64_t bytes) {
  if (isOther(target))
    return Next::GoOn;
  auto places = addresses.of(target);
  if (places.size() != 1 || places[0].root != place.root || places[0].stride || bytes == 0)
    return Next::GiveUp;
  Layout layout = accessed(instruction);
  int64_t start = places[0].offset - place.offset, end = start + int64_t(bytes);
  if (end <= 0 || start >= int64_t(size))
    return Next::GoOn;
  if (!layout.known)
    return Next::GiveUp;
  // Pieces of this write that lie in the asked bytes and were not overwritten.
  for (Piece piece : cutTo(layout, bytes).pieces) {
    int64_t at = start + int64_t(piece.offset);
    if (at + int64_t(piece.size) <= 0 || at >= int64_t(size))
      continue;
    if (at < 0 || at + piece.size > size)
      return Next::GiveUp;
    int taken = found.find_first_in(at, at + piece.size);
    if (taken != -1 && found.find_first_unset_in(at, at + piece.size) != -1)
      return Next::GiveUp; // half of it is new
    piece.offset = at;
    if (taken == -1)
      addPiece(result.pieces, piece);
  }
  found.set(std::max<int64_t>(start, 0), std::min<int64_t>(end, size));
  return found.all() ? Next::Done : Next::GoOn;
}

/// Before its lifetime an object holds nothing: what is not found is padding.
Walk::Next Walk::startLifetime(const Value &target) {
  if (getUnderlyingObject(&target) != &object())
    return Next::GoOn;
  return found.any() ? Next::Done : Next::GiveUp;
}

Walk::Next Walk::visit(const Instruction &instruction) {
  if (!instruction.mayWriteToMemory())
    return Next::GoOn;
  if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
    const DataLayout &layout = store->getModule()->getDataLayout();
    Type *type = store->getValueOperand()->getType();
    uint64_t bytes = type->isScalableTy() ? 0 : layout.getTypeStoreSize(type).getFixedValue();
    return write(*store, *store->getPointerOperand(), bytes);
  }
  if (const auto *bytes = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    const auto *length = dyn_cast<ConstantInt>(bytes->getLength());
    return write(*bytes, *bytes->getRawDest(), length ? length->getZExtValue() : 0);
  }
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start)
    return startLifetime(*intrinsic->getArgOperand(0));
  return intrinsic && intrinsic->isAssumeLikeIntrinsic() ? Next::GoOn : Next::GiveUp;
}

Layout Walk::run(const Instruction &from) {
  result.period = size;
  const Instruction *at = from.getPrevNode();
  const BasicBlock *block = from.getParent();
  for (unsigned step = 0; step < limits::stepsReaching; ++step) {
    if (!at) { // on to the only way in
      block = block->getUniquePredecessor();
      if (!block || block == from.getParent())
        return {};
      at = block->getTerminator();
    }
    Next next = visit(*at);
    if (next == Next::GiveUp)
      return {};
    if (next == Next::Done) {
      result.known = true;
      return result;
    }
    at = at->getPrevNode();
  }
  return {};
}

} // namespace

Layout reaching(const Instruction &copy, const Value &source, uint64_t size, Addresses &addresses,
                function_ref<Layout(const Instruction &)> accessed) {
  auto places = addresses.of(source);
  if (size == 0 || size > limits::bytesReaching || places.size() != 1 || places[0].stride ||
      addresses.roots()[places[0].root].cell)
    return {};
  return Walk(places[0], size, addresses, accessed).run(copy);
}

} // namespace enzyme
