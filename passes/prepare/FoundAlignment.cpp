//===- FoundAlignment.cpp - alignment that a shadow need not have -----------===//
//
// Problem: code that is written in vectors looks at an address, goes number by number up to the
// first place that is aligned, and takes whole vectors from there on. The same places of the
// shadow are aligned otherwise, where memory is only aligned as its numbers want: a derivative
// that reads them so ends in a fault.
//
// Here: such accesses are aligned as single numbers, in the primal's copy, too. What is known of
// the memory itself, by its variable or parameter, its shadow has as well.
//===----------------------------------------------------------------------===//
#include "prepare/FoundAlignment.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

/// Of the memory alone: what dominates an access says something of its address.
static Align alignmentOfMemory(Value &address, Type &vector, const DataLayout &layout) {
  Align element = layout.getABITypeAlign(vector.getScalarType());
  return std::max(element, getKnownAlignment(&address, layout));
}

void dropFoundAlignment(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &access : instructions(function)) {
    if (auto *load = dyn_cast<LoadInst>(&access); load && load->getType()->isVectorTy())
      load->setAlignment(std::min(load->getAlign(), alignmentOfMemory(*load->getPointerOperand(),
                                                                      *load->getType(), layout)));
    if (auto *store = dyn_cast<StoreInst>(&access)) {
      Type *type = store->getValueOperand()->getType();
      if (type->isVectorTy())
        store->setAlignment(std::min(
            store->getAlign(), alignmentOfMemory(*store->getPointerOperand(), *type, layout)));
    }
  }
}

} // namespace enzyme
