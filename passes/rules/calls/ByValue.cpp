//===- ByValue.cpp - complex numbers out of memory -----------------------===//
//
// long double complex is passed in memory on x86-64 (byval), complex fp128 also
// returned there (sret). A formula needs values. The call becomes
//
//     %w = call {T, T} @enzyme.byvalue.cexpl(T %re, T %im)
//
// and that function, made here, stores its arguments and calls cexpl. It says by
// "enzyme_math" which function it is, so that the formula is found.
//===----------------------------------------------------------------------===//
#include "rules/calls/ByValue.h"
#include "rules/Lookup.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// {T, T} behind a byval or sret argument, else null.
StructType *pairBehind(const CallBase &call, unsigned argument) {
  Type *type = call.isByValArgument(argument) ? call.getParamByValType(argument)
               : call.paramHasAttr(argument, Attribute::StructRet)
                   ? call.getParamStructRetType(argument)
                   : nullptr;
  auto *pair = dyn_cast_or_null<StructType>(type);
  bool isComplex = pair && pair->getNumElements() == 2 &&
                   pair->getElementType(0)->isFloatingPointTy() &&
                   pair->getElementType(0) == pair->getElementType(1);
  return isComplex ? pair : nullptr;
}

bool isReturnedInMemory(const CallBase &call) {
  return call.arg_size() > 0 && call.paramHasAttr(0, Attribute::StructRet);
}

/// The call's type with both parts of each pair as operands; null when no
/// argument is a pair in memory.
FunctionType *typeByValue(const CallBase &call) {
  SmallVector<Type *, 4> types;
  Type *result = call.getType();
  bool hasPairs = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    StructType *pair = pairBehind(call, i);
    hasPairs |= pair != nullptr;
    if (pair && i == 0 && isReturnedInMemory(call))
      result = pair;
    else if (pair)
      types.append(pair->element_begin(), pair->element_end());
    else
      types.push_back(call.getArgOperand(i)->getType());
  }
  return hasPairs ? FunctionType::get(result, types, false) : nullptr;
}

/// {T, T} at `address`, part by part.
void loadPair(IRBuilder<> &builder, StructType *pair, Value *address,
              SmallVectorImpl<Value *> &values) {
  for (unsigned part : {0, 1})
    values.push_back(builder.CreateLoad(pair->getElementType(part),
                                        builder.CreateStructGEP(pair, address, part)));
}

/// The body: pairs into memory, the call as it was, the result out of memory.
void writeBody(Function &wrapper, const CallBase &call) {
  IRBuilder<> builder(BasicBlock::Create(wrapper.getContext(), "", &wrapper));
  auto *inner = cast<CallInst>(call.clone());
  Value *returned = nullptr;
  unsigned next = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    StructType *pair = pairBehind(call, i);
    if (!pair) {
      inner->setArgOperand(i, wrapper.getArg(next++));
      continue;
    }
    AllocaInst *memory = builder.CreateAlloca(pair);
    inner->setArgOperand(i, memory);
    if (i == 0 && isReturnedInMemory(call)) {
      returned = memory;
      continue;
    }
    for (unsigned part : {0, 1})
      builder.CreateStore(wrapper.getArg(next++), builder.CreateStructGEP(pair, memory, part));
  }
  inner->setTailCallKind(CallInst::TCK_None);
  inner->setDebugLoc(DebugLoc());
  builder.Insert(inner);
  if (returned)
    builder.CreateRet(builder.CreateLoad(wrapper.getReturnType(), returned));
  else
    builder.CreateRet(inner);
}

Function *wrapperFor(const CallBase &call, FunctionType *type) {
  Function *callee = call.getCalledFunction();
  Module &module = *callee->getParent();
  std::string name = (calls::byValuePrefix + callee->getName()).str();
  if (Function *made = module.getFunction(name))
    return made;
  Function *wrapper = Function::Create(type, GlobalValue::InternalLinkage, name, module);
  wrapper->addFnAttr("enzyme_math", callee->getName());
  wrapper->addFnAttr(Attribute::NoInline);
  wrapper->addFnAttr(Attribute::NoUnwind);
  wrapper->addFnAttr(Attribute::WillReturn);
  wrapper->setDoesNotAccessMemory(); // but its own; errno does not matter here
  writeBody(*wrapper, call);
  return wrapper;
}

} // namespace

bool passComplexByValue(CallInst &call) {
  Function *callee = call.getCalledFunction();
  FunctionType *type = callee ? typeByValue(call) : nullptr;
  if (!type || !lookUp(callee->getName(), *type))
    return false;

  IRBuilder<> builder(&call);
  SmallVector<Value *, 4> values;
  Value *returned = isReturnedInMemory(call) ? call.getArgOperand(0) : nullptr;
  for (unsigned i = returned ? 1 : 0; i < call.arg_size(); ++i) {
    if (StructType *pair = pairBehind(call, i))
      loadPair(builder, pair, call.getArgOperand(i), values);
    else
      values.push_back(call.getArgOperand(i));
  }
  CallInst *byValue = builder.CreateCall(wrapperFor(call, type), values);
  if (returned)
    for (unsigned part : {0, 1})
      builder.CreateStore(builder.CreateExtractValue(byValue, part),
                          builder.CreateStructGEP(type->getReturnType(), returned, part));
  else
    call.replaceAllUsesWith(byValue);
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
