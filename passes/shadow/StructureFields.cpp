//===- StructureFields.cpp ---------------------------------------------------===//
#include "shadow/StructureFields.h"
#include "rules/gpu/Kernels.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

bool isStructure(const ShadowedPrimal &primal, const Argument &parameter) {
  const Argument &written = *primal.key.primal->getArg(parameter.getArgNo());
  return written.hasByValAttr() || written.hasAttribute(structureAttribute);
}

/// Is there nothing through which it could be written?
static bool isOnlyRead(const Value &address) {
  return all_of(address.uses(), [](const Use &use) {
    const User *user = use.getUser();
    if (isa<GEPOperator, AddrSpaceCastOperator>(user))
      return isOnlyRead(*user);
    if (auto *transfer = dyn_cast<MemTransferInst>(user))
      return &use == &transfer->getRawSourceUse();
    return isa<LoadInst>(user);
  });
}

std::optional<StructureField> structureField(const ShadowedPrimal &primal, const Value &value) {
  auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->isSimple())
    return std::nullopt;
  const DataLayout &layout = load->getDataLayout();
  const Value *address = load->getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  auto *structure = dyn_cast<Argument>(
      address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!structure || offset.isNegative() || !isStructure(primal, *structure) ||
      !isOnlyRead(*structure))
    return std::nullopt;
  return StructureField{structure, offset.getZExtValue()};
}

} // namespace enzyme
