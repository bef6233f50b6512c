//===- KernelStructures.cpp -----------------------------------------------------===//
#include "pipeline/KernelStructures.h"
#include "request/ReadArguments.h"
#include "rules/gpu/Kernels.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral twinSuffix = ".own"; // what no function of the program is named

/// Front ends copy such a structure to a variable of the kernel, and use that.
bool isOnlyCopied(const Argument &structure) {
  return all_of(structure.users(), [&](const User *user) {
    auto *copy = dyn_cast<MemCpyInst>(user);
    return copy && copy->getRawSource() == &structure && copy->getRawDest() != &structure;
  });
}

Function *declareTwin(const Function &kernel, Module &module) {
  SmallVector<Type *, 8> types;
  SmallVector<AttributeSet, 8> attributes;
  AttrBuilder ofStructures(kernel.getContext());
  ofStructures.addAttribute(structureAttribute);
  for (const Argument &parameter : kernel.args()) {
    bool isHidden = hidesNumbers(parameter);
    types.push_back(isHidden ? PointerType::get(kernel.getContext(), 0) : parameter.getType());
    attributes.push_back(isHidden ? AttributeSet::get(kernel.getContext(), ofStructures)
                                  : kernel.getAttributes().getParamAttrs(parameter.getArgNo()));
  }
  Function *twin =
      Function::Create(FunctionType::get(kernel.getReturnType(), types, false),
                       GlobalValue::ExternalLinkage, kernel.getName() + twinSuffix, module);
  twin->setCallingConv(kernel.getCallingConv());
  twin->setAttributes(
      AttributeList::get(kernel.getContext(), kernel.getAttributes().getFnAttrs(), {}, attributes));
  return twin;
}

void fillTwin(Function &twin, Function &kernel) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&kernel, map);
  twin.splice(twin.end(), copy);
  twin.setSubprogram(copy->getSubprogram());
  for (auto [old, now] : zip_equal(copy->args(), twin.args())) {
    if (!hidesNumbers(old)) {
      old.replaceAllUsesWith(&now);
      continue;
    }
    for (User *user : make_early_inc_range(old.users())) {
      auto *from = cast<MemCpyInst>(user);
      IRBuilder<> builder(from);
      builder.CreateMemCpy(from->getRawDest(), from->getDestAlign(), &now, from->getSourceAlign(),
                           from->getLength(), from->isVolatile());
      from->eraseFromParent();
    }
  }
  copy->eraseFromParent();
}

} // namespace

bool hidesNumbers(const Argument &parameter) {
  return parameter.hasByRefAttr() && holdsFloat(parameter.getParamByRefType());
}

Function *makeTwin(Function &kernel, Module *pristine) {
  Function *written = pristine ? pristine->getFunction(kernel.getName()) : &kernel;
  if (!written || written->isDeclaration() || any_of(written->args(), [](const Argument &one) {
        return hidesNumbers(one) && !isOnlyCopied(one);
      }))
    return nullptr;
  Function *twin = declareTwin(*written, *written->getParent());
  fillTwin(*twin, *written);
  return pristine ? declareTwin(kernel, *kernel.getParent()) : twin;
}

bool isTwin(const Function &function) {
  return isKernel(function) && function.getName().ends_with(twinSuffix);
}

} // namespace enzyme
