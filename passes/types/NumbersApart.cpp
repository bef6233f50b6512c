//===- NumbersApart.cpp - numbers that are kept as integers made of them ------===//
//
// Problem: `h->high = word / 4294967296; h->low = word % 4294967296;`, and elsewhere a number of
// `h->high * 4294967296 + h->low`. Each member is declared an integer, is one by all that is done
// with it, and is believed to be one; and yet a number travels in them.
//
// Here: places where integers are stored that were made of a number's bits, and places where
// integers are loaded of which numbers are made, by whatever arithmetic. Where both are one memory
// (perhaps by way of copies), declarations of integers say nothing. The state of a random number
// generator, of which numbers are made, too, is none that numbers were put in; neither is the
// exponent of one, which does not change where the number changes a little.
//===----------------------------------------------------------------------===//
#include "support/Mutation.h"
#include "types/EvidenceStore.h"
#include "types/LayoutTools.h"
#include "types/SameMemory.h"
#include "types/StoredBits.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

void Evidence::readParts() {
  const StoredBits &bits = callees.store().bitsIn(*function.getParent());
  if (!bits.isAny())
    return;
  for (const auto &[store, keepsPlaces] : bits.in(function)) {
    uint64_t bytes = layout.getTypeStoreSize(store->getValueOperand()->getType());
    for (const Address &at : addresses.of(*store->getPointerOperand()))
      takenApart.push_back({at, bytes, keepsPlaces});
    parts.insert(store);
  }
  for (const Instruction &at : instructions(function))
    if (const auto *load = dyn_cast<LoadInst>(&at);
        load && load->getType()->isIntegerTy() && makesNumber(*load)) {
      append_range(rebuilt, addresses.of(*load->getPointerOperand()));
      parts.insert(load);
    }
}

/// Are some of the `bytes` at `place`, of which a number is made, of the part? The lower half of a
/// number that lies where it lies in the number changes too fast to have a derivative.
static bool mayReadPart(const Evidence::Part &part, const Address &place, uint64_t bytes) {
  const Address &at = part.at;
  if (at.root != place.root)
    return false;
  int64_t step = commonPeriod(at.stride, place.stride), distance = place.offset - at.offset;
  if (step) // the place in, or in front of, the nearest part
    distance = (distance % step + step) % step;
  bool isBehind = distance < 0 || distance >= int64_t(part.bytes);
  bool reaches =
      distance < 0 ? distance + int64_t(bytes) > 0 : step && distance + int64_t(bytes) > step;
  if (isBehind)
    return reaches;
  bool isOneElement = !step || step >= int64_t(part.bytes);
  return !(part.keepsPlaces && isOneElement && distance + bytes <= part.bytes / 2);
}

bool Evidence::meetsOtherPart(const Instruction &access, const Value &pointer) {
  if (!parts.contains(&access) || mutation::breaks("types.apart", access))
    return false;
  bool isStore = isa<StoreInst>(access);
  uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(&access));
  auto places = placesOf(pointer);
  readRoots();
  auto evidenceOf = [this](Function &other) -> Evidence & {
    return &other == &function ? *this : callers.evidenceOf(other);
  };
  return any_of(places, [&](const Address &place) {
    auto all = SameMemory(evidenceOf).withCopies({&function, place});
    if (all.empty()) // too many: declarations are believed
      return !isOneInteger(place, bytes);
    return any_of(all, [&](const SameMemory::Place &same) {
      const Evidence &evidence = evidenceOf(*same.function);
      if (isStore)
        return any_of(evidence.rebuilt,
                      [&](const Address &at) { return SameMemory::mayBeSame(at, same.at); });
      return any_of(evidence.takenApart,
                    [&](const Part &part) { return mayReadPart(part, same.at, bytes); });
    });
  });
}

} // namespace enzyme
