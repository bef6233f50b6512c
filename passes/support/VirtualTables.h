//===- VirtualTables.h - pointers to virtual tables ------------------------===//
//
// clang says in alias metadata which loads give an object's pointer to its table. Nothing is
// ever stored into such a table. Without metadata nothing is known.
//
// Of a virtual call it is noted (frontend/StaticClasses.h) of which class the object is declared to
// be, and at which distance from the table's address point the function lies; of a table, for which
// classes' objects it stands at which of its address points (!type, as LLVM uses it for
// whole-program devirtualization).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_VIRTUALTABLES_H
#define ENZYME_SUPPORT_VIRTUALTABLES_H

#include "support/AliasTags.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include <tuple>

namespace enzyme {

inline bool isVirtualPointer(const llvm::LoadInst &load) {
  std::optional<AliasTag> tag = aliasTagOf(load);
  return tag && nameOfTagged(tag->scalar) == tablePointerName;
}

/// A table itself, also of an object while it is constructed (Itanium C++ ABI).
inline bool isVirtualTable(const llvm::GlobalVariable &variable) {
  return variable.isConstant() &&
         (variable.getName().starts_with("_ZTV") || variable.getName().starts_with("_ZTC"));
}

/// An attribute of calls: "<distance of the slot from the address point> _ZTS<class>". Metadata
/// would be lost where LLVM's inliner makes an invoke of a call.
inline constexpr const char *staticClassMark = "enzyme_static_class";

/// Which entry of a virtual table a call takes its function from.
struct VirtualSlot {
  llvm::StringRef className; ///< empty: the table may be of any class
  uint64_t offset;           ///< from the address point
  bool operator<(const VirtualSlot &other) const {
    return std::tie(className, offset) < std::tie(other.className, other.offset);
  }
};

/// None if the call is not virtual, or nothing is known of the class.
std::optional<VirtualSlot> virtualSlotOf(const llvm::CallBase &call);

/// Each function in the table, with each slot that it stands in. False if the table says nothing of
/// its classes.
bool visitSlots(const llvm::GlobalVariable &table,
                llvm::function_ref<void(llvm::Function &, VirtualSlot)> visit);

} // namespace enzyme
#endif
