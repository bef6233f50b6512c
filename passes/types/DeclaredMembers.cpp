//===- DeclaredMembers.cpp - which member of a structure bytes are --------===//
//
// Problem: of an integer it counts whether it is declared one: a counter in a structure beside
// numbers is none of them, however far copies of unknown bytes reach. And a copy of characters from
// one declared array to another reaches no further than the array does.
//
// Here: the member of the declared type of an object in which some bytes lie.
//===----------------------------------------------------------------------===//
#include "types/DeclaredMembers.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The bytes of a member. Bits are read and written with all others of their unit, as far as no
/// member that is none lies in it.
Member bytesOfMember(const DIDerivedType &member, const DICompositeType &record) {
  const DIType *type = bare(member.getBaseType());
  const auto *unit = dyn_cast_or_null<ConstantInt>(member.getStorageOffsetInBits());
  if (!unit || !type)
    return {type, member.getOffsetInBits() / 8,
            (member.getOffsetInBits() + member.getSizeInBits()) / 8};
  uint64_t begin = unit->getZExtValue() / 8, end = begin + type->getSizeInBits() / 8;
  for (const DINode *node : record.getElements())
    if (const DIDerivedType *other = asMember(node); other && !other->isBitField())
      if (uint64_t at = other->getOffsetInBits() / 8; at > begin)
        end = std::min(end, at);
  return {type, begin, end};
}

/// The innermost member of a structure in which byte `offset` lies: perhaps an array, or a union.
Member memberAround(const DIType *type, uint64_t offset) {
  uint64_t start = 0, end = 0;
  while (const auto *record = dyn_cast_or_null<DICompositeType>(bare(type))) {
    if (record->getTag() != dwarf::DW_TAG_structure_type &&
        record->getTag() != dwarf::DW_TAG_class_type)
      return {record, start, end};
    Member around;
    for (const DINode *node : record->getElements())
      if (const DIDerivedType *member = asMember(node))
        if (Member bytes = bytesOfMember(*member, *record);
            bytes.begin <= offset - start && offset - start < bytes.end)
          around = bytes;
    if (!around.type)
      return {};
    end = start + around.end;
    start += around.begin;
    type = around.type;
  }
  return {bare(type), start, end};
}

} // namespace

bool isOfBytes(const DIType *type) {
  type = bare(type);
  if (const auto *basic = dyn_cast_or_null<DIBasicType>(type))
    return basic->getSizeInBits() == 8;
  const auto *record = dyn_cast_or_null<DICompositeType>(type);
  if (record && record->getTag() == dwarf::DW_TAG_array_type)
    return isOfBytes(record->getBaseType());
  return record && all_of(record->getElements(), [](const DINode *node) {
           const DIDerivedType *member = asMember(node);
           return !member || (!member->isBitField() && isOfBytes(member->getBaseType()));
         });
}

Member memberHolding(const Record &record, const Address &place, uint64_t bytes) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (!size || !isa<DICompositeType>(record.declared))
    return {};
  uint64_t step = commonPeriod(record.stride, place.stride);
  int64_t offset = place.offset - record.offset;
  if (step % size != 0 || (!step && (offset < 0 || uint64_t(offset) >= size)))
    return {};
  offset = ((offset % int64_t(size)) + int64_t(size)) % int64_t(size);
  Member member = memberAround(record.declared, offset);
  return member.type && offset + bytes <= member.end ? Member{member.type, 0, member.end - offset}
                                                     : Member{};
}

/// An array of characters that no other member of `record` lies behind may go on as far as was
/// allocated (`char data[1]`), but for one that is the larger part of a union.
static bool mayGoOn(const Record &record, const Address &place, uint64_t text) {
  uint64_t size = record.declared->getSizeInBits() / 8;
  uint64_t offset = uint64_t(place.offset - record.offset) % size;
  for (uint64_t behind = offset + text; behind < size; ++behind)
    if (memberAround(record.declared, behind).type)
      return false;
  return true;
}

uint64_t textAt(const Record &record, const Address &place) {
  Member member = memberHolding(record, place, 1);
  const auto *declared = dyn_cast_or_null<DICompositeType>(member.type);
  auto isText = [](const DIType *type) {
    const auto *array = dyn_cast_or_null<DICompositeType>(bare(type));
    return array && array->getTag() == dwarf::DW_TAG_array_type && isOfBytes(array);
  };
  if (!declared)
    return 0;
  if (declared->getTag() != dwarf::DW_TAG_union_type)
    return isText(declared) && !mayGoOn(record, place, member.end) ? member.end : 0;
  unsigned asLarge = 0;
  bool isTextLargest = false;
  for (const DINode *node : declared->getElements())
    if (const DIDerivedType *part = asMember(node);
        part && part->getSizeInBits() == declared->getSizeInBits()) {
      ++asLarge;
      isTextLargest = isText(part->getBaseType());
    }
  return asLarge == 1 && isTextLargest ? member.end : 0;
}

bool isIntegerMember(const Record &record, const Address &place, uint64_t bytes) {
  if (isOfBytes(record.declared))
    return false;
  const auto *basic = dyn_cast_or_null<DIBasicType>(memberHolding(record, place, bytes).type);
  return basic && basic->getEncoding() != dwarf::DW_ATE_float;
}

bool isArrayOfIntegers(const Record &record, const Address &place, uint64_t bytes) {
  const auto *array =
      dyn_cast_or_null<DICompositeType>(bare(memberHolding(record, place, bytes).type));
  const auto *element = array && array->getTag() == dwarf::DW_TAG_array_type
                            ? dyn_cast_or_null<DIBasicType>(bare(array->getBaseType()))
                            : nullptr;
  return element && element->getEncoding() != dwarf::DW_ATE_float;
}

bool isChoice(const Record &record, const Address &place, uint64_t bytes) {
  const auto *type = dyn_cast_or_null<DICompositeType>(memberHolding(record, place, bytes).type);
  return type && type->getTag() == dwarf::DW_TAG_enumeration_type && !type->getElements().empty();
}

} // namespace enzyme
