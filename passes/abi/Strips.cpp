//===- Strips.cpp --------------------------------------------------------===//
#include "abi/Strips.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace enzyme {

/// The same without names: the type of one structure has another name in each module.
static Type *withoutNames(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(withoutNames(array->getElementType()), array->getNumElements());
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return type;
  SmallVector<Type *, 8> members;
  for (Type *member : structure->elements())
    members.push_back(withoutNames(member));
  return StructType::get(type->getContext(), members, structure->isPacked());
}

StripSignature StripSignature::of(const DerivativeKey &key, bool hasResults) {
  StripSignature signature;
  signature.strip = Signature::of(key);
  LLVMContext &context = key.primal->getContext();
  Type *word = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  SmallVector<Type *, 8> parameters, results;
  const bool isForward = enzyme::isForward(key.mode);
  for (auto [index, type] : enumerate(key.primal->getFunctionType()->params())) {
    if (key.primal->getArg(index)->hasStructRetAttr()) {
      bool hasShadow = signature.strip.shadowParameter[index].has_value();
      signature.hidden = withoutNames(key.primal->getParamStructRetType(index));
      signature.primalParameter.push_back(0);
      signature.baseParameter.push_back(std::nullopt);
      if (!isForward && hasShadow) {
        signature.seedsParameter = parameters.size();
        parameters.push_back(pointer);
      }
      if (isForward && key.arguments[index] == Activity::Dup) {
        signature.hiddenPrimal = results.size();
        results.push_back(signature.hidden);
      }
      if (isForward && hasShadow) {
        signature.hiddenLanes = results.size();
        results.push_back(pointer);
      }
      continue;
    }
    signature.primalParameter.push_back(parameters.size());
    parameters.push_back(type);
    std::optional<unsigned> base;
    if (signature.strip.shadowParameter[index]) {
      base = parameters.size();
      parameters.append({pointer, word});
    }
    signature.baseParameter.push_back(base);
  }
  signature.lanesParameter = parameters.size();
  parameters.push_back(word);
  if (signature.strip.seedParameter && key.mode == Mode::ReverseGradient) {
    signature.seedParameter = parameters.size();
    parameters.append({pointer, word});
  }
  if (signature.strip.tapeParameter) {
    signature.tapeParameter = parameters.size();
    parameters.push_back(pointer);
  }
  auto *natural =
      hasResults ? dyn_cast<StructType>(signature.strip.type->getReturnType()) : nullptr;
  signature.firstResult = results.size();
  for (unsigned i = 0; natural && i != natural->getNumElements(); ++i)
    results.push_back(signature.isPerLane(i) ? pointer : natural->getElementType(i));
  Type *result = results.empty() ? Type::getVoidTy(context) : StructType::get(context, results);
  signature.type = FunctionType::get(result, parameters, false);
  return signature;
}

} // namespace enzyme
