//===- RewriteCall.cpp - the request becomes a call of the derivative -----===//
//
//   %r = call double @__enzyme_autodiff(ptr @f, i32 %dup, ptr %x, ptr %dx, float 1.0)
// becomes
//   %n = call { double } @enzyme.reverse.f.0(ptr %x, ptr %dx, double 1.0)
//   %r = extractvalue { double } %n, 0
// with arguments converted (Convert.h), the result fitted (FitResult.h).
//===----------------------------------------------------------------------===//
#include "request/RewriteCall.h"
#include "request/Batch.h"
#include "request/Convert.h"
#include "request/FitResult.h"
#include "request/InvokeEdge.h"
#include "request/ParseCall.h"
#include "request/PassArguments.h"
#include "request/VirtualReverse.h"
#include "rules/Exceptions.h"
#include "rules/Jumps.h"
#include "support/CallAttributes.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral openPrefix = "enzyme.open.";
static constexpr StringLiteral openTarget = "enzyme-open"; // a stand-in may be renamed

namespace {

/// What the user declared: the type behind the hidden pointer, or the IR type.
Type *declaredType(const Request &request) {
  const CallBase &call = *request.call;
  return request.resultArgument ? call.getParamStructRetType(*request.resultArgument)
                                : call.getType();
}

/// Does the function write its structure, or the lanes' tangents, where the declared
/// result is? With a number of lanes that the run knows they are returned.
bool isLaidOut(const Request &request) {
  return request.hiddenResult == HiddenResult::ToDeclared && !request.lanesArgument;
}

/// What augmentfwd returns of a function that returns through memory: its result
/// stands behind the tape. Null for others.
Type *hiddenPrimal(const Request &request) {
  bool isAsked = request.family == Family::Augmentfwd && !request.noReturn &&
                 request.hiddenResult != HiddenResult::None;
  return isAsked ? request.function->getArg(0)->getParamStructRetType() : nullptr;
}

SmallVector<Type *, 4> membersOf(Type *result) {
  auto *structure = dyn_cast<StructType>(result);
  return structure ? SmallVector<Type *, 4>(structure->elements()) : SmallVector<Type *, 4>();
}

Type *naturalType(const Request &request) {
  Type *returned = servingType(request)->getReturnType();
  Type *hidden = hiddenPrimal(request);
  if (!hidden)
    return returned;
  SmallVector<Type *, 4> members = membersOf(returned);
  members.push_back(hidden);
  return StructType::get(returned->getContext(), members);
}

/// A tape by value stands first in the declared result, the rest behind it, as a
/// structure of the user's would have them. The end of each member, or of all.
uint64_t behindTape(const Request &request, const DataLayout &layout,
                    SmallVectorImpl<uint64_t> &offsets) {
  uint64_t end = *request.tape.bytes;
  for (Type *member : membersOf(naturalType(request))) {
    offsets.push_back(alignTo(end, layout.getABITypeAlign(member)));
    end = offsets.back() + layout.getTypeAllocSize(member);
  }
  return end;
}

bool checkTapeByValue(const Request &request, Diagnostics &diagnostics) {
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  SmallVector<uint64_t, 4> offsets;
  uint64_t needed = behindTape(request, layout, offsets);
  Type *declared = declaredType(request);
  uint64_t given = declared->isVoidTy() ? 0 : layout.getTypeAllocSize(declared).getFixedValue();
  if (given < needed)
    diagnostics.refuse({MessageId::ResultType,
                        request.where,
                        {readableName(*request.function),
                         "a structure of " + std::to_string(needed) + " bytes, the tape first",
                         describeType(declared)},
                        {}});
  return given >= needed;
}

/// A number, whatever the width of the integer it is requested as.
Value *fitSize(IRBuilder<> &builder, const Request &request, Value *size) {
  Type *declared = declaredType(request);
  return declared->isVoidTy() ? nullptr : builder.CreateZExtOrTrunc(size, declared);
}

/// Forward mode of a function with a hidden result: sizes decide.
bool checkHiddenResult(const Request &request, Diagnostics &diagnostics) {
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  Type *declared = declaredType(request);
  Type *structure = request.function->getArg(0)->getParamStructRetType();
  bool hasTangent = request.parameters[0].activity != Activity::Const;
  uint64_t one = layout.getTypeAllocSize(structure);
  uint64_t needed = one * ((request.returnsPrimal ? 1 : 0) + (hasTangent ? request.width : 0));
  bool fits = declared->isVoidTy() || needed == 0 ||
              (request.resultArgument && layout.getTypeAllocSize(declared) >= needed);
  if (!fits)
    diagnostics.refuse(
        {MessageId::ResultStructNeeded,
         request.where,
         {readableName(*request.function), std::to_string(one), std::to_string(needed)},
         {}});
  return fits;
}

/// The result value to use in place of the call; stores where it is in memory.
Value *fitResult(IRBuilder<> &builder, const Request &request, Value *natural) {
  Type *declared = declaredType(request);
  if (isLaidOut(request))
    return declared->isVoidTy() || request.resultArgument ? nullptr
                                                          : Constant::getNullValue(declared);
  if (request.family == Family::Augmentsize)
    return fitSize(builder, request, natural);
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  Fit fit = fitOf(natural->getType(), declared, request.resultArgument.has_value(), layout);
  assert(fit != Fit::None && "checkResult has been asked");
  Value *value = buildDeclared(builder, natural, declared, fit);
  if (!request.resultArgument || !value)
    return value;
  builder.CreateAlignedStore(value, request.call->getArgOperand(*request.resultArgument),
                             request.call->getParamAlign(*request.resultArgument));
  return nullptr;
}

/// The result with what the function itself wrote through memory behind it.
Value *withHiddenPrimal(IRBuilder<> &builder, const Request &request, Value *result,
                        ArrayRef<Value *> arguments) {
  Type *hidden = hiddenPrimal(request);
  if (!hidden)
    return result;
  Value *whole = PoisonValue::get(naturalType(request));
  unsigned count = membersOf(result->getType()).size();
  for (unsigned i = 0; i != count; ++i)
    whole = builder.CreateInsertValue(whole, builder.CreateExtractValue(result, i), i);
  return builder.CreateInsertValue(whole, builder.CreateLoad(hidden, arguments[0]), count);
}

/// The tape is in the memory of the declared result already.
Value *fitBehindTape(IRBuilder<> &builder, const Request &request, Value *natural, Value *memory) {
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  SmallVector<uint64_t, 4> offsets;
  behindTape(request, layout, offsets);
  for (auto [index, offset] : enumerate(offsets))
    builder.CreateStore(builder.CreateExtractValue(natural, index),
                        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset));
  return request.resultArgument ? nullptr : builder.CreateLoad(request.call->getType(), memory);
}

/// The call of the derivative, with `builder` left behind it.
CallBase *callDerivative(IRBuilder<> &builder, const Request &request, Function *derivative,
                         ArrayRef<Value *> arguments) {
  CallBase *made = nullptr;
  if (auto *invoke = dyn_cast<InvokeInst>(request.call)) {
    BasicBlock *after = ownDestination(*invoke);
    made = builder.CreateInvoke(derivative, after, invoke->getUnwindDest(), arguments);
    builder.SetInsertPoint(after, after->begin());
  } else {
    made = builder.CreateCall(derivative, arguments);
  }
  made->setCallingConv(derivative->getCallingConv());
  made->setAttributes(callAttributes(*derivative));
  return made;
}

SmallVector<Value *, 16> argumentsFor(IRBuilder<> &builder, const Request &request,
                                      const Function &derivative) {
  if (request.family == Family::Batch)
    return batchArguments(builder, request);
  if (request.lanesArgument)
    return passStrips(builder, request, stripsOf(request, request.function));
  return passArguments(builder, request, signatureOf(request), derivative);
}

/// The bound on rounding errors is summed by the runtime, one sum at a time: what
/// an outer derivative has so far is kept aside.
FunctionCallee boundFunction(IRBuilder<> &builder, Runtime function, ArrayRef<Type *> parameters) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *type = FunctionType::get(builder.getDoubleTy(), parameters, false);
  FunctionCallee callee = module.getOrInsertFunction(nameOf(function), type);
  if (auto *declared = dyn_cast<Function>(callee.getCallee())) {
    declared->addFnAttr(wordOf(Property::Inactive));
    declared->setDoesNotThrow();
  }
  return callee;
}

Value *beginBound(IRBuilder<> &builder) {
  return builder.CreateCall(boundFunction(builder, Runtime::ErrorBegin, {}), {});
}

void endBound(IRBuilder<> &builder, Value *outer, Value &sum) {
  Type *number = builder.getDoubleTy();
  Value *bound = builder.CreateCall(boundFunction(builder, Runtime::ErrorEnd, {number}), {outer});
  builder.CreateStore(builder.CreateFAdd(builder.CreateLoad(number, &sum), bound), &sum);
}

/// The caller of a derivative gets exceptions and jumps as usual, whatever goes on around it.
void expectNoException(IRBuilder<> &builder, const Function &derivative) {
  Module &module = *builder.GetInsertBlock()->getModule();
  for (auto [attribute, name] :
       {std::pair{exceptions::returnsThrownAttribute, exceptions::expectNone},
        std::pair{jumps::returnsAttribute, jumps::expectNone}})
    if (derivative.hasFnAttribute(attribute))
      builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy()))->setDoesNotThrow();
}

/// Erases the request and the loads of markers and values only it used.
void eraseRequest(CallBase &call) {
  SmallVector<WeakTrackingVH, 16> operands;
  for (Value *operand : call.args())
    if (isa<Instruction>(operand))
      operands.push_back(operand);
  call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
}

/// A truncated function is not called: the request is a pointer to it.
void replaceByPointer(CallBase &call, Function &function) {
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
    BranchInst::Create(invoke->getNormalDest(), invoke->getIterator());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(&function);
  eraseRequest(call);
}

bool isConstant(const Binding &binding) { return binding.activity == Activity::Const; }

/// Nothing leads from what it depends on to a result that could have a derivative. (What
/// returns nothing may leave numbers in variables; in more than 32 bits a small structure may
/// be returned, floats and all.)
bool givesCounts(const Request &request) {
  Type *returned = request.function->getReturnType();
  auto hasMemory = [&](const Argument &argument) {
    return argument.getType()->isPtrOrPtrVectorTy() &&
           !isConstant(request.parameters[argument.getArgNo()]);
  };
  return returned->isIntegerTy() && returned->getIntegerBitWidth() <= 32 &&
         !all_of(request.parameters, isConstant) && none_of(request.function->args(), hasMemory);
}

/// int where double was meant: no parameter could have a derivative, and the caller reads one.
/// (Who marks a floating-point parameter or memory enzyme_const knows what that means.)
bool takesCounts(const Request &request) {
  auto isCount = [&](const Argument &argument) {
    return argument.getType()->isIntegerTy() && isConstant(request.parameters[argument.getArgNo()]);
  };
  return !request.function->arg_empty() && all_of(request.function->args(), isCount) &&
         !request.returnsPrimal && request.call->getType()->isFloatingPointTy() &&
         !request.call->use_empty();
}

void warnOfZero(const Request &request, Diagnostics &diagnostics) {
  if (request.family != Family::Autodiff && request.family != Family::Fwddiff)
    return;
  std::string why;
  if (givesCounts(request))
    why = "it returns " + describeType(request.function->getReturnType()) +
          ", and no argument of it has a shadow";
  else if (takesCounts(request))
    why = "all its parameters are integers";
  else
    return;
  diagnostics.warn(
      {MessageId::ZeroDerivative, request.where, {readableName(*request.function), why}, {}});
}

bool checkPointer(const Request &request, Diagnostics &diagnostics) {
  Type *declared = declaredType(request);
  bool fits = declared->isVoidTy() || declared->isPointerTy();
  if (!fits)
    diagnostics.refuse({MessageId::ResultType,
                        request.where,
                        {readableName(*request.function), describeType(request.function->getType()),
                         describeType(declared)},
                        {}});
  return fits;
}

} // namespace

bool checkResult(const Request &request, Diagnostics &diagnostics) {
  if (request.truncation)
    return checkPointer(request, diagnostics);
  warnOfZero(request, diagnostics);
  if (isLaidOut(request))
    return request.family == Family::Batch
               ? checkHiddenLanes(request, declaredType(request), diagnostics)
               : checkHiddenResult(request, diagnostics);
  if (request.family == Family::Augmentfwd && request.tape.isByValue())
    return checkTapeByValue(request, diagnostics);
  if (request.family == Family::Augmentsize && declaredType(request)->isIntegerTy())
    return true;
  const DataLayout &layout = request.call->getModule()->getDataLayout();
  Type *natural = naturalType(request);
  Type *declared = declaredType(request);
  Fit fit = fitOf(natural, declared, request.resultArgument.has_value(), layout);
  std::string name = readableName(*request.function);
  if (natural->isStructTy() && natural->getStructNumElements() == 1)
    natural = natural->getStructElementType(0);
  if (fit == Fit::None) {
    diagnostics.refuse({MessageId::ResultType,
                        request.where,
                        {name, describeType(natural), describeType(declared)},
                        {}});
  } else if (fit == Fit::Dropped || fit == Fit::Padded) {
    MessageId id = fit == Fit::Dropped ? MessageId::ResultDropped : MessageId::ResultPadded;
    diagnostics.warn({id,
                      request.where,
                      {name, std::to_string(leavesOf(natural, layout).size()),
                       std::to_string(leavesOf(declared, layout).size())},
                      {}});
  }
  return fit != Fit::None;
}

bool rewriteCall(const Request &request, Function *derivative, Diagnostics &diagnostics) {
  if (derivative->getFunctionType() != servingType(request) ||
      derivative->getParent() != request.call->getModule()) {
    diagnostics.refuse({MessageId::BrokenState,
                        request.where,
                        {"rewriting the request", readableName(*request.function),
                         "the derivative has another type than its signature"},
                        {}});
    return false;
  }
  CallBase &call = *request.call;
  if (request.truncation) {
    replaceByPointer(call, *derivative);
    return true;
  }
  IRBuilder<> builder(&call);
  SmallVector<Value *, 16> arguments = argumentsFor(builder, request, *derivative);
  Value *outer = request.errorBound ? beginBound(builder) : nullptr;
  expectNoException(builder, *derivative);
  CallBase *made = callDerivative(builder, request, derivative, arguments);
  if (outer)
    endBound(builder, outer, *call.getArgOperand(*request.errorBound));
  Value *natural = withHiddenPrimal(builder, request, made, arguments);
  bool isBehindTape = request.family == Family::Augmentfwd && request.tape.isByValue();
  Value *result = isBehindTape ? fitBehindTape(builder, request, natural,
                                               arguments[*signatureOf(request).tapeParameter])
                               : fitResult(builder, request, natural);
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(result);
  eraseRequest(call);
  return true;
}

std::vector<OpenRequest> openRequests(Module &module, Diagnostics &diagnostics,
                                      function_ref<SetVector<Function *>()> reach) {
  std::vector<OpenRequest> open;
  replaceVirtualReverse(module);
  ParseOptions options;
  options.leaveUnknown = true;
  std::vector<Request> requests = parseRequests(module, diagnostics, options);
  SetVector<Function *> reached = reach();
  for (Request &request : requests) {
    if (!reached.contains(request.call->getFunction()))
      continue;
    auto *placeholder = Function::Create(servingType(request), GlobalValue::ExternalLinkage,
                                         openPrefix + request.function->getName(), module);
    if (request.truncation)
      placeholder->setAttributes(request.function->getAttributes());
    placeholder->addFnAttr(openTarget, request.function->getName());
    if (rewriteCall(request, placeholder, diagnostics))
      open.push_back({std::move(request), placeholder});
  }
  return open;
}

void closeRequest(OpenRequest &open, Function *derivative) {
  assert(derivative->getFunctionType() == open.placeholder->getFunctionType() &&
         "the derivative has the type of its signature");
  for (User *user : open.placeholder->users())
    if (auto *call = dyn_cast<CallBase>(user);
        call && call->getCalledOperand() == open.placeholder) {
      call->setCallingConv(derivative->getCallingConv());
      call->setAttributes(callAttributes(*derivative));
    }
  open.placeholder->replaceAllUsesWith(derivative);
  open.placeholder->eraseFromParent();
  open.placeholder = nullptr;
}

bool isOpenRequest(const Function &function) { return function.getName().starts_with(openPrefix); }

Function *targetOfOpen(const Function &placeholder) {
  // const_cast: the module of a function one may not change is the caller's to change
  auto &module = const_cast<Module &>(*placeholder.getParent());
  return module.getFunction(placeholder.getFnAttribute(openTarget).getValueAsString());
}

} // namespace enzyme
