//===- Signature.cpp - the type of every derivative function --------------===//
//
// Reads the table at the top of Signature.h, row by row. Nothing else decides
// where a shadow, a seed, a tape or an adjoint stands.
//===----------------------------------------------------------------------===//
#include "abi/Signature.h"
#include "llvm/IR/Module.h"
#include <cassert>

using namespace llvm;

namespace enzyme {
namespace {

/// Collects the types of parameters or results and says where each went.
struct Slots {
  SmallVector<Type *, 8> types;
  unsigned add(Type *type) {
    types.push_back(type);
    return types.size() - 1;
  }
};

bool isDuplicated(Activity activity) {
  return activity == Activity::Dup || activity == Activity::DupNoNeed;
}

void addParameters(const DerivativeKey &key, Slots &parameters, Signature &signature) {
  FunctionType *primal = key.primal->getFunctionType();
  for (auto [index, type] : enumerate(primal->params())) {
    signature.primalParameter.push_back(parameters.add(type));
    std::optional<unsigned> shadow;
    bool hasTangent = key.mode == Mode::ForwardSplit && key.arguments[index] == Activity::Out;
    if (isDuplicated(key.arguments[index]) || hasTangent) {
      shadow = parameters.add(type);
      for (unsigned lane = 1; lane != key.width; ++lane)
        parameters.add(type);
    }
    signature.shadowParameter.push_back(shadow);
  }
  bool takesSeed = key.mode == Mode::ReverseCombined || key.mode == Mode::ReverseGradient;
  if (takesSeed && isSeeded(key.returned))
    signature.seedParameter = parameters.add(typeOfLanes(primal->getReturnType(), key.width));
  if (key.mode == Mode::ReverseGradient || key.mode == Mode::ForwardSplit)
    signature.tapeParameter = parameters.add(PointerType::getUnqual(primal->getContext()));
}

void addPrimalResults(const DerivativeKey &key, Slots &results, Signature &signature) {
  Type *returned = key.primal->getReturnType();
  if (key.mode == Mode::ReverseAugmented)
    signature.tapeResult = results.add(PointerType::getUnqual(returned->getContext()));
  if (key.mode == Mode::ReverseGradient || returned->isVoidTy())
    return;
  if (key.returnsPrimal)
    signature.primalResult = results.add(returned);
  bool hasShadow =
      isForward(key.mode) ? key.returned != ReturnActivity::Const : isShadowed(key.returned);
  if (hasShadow)
    signature.shadowResult = results.add(typeOfLanes(returned, key.width));
}

void addAdjoints(const DerivativeKey &key, Slots &results, Signature &signature) {
  bool isReverse = key.mode == Mode::ReverseCombined || key.mode == Mode::ReverseGradient;
  for (auto [index, type] : enumerate(key.primal->getFunctionType()->params())) {
    std::optional<unsigned> adjoint;
    if (isReverse && key.arguments[index] == Activity::Out)
      adjoint = results.add(typeOfLanes(type, key.width));
    signature.adjointResult.push_back(adjoint);
  }
}

} // namespace

Type *typeOfLanes(Type *one, unsigned width) {
  return width == 1 ? one : ArrayType::get(one, width);
}

Signature Signature::of(const DerivativeKey &key) {
  assert(key.primal && "a key names a function");
  assert(key.arguments.size() == key.primal->arg_size() && "one activity per parameter");
  assert(key.width != 0 && "no lanes, no derivative");
  assert(!key.primal->isVarArg() && "variadic functions are refused by the request");
  Signature signature;
  Slots parameters, results;
  addParameters(key, parameters, signature);
  addPrimalResults(key, results, signature);
  addAdjoints(key, results, signature);

  LLVMContext &context = key.primal->getContext();
  Type *result =
      results.types.empty() ? Type::getVoidTy(context) : StructType::get(context, results.types);
  signature.type = FunctionType::get(result, parameters.types, false);
  return signature;
}

std::string derivativeName(const DerivativeKey &key) {
  const char *mode = nullptr;
  switch (key.mode) {
  case Mode::Forward:
    mode = "forward";
    break;
  case Mode::ReverseCombined:
    mode = "reverse";
    break;
  case Mode::ReverseAugmented:
    mode = "augmented";
    break;
  case Mode::ForwardSplit:
    mode = "split";
    break;
  case Mode::ReverseGradient:
    mode = "gradient";
    break;
  }
  std::string stem = std::string("enzyme.") + mode + "." + key.primal->getName().str();
  for (unsigned number = 0;; ++number) {
    std::string name = stem + "." + std::to_string(number);
    if (!key.primal->getParent()->getNamedValue(name))
      return name;
  }
}

} // namespace enzyme
