//===- Pools.cpp - whether floats may lie where addresses were -------------===//
//
// Problem: the blocks that a pool has free are linked to each other, and the links lie in the
// blocks: in memory that holds floats before and afterwards. Where the list's head lies, in a
// variable, a structure, a register, and how blocks are linked is the program's matter.
//
// Here: every pointer that is stored may be such a link, except where it is plain that
// they are none: null, what goes into a variable of pointers, and the address of fresh memory
// in which the function that allocates it stores no pointers.
//===----------------------------------------------------------------------===//
#include "prepare/Pools.h"
#include "library/fftw/Fftw.h"
#include "library/gpu/Gpu.h"
#include "limits/prepare.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral noteName = "enzyme.pools";

namespace {

bool isUnion(const Type &type) {
  const auto *structure = dyn_cast<StructType>(&type);
  return structure && structure->hasName() && structure->getName().starts_with("union.");
}

bool hasUnion(const Type &type) {
  return isUnion(type) || any_of(type.subtypes(), [](Type *member) { return hasUnion(*member); });
}

bool hasPointer(const Type &type) {
  return type.isPointerTy() ||
         any_of(type.subtypes(), [](Type *member) { return hasPointer(*member); });
}

/// Has the type pointers, which share their place with nothing else?
bool isOfPointers(const Type &type) { return hasPointer(type) && !hasUnion(type); }

bool isVariableOfPointers(const Value &object) {
  if (const auto *local = dyn_cast<AllocaInst>(&object))
    return isOfPointers(*local->getAllocatedType());
  if (const auto *parameter = dyn_cast<Argument>(&object))
    return parameter->getParent()->getAttributes().hasParamAttr(parameter->getArgNo(),
                                                                ofAddressesAttribute);
  const auto *global = dyn_cast<GlobalVariable>(&object);
  return global && isOfPointers(*global->getValueType());
}

bool storesAddress(const StoreInst &store) {
  const Value &value = *store.getValueOperand();
  return value.getType()->isPointerTy() || isa<PtrToIntOperator>(value);
}

/// Are no pointers stored in `memory` here, nor by others it is handed to?
bool holdsNoPointers(const Value &memory) {
  SmallSetVector<const Value *, 16> work;
  work.insert(&memory);
  for (unsigned i = 0; i != work.size(); ++i) {
    if (i == limits::usesOfPool)
      return false;
    for (const Use &use : work[i]->uses()) {
      const User *user = use.getUser();
      const auto *store = dyn_cast<StoreInst>(user);
      if (store && use.getOperandNo() == 1 && storesAddress(*store))
        return false;
      if (isa<CallBase>(user) && !isa<IntrinsicInst>(user))
        return false;
      if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(user))
        work.insert(user);
    }
  }
  return true;
}

bool mayBeLink(const StoreInst &store) {
  const Value &value = *store.getValueOperand();
  if (!storesAddress(store) || isa<ConstantData>(value) ||
      isVariableOfPointers(*getUnderlyingObject(store.getPointerOperand())))
    return false;
  const Value *object = getUnderlyingObject(&value);
  return !(isNoAliasCall(object) && holdsNoPointers(*object));
}

} // namespace

void notePools(Module &workshop, ArrayRef<Function *> functions) {
  bool hasOne = any_of(functions, [](Function *function) {
    return !isOfGpu(*function) &&
           !isOfFftw(*function) && // where plans lead, which are no blocks of a pool
           any_of(instructions(*function), [](const Instruction &at) {
             auto *store = dyn_cast<StoreInst>(&at);
             return store && mayBeLink(*store);
           });
  });
  if (hasOne)
    workshop.getOrInsertNamedMetadata(noteName);
}

bool hasPools(const Module &workshop) { return workshop.getNamedMetadata(noteName); }

} // namespace enzyme
