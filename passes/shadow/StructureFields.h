//===- StructureFields.h - what a kernel reads of structures it is passed ----===//
#ifndef ENZYME_SHADOW_STRUCTUREFIELDS_H
#define ENZYME_SHADOW_STRUCTUREFIELDS_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Is `parameter` of the prepared kernel a structure that is passed by value? Each thread has a
/// copy of it, and of its shadow.
bool isStructure(const ShadowedPrimal &primal, const llvm::Argument &parameter);

/// A part of a structure that is never written: the same number, or address, in all threads.
struct StructureField {
  const llvm::Argument *structure = nullptr;
  uint64_t offset = 0;
};
std::optional<StructureField> structureField(const ShadowedPrimal &primal,
                                             const llvm::Value &value);

} // namespace enzyme
#endif
