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
#include "types/SameMemory.h"
#include "types/StoredBits.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

void Evidence::readParts() {
  const StoredBits &bits = callees.store().bitsIn(*function.getParent());
  if (!bits.isAny())
    return;
  for (const StoreInst *store : bits.in(function)) {
    append_range(takenApart, addresses.of(*store->getPointerOperand()));
    parts.insert(store);
  }
  for (const Instruction &at : instructions(function))
    if (const auto *load = dyn_cast<LoadInst>(&at);
        load && load->getType()->isIntegerTy() && makesNumber(*load)) {
      append_range(rebuilt, addresses.of(*load->getPointerOperand()));
      parts.insert(load);
    }
}

bool Evidence::meetsOtherPart(const Instruction &access, const Value &pointer) {
  if (!parts.contains(&access) || mutation::breaks("types.apart", access))
    return false;
  bool isStore = isa<StoreInst>(access);
  auto places = placesOf(pointer);
  readRoots();
  auto evidenceOf = [this](Function &other) -> Evidence & {
    return &other == &function ? *this : callers.evidenceOf(other);
  };
  return any_of(places, [&](const Address &place) {
    auto all = SameMemory(evidenceOf).withCopies({&function, place});
    if (all.empty()) // too many: declarations are believed
      return !isOneInteger(place, layout.getTypeStoreSize(getLoadStoreType(&access)));
    return any_of(all, [&](const SameMemory::Place &same) {
      const Evidence &evidence = evidenceOf(*same.function);
      return any_of(isStore ? evidence.rebuilt : evidence.takenApart,
                    [&](const Address &other) { return SameMemory::mayBeSame(other, same.at); });
    });
  });
}

} // namespace enzyme
