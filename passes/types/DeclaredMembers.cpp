//===- DeclaredMembers.cpp -------------------------------------------------===//
#include "types/DeclaredMembers.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Member {
  const DIType *type = nullptr;
  uint64_t begin = 0, end = 0; ///< its bytes
};

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

/// The member of a structure in which byte `offset` lies; null in arrays and unions.
Member memberAround(const DIType *type, uint64_t offset) {
  uint64_t start = 0, end = 0;
  while (const auto *record = dyn_cast_or_null<DICompositeType>(bare(type))) {
    if (record->getTag() == dwarf::DW_TAG_enumeration_type)
      return {record, start, end};
    if (record->getTag() != dwarf::DW_TAG_structure_type &&
        record->getTag() != dwarf::DW_TAG_class_type)
      return {};
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

const DIType *memberHolding(const Record &record, const Address &place, uint64_t bytes) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (!size || !isa<DICompositeType>(record.declared))
    return nullptr;
  uint64_t step = commonPeriod(record.stride, place.stride);
  int64_t offset = place.offset - record.offset;
  if (step % size != 0 || (!step && (offset < 0 || uint64_t(offset) >= size)))
    return nullptr;
  offset = ((offset % int64_t(size)) + int64_t(size)) % int64_t(size);
  Member member = memberAround(record.declared, offset);
  return member.type && offset + bytes <= member.end ? member.type : nullptr;
}

} // namespace enzyme
