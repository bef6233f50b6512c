//===- NumbersInText.cpp ----------------------------------------------------===//
//
// Problem: `text.append((const char *)&y, sizeof y)`. What lies precompiled in the C++ library is
// inactive: strings hold characters. Here they hold a number, and what is read from there has no
// derivative.
//
// Here: such calls, for a warning. Numbers lie behind what the string is handed, or this function
// reads or writes some through the address of the string's characters. And whether a function makes
// text of numbers by code that is at hand.
//===----------------------------------------------------------------------===//
#include "types/NumbersInText.h"
#include "rules/Facts.h"
#include "types/DeclaredMembers.h"
#include "types/DeclaredTypes.h"
#include "types/Evidence.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
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

  /// Is what a function copies as text a number, or a string that is made of some?
  bool copiesNumbers(const CallBase &call) {
    return any_of(call.args(), [&](const Use &given) {
      return given->getType()->isPointerTy() &&
             (areCharactersNumbers(*given, 0) ||
              any_of(addresses.of(*given), [&](auto &place) { return isNumber(place); }));
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

  /// At the place itself: a number that follows short text is none of it.
  bool isNumber(const Address &place) {
    return any_of(evidence.recordsOf(place.root), [&](const Record &record) {
      return record.rank >= Rank::Accessed &&
             any_of(combine(record, place, {sizeof(double), 1}).pieces, [](const Piece &piece) {
               return piece.offset == 0 && piece.kind == Kind::Float;
             });
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
    const bool isCopied = call && copiesText(*call);
    if (!call || (!isCopied && !changesText(*call)))
      continue;
    if (!texts)
      texts.emplace(prepared);
    if (isCopied && texts->copiesNumbers(*call))
      found.push_back(call);
    for (const OwnedPointer &text :
         isCopied ? SmallVector<OwnedPointer, 2>() : ownedPointers(*call))
      if (texts->holdsNumbers(*call, text)) {
        found.push_back(call);
        break;
      }
  }
  return found;
}

static bool isCharacter(const DIType *type) {
  const auto *basic = dyn_cast_or_null<DIBasicType>(bare(type));
  return basic && basic->getSizeInBits() == 8;
}

/// Of one number, or of an array of numbers alone.
static bool isOfNumbers(const DIType *type) {
  type = bare(type);
  const auto *array = dyn_cast_or_null<DICompositeType>(type);
  if (array && array->getTag() == dwarf::DW_TAG_array_type)
    return isOfNumbers(array->getBaseType());
  const auto *basic = dyn_cast_or_null<DIBasicType>(type);
  return basic && basic->getEncoding() == dwarf::DW_ATE_float;
}

static bool isOfCharacters(const DIType *type) {
  const auto *array = dyn_cast_or_null<DICompositeType>(bare(type));
  bool isArray = array && array->getTag() == dwarf::DW_TAG_array_type;
  return isCharacter(isArray ? array->getBaseType() : type);
}

/// Is a number accessed where characters are declared, or a byte where numbers are? What is
/// declared goes on behind its own bytes, but not over other members of a structure: numbers
/// beside a string, or in storage that a structure has for them, are no text.
bool Evidence::accessesNumbersAsText(const Instruction &access) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  const Type *type = pointer ? getLoadStoreType(&access) : nullptr;
  if (!type || (!type->isFPOrFPVectorTy() && !type->isIntegerTy(8)))
    return false;
  bool isByte = type->isIntegerTy();
  return any_of(addressesOf(*pointer), [&](const Address &place) {
    Records known = recordsOf(place.root);
    bool isMember = any_of(known, [&](const Record &whole) {
      const DIType *member = memberHolding(whole, place, 1).type;
      return isByte ? isOfCharacters(member) || textAt(whole, place)
                    : isOfNumbers(member) || (member && !isOfBytes(whole.declared));
    });
    return !isMember && any_of(known, [&](const Record &record) {
      return isByte ? isOfNumbers(record.declared) : isCharacter(record.declared);
    });
  });
}

/// Is a number read or written in text that begins at the place, and of which any part may be
/// moved? It ends where it is declared to.
bool Evidence::isNumberAmong(const Address &text) const {
  const Address start{text.root, text.offset, 0};
  uint64_t most = 0;
  for (const Record &record : recordsOf(text.root))
    most = std::max(most, textAt(record, start));
  return any_of(recordsOf(text.root), [&](const Record &record) {
    int64_t distance = record.offset - text.offset;
    return record.rank == Rank::Accessed && record.pattern.hasFloats() &&
           distance + int64_t(sizeof(double)) > 0 && (!most || distance < int64_t(most));
  });
}

bool Evidence::makesTextOfNumbers() {
  auto areNumbers = [&](const Value &pointer) {
    return any_of(addressesOf(pointer), [&](const Address &place) {
      return isNumberAmong(place) || any_of(recordsOf(place.root), [&](const Record &record) {
               return record.rank >= Rank::Accessed &&
                      combine(record, place, {sizeof(double), 1}).hasFloats();
             });
    });
  };
  auto areCharacters = [&](const Value &pointer) {
    return any_of(addressesOf(pointer), [&](const Address &place) {
      return any_of(recordsOf(place.root), [&](const Record &record) {
        const auto *array = dyn_cast_or_null<DICompositeType>(record.declared);
        return isCharacter(record.declared) || textAt(record, place) ||
               (array && array->getTag() == dwarf::DW_TAG_array_type &&
                isCharacter(array->getBaseType()));
      });
    });
  };
  for (const Instruction &at : instructions(function)) {
    if (accessesNumbersAsText(at))
      return true;
    if (const auto *copy = dyn_cast<AnyMemTransferInst>(&at)) {
      if (areNumbers(*copy->getRawSource()) && areCharacters(*copy->getRawDest()))
        return true;
      continue;
    }
    const auto *call = dyn_cast<CallBase>(&at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isIntrinsic())
      continue;
    for (const Use &given : call->args())
      if (given->getType()->isPointerTy() &&
          isCharacter(declaredBehind(*callee, given.getOperandNo())) && areNumbers(*given))
        return true;
  }
  return false;
}

} // namespace enzyme
