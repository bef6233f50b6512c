//===- Strips.cpp --------------------------------------------------------===//
#include "request/Strips.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace enzyme {

StripSignature StripSignature::of(const DerivativeKey &key) {
  StripSignature signature;
  signature.strip = Signature::of(key);
  LLVMContext &context = key.primal->getContext();
  Type *word = Type::getInt64Ty(context), *pointer = PointerType::getUnqual(context);
  SmallVector<Type *, 8> parameters, results;
  for (auto [index, type] : enumerate(key.primal->getFunctionType()->params())) {
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
  auto *natural = dyn_cast<StructType>(signature.strip.type->getReturnType());
  for (unsigned i = 0; natural && i != natural->getNumElements(); ++i)
    results.push_back(signature.isPerLane(i) ? pointer : natural->getElementType(i));
  Type *result = natural ? StructType::get(context, results) : Type::getVoidTy(context);
  signature.type = FunctionType::get(result, parameters, false);
  return signature;
}

} // namespace enzyme
