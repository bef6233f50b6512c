//===- DebugTypes.cpp - walking through declared types --------------------===//
//
// See DebugTypes.h.
//===----------------------------------------------------------------------===//
#include "support/DebugTypes.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace enzyme {

bool isTypedefOrQualifier(unsigned tag) {
  switch (tag) {
  case dwarf::DW_TAG_typedef:
  case dwarf::DW_TAG_const_type:
  case dwarf::DW_TAG_volatile_type:
  case dwarf::DW_TAG_restrict_type:
  case dwarf::DW_TAG_atomic_type:
  case dwarf::DW_TAG_template_alias:
    return true;
  default:
    return false;
  }
}

const DIType *bare(const DIType *type) {
  while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (!isTypedefOrQualifier(derived->getTag()))
      break;
    type = derived->getBaseType();
  }
  return type;
}

bool isPointerTag(unsigned tag) {
  return tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
         tag == dwarf::DW_TAG_rvalue_reference_type;
}

const DIType *pointee(const DIType *type) {
  const auto *derived = dyn_cast_or_null<DIDerivedType>(bare(type));
  if (!derived || !isPointerTag(derived->getTag()))
    return nullptr;
  return bare(derived->getBaseType()) ? derived->getBaseType() : nullptr;
}

const DIDerivedType *asMember(const DINode *node) {
  const auto *member = dyn_cast_or_null<DIDerivedType>(node);
  // Where a virtual base lies, the object says; what is given is a place in its table.
  if (!member || member->isStaticMember() || member->isVirtual())
    return nullptr;
  bool isData =
      member->getTag() == dwarf::DW_TAG_member || member->getTag() == dwarf::DW_TAG_inheritance;
  return isData ? member : nullptr;
}

} // namespace enzyme
