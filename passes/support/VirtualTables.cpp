//===- VirtualTables.cpp - classes of virtual calls and of tables ----------===//
#include "support/VirtualTables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace enzyme {

std::optional<VirtualSlot> virtualSlotOf(const CallBase &call) {
  auto [distance, name] = call.getFnAttr(staticClassMark).getValueAsString().split(' ');
  uint64_t offset = 0;
  if (name.empty() || distance.getAsInteger(10, offset))
    return std::nullopt;
  return VirtualSlot{name, offset};
}

/// A table is a structure of arrays, one for each part of the object that has a table of its own.
bool visitSlots(const GlobalVariable &table, function_ref<void(Function &, VirtualSlot)> visit) {
  SmallVector<MDNode *, 16> types;
  table.getMetadata(LLVMContext::MD_type, types);
  const auto *whole =
      table.hasInitializer() ? dyn_cast<ConstantStruct>(table.getInitializer()) : nullptr;
  if (types.empty() || !whole)
    return false;
  const StructLayout *layout = table.getDataLayout().getStructLayout(whole->getType());
  const uint64_t word = table.getDataLayout().getPointerSize();
  for (MDNode *type : types) {
    const auto *className = dyn_cast<MDString>(type->getOperand(1));
    const auto *addressPoint = mdconst::dyn_extract<ConstantInt>(type->getOperand(0));
    if (!className || !addressPoint || addressPoint->getZExtValue() == 0)
      continue;
    // The address point lies behind an entry of its part, and may be the part's end.
    uint64_t before = addressPoint->getZExtValue() - 1;
    if (before >= layout->getSizeInBytes())
      continue;
    unsigned index = layout->getElementContainingOffset(before);
    const auto *part = dyn_cast<ConstantArray>(whole->getOperand(index));
    uint64_t first = (addressPoint->getZExtValue() - layout->getElementOffset(index)) / word;
    for (uint64_t i = first; part && i < part->getNumOperands(); ++i)
      if (auto *function = dyn_cast<Function>(part->getOperand(i)->stripPointerCasts()))
        visit(*function, {className->getString(), (i - first) * word});
  }
  return true;
}

} // namespace enzyme
