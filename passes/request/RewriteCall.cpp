//===- RewriteCall.cpp - the request becomes a call of the derivative -----===//
//
//   %r = call double @__enzyme_autodiff(ptr @f, i32 %dup, ptr %x, ptr %dx, float 1.0)
// becomes
//   %n = call { double } @enzyme.reverse.f.0(ptr %x, ptr %dx, double 1.0)
//   %r = extractvalue { double } %n, 0
// with arguments converted (Convert.h), the result fitted (FitResult.h).
//===----------------------------------------------------------------------===//
#include "request/RewriteCall.h"
#include "request/Convert.h"
#include "request/FitResult.h"
#include "request/InvokeEdge.h"
#include "request/ParseCall.h"
#include "request/PassArguments.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral openPrefix = "enzyme.open.";
namespace {

/// What the user declared: the type behind the hidden pointer, or the IR type.
Type *declaredType(const Request &request) {
  const CallBase &call = *request.call;
  return request.resultArgument ? call.getParamStructRetType(*request.resultArgument)
                                : call.getType();
}

Type *naturalType(const Request &request) {
  return Signature::of(shapeOf(request, request.function)).type->getReturnType();
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
  if (request.hiddenResult == HiddenResult::ToDeclared)
    return declared->isVoidTy() || request.resultArgument ? nullptr
                                                          : Constant::getNullValue(declared);
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

AttributeList attributesFor(const Function &derivative) {
  AttributeList all = derivative.getAttributes();
  SmallVector<AttributeSet, 16> parameters;
  for (unsigned i = 0; i < derivative.arg_size(); ++i)
    parameters.push_back(all.getParamAttrs(i));
  return AttributeList::get(derivative.getContext(), AttributeSet(), all.getRetAttrs(), parameters);
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
  made->setAttributes(attributesFor(*derivative));
  return made;
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

} // namespace

bool checkResult(const Request &request, Diagnostics &diagnostics) {
  if (request.hiddenResult == HiddenResult::ToDeclared)
    return checkHiddenResult(request, diagnostics);
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
  Signature signature = Signature::of(shapeOf(request, request.function));
  if (derivative->getFunctionType() != signature.type ||
      derivative->getParent() != request.call->getModule()) {
    diagnostics.refuse({MessageId::BrokenState,
                        request.where,
                        {"rewriting the request", readableName(*request.function),
                         "the derivative has another type than its signature"},
                        {}});
    return false;
  }
  CallBase &call = *request.call;
  IRBuilder<> builder(&call);
  SmallVector<Value *, 16> arguments = passArguments(builder, request, signature, *derivative);
  CallBase *made = callDerivative(builder, request, derivative, arguments);
  Value *result = fitResult(builder, request, made);
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(result);
  eraseRequest(call);
  return true;
}

std::vector<OpenRequest> openRequests(Module &module, Diagnostics &diagnostics) {
  std::vector<OpenRequest> open;
  ParseOptions options;
  options.leaveUnknown = true;
  for (Request &request : parseRequests(module, diagnostics, options)) {
    Signature signature = Signature::of(shapeOf(request, request.function));
    auto *placeholder = Function::Create(signature.type, GlobalValue::ExternalLinkage,
                                         openPrefix + request.function->getName(), module);
    if (rewriteCall(request, placeholder, diagnostics))
      open.push_back({std::move(request), placeholder});
  }
  return open;
}

void closeRequest(OpenRequest &open, Function *derivative) {
  assert(derivative->getFunctionType() == open.placeholder->getFunctionType() &&
         "the derivative has the type of its signature");
  for (User *user : open.placeholder->users())
    if (auto *call = dyn_cast<CallBase>(user)) {
      call->setCallingConv(derivative->getCallingConv());
      call->setAttributes(attributesFor(*derivative));
    }
  open.placeholder->replaceAllUsesWith(derivative);
  open.placeholder->eraseFromParent();
  open.placeholder = nullptr;
}

bool isOpenRequest(const Function &function) { return function.getName().starts_with(openPrefix); }

} // namespace enzyme
