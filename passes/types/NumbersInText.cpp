//===- NumbersInText.cpp ----------------------------------------------------===//
//
// Problem: `text.append((const char *)&y, sizeof y)`. What lies precompiled in the C++ library is
// inactive: strings hold characters. Here they hold a number, and what is read from there has no
// derivative.
//
// Here: such calls, for a warning. Numbers lie behind what the string is handed, or this function
// reads or writes some through the address of the string's characters.
//===----------------------------------------------------------------------===//
#include "types/NumbersInText.h"
#include "rules/Facts.h"
#include "types/Evidence.h"
#include "llvm/IR/InstIterator.h"
#include <optional>

using namespace llvm;

namespace enzyme {
namespace {

class Texts {
public:
  explicit Texts(Function &function)
      : addresses(function), evidence(function, addresses, callees) {}

  bool holdsNumbers(const CallBase &call, const OwnedPointer &text) {
    const Value &object = *call.getArgOperand(text.argument);
    return areCharactersNumbers(object, text.offset) ||
           any_of(drop_begin(call.args(), text.argument + 1), [&](const Use &given) {
             return given->getType()->isPointerTy() &&
                    any_of(addresses.of(*given),
                           [&](auto &place) { return beginsWithNumber(place); });
           });
  }

private:
  Addresses addresses;
  CalleeRecords callees;
  Evidence evidence;

  /// No more than the characters that lie within a string: other members follow.
  bool beginsWithNumber(const Address &place) {
    constexpr uint64_t within = 16;
    return any_of(evidence.recordsOf(place.root), [&](const Record &record) {
      return record.rank >= Rank::Accessed && combine(record, place, {within, 1}).hasFloats();
    });
  }

  bool areCharactersNumbers(const Value &object, unsigned offset) {
    for (Address place : evidence.addressesOf(object)) {
      place.offset += offset;
      for (unsigned cell : evidence.cellsOf(place.root))
        if (*evidence.roots()[cell].cell == place && beginsWithNumber({cell, 0, 0}))
          return true;
    }
    return false;
  }
};

} // namespace

std::vector<const CallBase *> textsOfNumbers(Function &prepared) {
  std::optional<Texts> texts;
  std::vector<const CallBase *> found;
  for (const Instruction &at : instructions(prepared)) {
    const auto *call = dyn_cast<CallBase>(&at);
    if (!call || !changesText(*call))
      continue;
    if (!texts)
      texts.emplace(prepared);
    for (const OwnedPointer &text : ownedPointers(*call))
      if (texts->holdsNumbers(*call, text)) {
        found.push_back(call);
        break;
      }
  }
  return found;
}

} // namespace enzyme
