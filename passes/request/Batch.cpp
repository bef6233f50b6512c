//===- Batch.cpp - the agreement between a batch and its request ----------===//
#include "request/Batch.h"
#include "request/Convert.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

BatchKey batchKeyOf(const Request &request, Function *primal) {
  BatchKey key;
  key.primal = primal;
  key.width = request.width;
  for (const Binding &binding : request.parameters)
    key.spreads.push_back(binding.spread);
  return key;
}

BatchSignature BatchSignature::of(const BatchKey &key) {
  BatchSignature signature;
  LLVMContext &context = key.primal->getContext();
  SmallVector<Type *, 16> parameters;
  for (const Argument &parameter : key.primal->args()) {
    signature.first.push_back(parameters.size());
    switch (key.spreads[parameter.getArgNo()]) {
    case Spread::Vector:
      parameters.append(key.width, parameter.getType());
      break;
    case Spread::Scalar:
      parameters.push_back(parameter.getType());
      break;
    case Spread::Buffer:
      parameters.append({PointerType::getUnqual(context), Type::getInt64Ty(context)});
      break;
    }
  }
  Type *result = key.primal->getReturnType();
  if (!result->isVoidTy())
    result = StructType::get(context, ArrayRef<Type *>(ArrayType::get(result, key.width)));
  signature.type = FunctionType::get(result, parameters, false);
  return signature;
}

bool checkHiddenLanes(const Request &request, Type *declared, Diagnostics &diagnostics) {
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  uint64_t one = layout.getTypeAllocSize(request.function->getArg(0)->getParamStructRetType());
  uint64_t needed = one * request.width;
  if (declared->isVoidTy() ||
      (request.resultArgument && layout.getTypeAllocSize(declared) >= needed))
    return true;
  diagnostics.refuse(
      {MessageId::ResultStructNeeded,
       request.where,
       {readableName(*request.function), std::to_string(one), std::to_string(needed)},
       {}});
  return false;
}

namespace {

/// Lane `lane` of the structure that the function returns through memory.
Value *hiddenLane(IRBuilder<> &builder, const Request &request, unsigned lane) {
  CallBase &call = *request.call;
  Type *type = request.function->getArg(0)->getParamStructRetType();
  if (!request.resultArgument) {
    BasicBlock &entry = call.getFunction()->getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
  }
  uint64_t bytes = call.getModule()->getDataLayout().getTypeAllocSize(type);
  return builder.CreatePtrAdd(call.getArgOperand(*request.resultArgument),
                              builder.getInt64(lane * bytes));
}

} // namespace

SmallVector<Value *, 16> batchArguments(IRBuilder<> &builder, const Request &request) {
  SmallVector<Value *, 16> values;
  const CallBase &call = *request.call;
  for (const Argument &parameter : request.function->args()) {
    const Binding &binding = request.parameters[parameter.getArgNo()];
    bool isHidden = parameter.getArgNo() == 0 && request.hiddenResult != HiddenResult::None;
    for (unsigned lane = 0; isHidden && lane < request.width; ++lane)
      values.push_back(hiddenLane(builder, request, lane));
    Type *type = binding.spread == Spread::Buffer ? builder.getPtrTy() : parameter.getType();
    for (const Passed &passed : binding.lanes)
      values.push_back(convert(builder, call, passed, type));
    if (binding.spread == Spread::Buffer)
      values.push_back(builder.CreateIntCast(call.getArgOperand(*binding.stride),
                                             builder.getInt64Ty(), /*isSigned=*/true));
  }
  return values;
}

void printLanes(raw_ostream &out, const Binding &binding) {
  if (binding.lanes.empty())
    return;
  out << (binding.spread == Spread::Vector   ? ", lanes"
          : binding.spread == Spread::Scalar ? ", all lanes"
                                             : ", buffer");
  for (const Passed &passed : binding.lanes)
    out << (passed.how == Passed::How::Address ? " &arg" : " arg") << passed.argument
        << (passed.how == Passed::How::Pointee ? "+" + std::to_string(passed.offset) : "");
}

} // namespace enzyme
