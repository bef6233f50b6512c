//===- DeviceVariables.cpp ----------------------------------------------------===//
#include "parallel/DeviceVariables.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned globalSpace = 1; // of both makers

/// On variables in a file whose host code asks for derivatives.
constexpr StringLiteral launchedMetadata = "enzyme.of.launches";

SmallVector<GlobalVariable *, 4> variablesOf(Module &module) {
  SmallVector<GlobalVariable *, 4> variables;
  if (isForDevice(module))
    for (GlobalVariable &variable : module.globals())
      if (gpu::isKnownToHost(variable))
        variables.push_back(&variable);
  return variables;
}

GlobalVariable *shadowOf(const GlobalVariable &variable) {
  return variable.getParent()->getGlobalVariable(gpu::nameOfShadow(variable.getName()));
}

gpu::Mark markOf(const GlobalVariable &shadow) {
  auto *mark = cast<ConstantInt>(shadow.getInitializer()->getAggregateElement(1U));
  return gpu::Mark(mark->getSExtValue());
}

/// Front ends make a generic address of the variable at once; what does not stays as it is.
void makeGeneric(GlobalVariable &variable, Constant &generic) {
  for (User *user : make_early_inc_range(variable.users())) {
    bool isCast = Operator::getOpcode(user) == Instruction::AddrSpaceCast;
    if (!isCast || user->getType() != generic.getType())
      continue;
    user->replaceAllUsesWith(&generic);
    if (auto *cast = dyn_cast<Instruction>(user))
      cast->eraseFromParent();
  }
}

/// Do kernels only load from it, and no addresses?
bool isOnlyRead(const Value &address) {
  return all_of(address.users(), [](const User *user) {
    if (auto *list = dyn_cast<GlobalVariable>(user))
      return gpu::isListOfUsed(*list);
    unsigned opcode = Operator::getOpcode(user);
    return (isa<ConstantAggregate>(user) && isOnlyRead(*user)) || opcode == Instruction::Load ||
           ((opcode == Instruction::AddrSpaceCast || opcode == Instruction::GetElementPtr) &&
            isOnlyRead(*user));
  });
}
bool isConstantToKernels(const GlobalVariable &variable) {
  return variable.isConstant() ||
         (gpu::canHaveShadow(*variable.getValueType()) && isOnlyRead(variable));
}

/// The shadow that the atomic sum adds to, if the host says of it whether anything is to be added.
GlobalVariable *shadowBehind(AtomicRMWInst &sum) {
  auto *variable =
      dyn_cast<GlobalVariable>(getUnderlyingObject(sum.getPointerOperand(), /*MaxLookup=*/0));
  StringRef name = variable ? variable->getName() : "";
  std::string none = gpu::nameOfShadow("");
  bool isShadow = name.consume_front(none) && sum.getModule()->getGlobalVariable(name);
  return isShadow && isa<StructType>(variable->getValueType()) ? variable : nullptr;
}

} // namespace

void makeShadowsOfVariables(Module &program, Varying varying) {
  for (GlobalVariable *variable : variablesOf(program)) {
    variable->setMetadata(launchedMetadata, MDNode::get(program.getContext(), {}));
    if (varying == Varying::None || !gpu::canHaveShadow(*variable->getValueType()))
      continue;
    StructType *type = gpu::typeOfShadow(*variable->getValueType());
    bool isFixed = varying == Varying::NoConstants && variable->isConstant();
    gpu::Mark mark = isFixed ? gpu::Mark::IsConstant : gpu::Mark::IsFixed;
    Constant *initial =
        ConstantStruct::get(type, {Constant::getNullValue(variable->getValueType()),
                                   ConstantInt::getSigned(type->getElementType(1), int64_t(mark))});
    auto *shadow = new GlobalVariable(
        program, type, /*isConstant=*/false, GlobalValue::ExternalLinkage, initial,
        gpu::nameOfShadow(variable->getName()), nullptr, GlobalValue::NotThreadLocal, globalSpace);
    shadow->setExternallyInitialized(true);
    shadow->setVisibility(variable->getVisibility());
    shadow->setDSOLocal(variable->isDSOLocal());
    shadow->setAlignment(variable->getAlign());
    appendToCompilerUsed(program, {shadow});
  }
}

void nameDeviceVariables(Module &workshop) {
  if (mutation::breaks("device-variable.named"))
    return;
  for (GlobalVariable *variable : variablesOf(workshop)) {
    GlobalVariable *shadow = shadowOf(*variable);
    bool isActive = shadow && markOf(*shadow) != gpu::Mark::IsConstant;
    if (!variable->hasMetadata(launchedMetadata) || (!isActive && !isConstantToKernels(*variable)))
      continue;
    auto *generic = new GlobalVariable(workshop, variable->getValueType(), /*isConstant=*/false,
                                       GlobalValue::ExternalLinkage, nullptr,
                                       gpu::variablePrefix + variable->getName(), nullptr,
                                       GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    generic->setAlignment(variable->getAlign());
    if (!isActive) // but between the halves of a derivative the host may copy to it
      generic->setMetadata(wordOf(Property::Inactive), MDNode::get(workshop.getContext(), {}));
    makeGeneric(*variable, *generic);
  }
}

void lowerDeviceVariables(Module &workshop) {
  if (!isForDevice(workshop))
    return;
  for (GlobalVariable &named : make_early_inc_range(workshop.globals())) {
    bool isShadow = gpu::isShadowOfNamed(named);
    if (!isShadow && !gpu::isNamedVariable(named))
      continue;
    StringRef name = named.getName().split(gpu::variablePrefix).second;
    GlobalVariable *own =
        workshop.getGlobalVariable(isShadow ? gpu::nameOfShadow(name) : name.str());
    named.replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(own, named.getType()));
    named.eraseFromParent();
  }
}

void guardSumsOfVariables(Module &workshop) {
  if (!isForDevice(workshop) || mutation::breaks("device-variable.guard"))
    return;
  SmallVector<std::pair<AtomicRMWInst *, GlobalVariable *>, 8> sums;
  for (Function &function : workshop)
    for (Instruction &at : instructions(function))
      if (auto *sum = dyn_cast<AtomicRMWInst>(&at); sum && sum->use_empty())
        if (GlobalVariable *shadow = shadowBehind(*sum))
          sums.emplace_back(sum, shadow);
  for (auto [sum, shadow] : sums) {
    IRBuilder<> builder(sum);
    Type *word = cast<StructType>(shadow->getValueType())->getElementType(1);
    Value *mark = builder.CreateLoad(
        word, builder.CreateStructGEP(shadow->getValueType(), shadow, 1), "varies");
    Value *varies = builder.CreateIsNotNull(mark);
    sum->moveBefore(SplitBlockAndInsertIfThen(varies, sum->getIterator(), /*Unreachable=*/false)
                        ->getIterator());
  }
}

} // namespace enzyme
