//===- Variables.cpp ---------------------------------------------------------===//
#include "rules/gpu/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme::gpu {
namespace {

constexpr StringLiteral shadowPrefix = "enzyme_shadow_of_";
constexpr StringLiteral variableMetadata = "enzyme.gpu.variable";
constexpr StringLiteral shadowMetadata = "enzyme.gpu.shadow";
constexpr StringLiteral constantMetadata = "enzyme.gpu.constant";

/// An address, or room for one: as many bytes.
bool mayHoldAddress(Type *type) {
  constexpr unsigned addressBytes = 8;
  if (auto *array = dyn_cast<ArrayType>(type))
    return (array->getElementType()->isIntegerTy(8) && array->getNumElements() >= addressBytes) ||
           mayHoldAddress(array->getElementType());
  if (isa<StructType>(type))
    return any_of(type->subtypes(), mayHoldAddress);
  return type->isPtrOrPtrVectorTy();
}

} // namespace

bool canHaveShadow(Type &type) { return type.isSized() && !mayHoldAddress(&type); }

StructType *typeOfShadow(Type &type) {
  return StructType::get(type.getContext(), {&type, Type::getInt32Ty(type.getContext())});
}

uint64_t placeOfMark(Type &type, const DataLayout &layout) {
  return layout.getStructLayout(typeOfShadow(type))->getElementOffset(1);
}

std::string nameOfShadow(StringRef variable) { return (shadowPrefix + variable).str(); }

bool isKnownToHost(const GlobalVariable &variable) {
  constexpr unsigned global = 1, constant = 4; // of both makers
  unsigned space = variable.getAddressSpace();
  return (space == global || space == constant) && variable.isExternallyInitialized() &&
         variable.hasExternalLinkage() && variable.hasInitializer() &&
         !variable.getName().starts_with(shadowPrefix);
}

bool isListOfUsed(const GlobalVariable &variable) {
  return variable.getName().starts_with("__clang_gpu_used_external");
}

bool isNamedVariable(const GlobalVariable &variable) {
  return variable.getName().starts_with(variablePrefix);
}

void noteShadowOfNamed(GlobalVariable &shadow, bool isKnownToHost) {
  LLVMContext &context = shadow.getContext();
  auto *known = ConstantInt::getBool(context, isKnownToHost);
  shadow.setMetadata(shadowMetadata, MDNode::get(context, ConstantAsMetadata::get(known)));
}

bool isShadowOfNamed(const GlobalVariable &variable) {
  return variable.hasMetadata(shadowMetadata);
}

bool isShadowForHost(const GlobalVariable &variable) {
  const MDNode *node = variable.getMetadata(shadowMetadata);
  return node && mdconst::extract<ConstantInt>(node->getOperand(0))->isOne();
}

bool isRegistrationOfVariable(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee && callee->isDeclaration() ? callee->getName() : "";
  return (name == "__cudaRegisterVar" || name == "__hipRegisterVar") && call.arg_size() == 8;
}

void standsForVariable(GlobalVariable &variable, bool isConstant, Function &begin,
                       Constant &format) {
  LLVMContext &context = variable.getContext();
  Constant *mark = ConstantInt::getBool(context, isConstant);
  variable.setMetadata(variableMetadata, MDNode::get(context, {ConstantAsMetadata::get(&begin),
                                                               ConstantAsMetadata::get(mark),
                                                               ConstantAsMetadata::get(&format)}));
}

void noteConstantToKernels(GlobalVariable &variable) {
  variable.setMetadata(constantMetadata, MDNode::get(variable.getContext(), {}));
}

bool isConstantToKernels(const GlobalVariable &variable) {
  return variable.hasMetadata(constantMetadata);
}

Constant *formatOf(const GlobalVariable &variable) {
  return mdconst::extract<Constant>(variable.getMetadata(variableMetadata)->getOperand(2));
}

Function *beginOf(const GlobalVariable &variable) {
  const MDNode *node = variable.getMetadata(variableMetadata);
  return node ? mdconst::dyn_extract_or_null<Function>(node->getOperand(0)) : nullptr;
}

bool isConstantOnDevice(const GlobalVariable &variable) {
  const MDNode *node = variable.getMetadata(variableMetadata);
  return node && mdconst::extract<ConstantInt>(node->getOperand(1))->isOne();
}

} // namespace enzyme::gpu
