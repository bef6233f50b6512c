//===- InactiveCall.cpp - __enzyme_call_inactive(f, x…) -------------------===//
//
//   %r = call double @__enzyme_call_inactive(ptr @f, double %x)
// becomes
//   %r = call double @f(double %x)
// with arguments converted as for any request (request/Convert.h) and the result
// fitted to the declared one (request/FitResult.h). If f is a pointer that only the
// run knows, its type is that of the arguments.
//===----------------------------------------------------------------------===//
#include "transform/InactiveCall.h"
#include "request/Convert.h"
#include "request/FitResult.h"
#include "request/InvokeEdge.h"
#include "request/Vocabulary.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

class InactiveCall {
public:
  InactiveCall(CallBase &call, Diagnostics &diagnostics)
      : call(call), diagnostics(diagnostics), layout(call.getModule()->getDataLayout()) {
    if (call.arg_size() > 0 && call.paramHasAttr(0, Attribute::StructRet))
      resultArgument = 0;
    first = resultArgument ? 1 : 0;
  }

  CallBase *make() {
    if (call.arg_size() <= first || !call.getArgOperand(first)->getType()->isPointerTy())
      return refuse(MessageId::NoFunctionArgument, {wordOf(Family::CallInactive).str()});
    callee = call.getArgOperand(first)->stripPointerCastsAndAliases();
    function = dyn_cast<Function>(callee);
    type = function ? function->getFunctionType() : typeOfArguments();
    if (function && !checkFit())
      return nullptr;
    IRBuilder<> builder(&call);
    SmallVector<Value *, 8> arguments = argumentsAt(builder);
    CallBase *made = callAt(builder, arguments);
    finish(builder, *made);
    return made;
  }

private:
  CallBase *refuse(MessageId id, ArrayRef<std::string> arguments) {
    diagnostics.refuse(refusalAt(call, id, arguments));
    return nullptr;
  }

  /// Is parameter 0 of the function its hidden result?
  bool hidesResult() const {
    return function ? function->arg_size() > 0 && function->hasStructRetAttr()
                    : resultArgument.has_value();
  }

  Type *declaredType() const {
    return resultArgument ? call.getParamStructRetType(0) : call.getType();
  }

  FunctionType *typeOfArguments() const {
    SmallVector<Type *, 8> types;
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (i != first)
        types.push_back(call.getArgOperand(i)->getType());
    return FunctionType::get(call.getType(), types, false);
  }

  bool checkFit() {
    std::string name = readableName(*function);
    unsigned hidden = hidesResult() ? 1 : 0;
    unsigned given = call.arg_size() - first - 1, wanted = function->arg_size() - hidden;
    std::string count = std::to_string(wanted) + (wanted == 1 ? " parameter" : " parameters");
    if (given < wanted)
      return refuse(MessageId::TooFewArguments, {name, std::to_string(given + 1), count});
    if (given > wanted && !function->isVarArg())
      return refuse(MessageId::TooManyArguments, {name, std::to_string(wanted + 2), count});
    for (unsigned i = 0; i < wanted; ++i) {
      Type *given = call.getArgOperand(first + 1 + i)->getType();
      Type *parameter = function->getArg(i + hidden)->getType();
      if (!passAs(call, first + 1 + i, parameter))
        return refuse(MessageId::ArgumentType,
                      {name, std::to_string(i + 2), describeType(given), std::to_string(i + 1),
                       describeType(parameter), conversionHint(given, parameter)});
    }
    Type *natural = hidden ? function->getParamStructRetType(0) : function->getReturnType();
    Fit fit = fitOf(natural, declaredType(), resultArgument.has_value(), layout);
    bool isWhole = fit == Fit::Members || fit == Fit::Ignored || fit == Fit::ByMemory ||
                   (fit == Fit::Empty && natural->isVoidTy());
    bool isDirect = hidden && natural == declaredType();
    if (!isWhole && !isDirect)
      return refuse(MessageId::InactiveCallResult,
                    {name, describeType(natural), describeType(declaredType())});
    return true;
  }

  Value *temporary(Type *type) {
    BasicBlock &entry = call.getFunction()->getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
  }

  SmallVector<Value *, 8> argumentsAt(IRBuilder<> &builder) {
    SmallVector<Value *, 8> arguments;
    if (hidesResult())
      arguments.push_back(resultArgument ? call.getArgOperand(0)
                                         : temporary(function->getParamStructRetType(0)));
    unsigned hidden = arguments.size();
    for (unsigned i = first + 1; i < call.arg_size(); ++i) {
      unsigned parameter = i - first - 1 + hidden;
      if (function && parameter < function->arg_size()) {
        Type *wanted = function->getArg(parameter)->getType();
        arguments.push_back(convert(builder, call, *passAs(call, i, wanted), wanted));
      } else {
        arguments.push_back(call.getArgOperand(i));
      }
    }
    return arguments;
  }

  CallBase *callAt(IRBuilder<> &builder, ArrayRef<Value *> arguments) {
    CallBase *made = nullptr;
    if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
      BasicBlock *after = ownDestination(*invoke);
      made = builder.CreateInvoke(type, callee, after, invoke->getUnwindDest(), arguments);
      builder.SetInsertPoint(after, after->begin());
    } else {
      made = builder.CreateCall(type, callee, arguments);
    }
    if (function) {
      made->setCallingConv(function->getCallingConv());
      SmallVector<AttributeSet, 8> parameters;
      for (unsigned i = 0; i < function->arg_size(); ++i)
        parameters.push_back(function->getAttributes().getParamAttrs(i));
      made->setAttributes(AttributeList::get(call.getContext(), AttributeSet(),
                                             function->getAttributes().getRetAttrs(), parameters));
    } else if (resultArgument) {
      made->addParamAttr(0, call.getParamAttr(0, Attribute::StructRet));
    }
    return made;
  }

  void finish(IRBuilder<> &builder, CallBase &made) {
    Value *result = &made;
    if (function && !hidesResult() && !made.getType()->isVoidTy()) {
      Fit fit = fitOf(made.getType(), declaredType(), resultArgument.has_value(), layout);
      result = buildDeclared(builder, &made, declaredType(), fit);
      if (resultArgument && result)
        builder.CreateAlignedStore(result, call.getArgOperand(0), call.getParamAlign(0));
    } else if (made.getType() != call.getType()) {
      result = call.getType()->isVoidTy() ? nullptr : Constant::getNullValue(call.getType());
    }
    if (!call.getType()->isVoidTy())
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  CallBase &call;
  Diagnostics &diagnostics;
  const DataLayout &layout;
  std::optional<unsigned> resultArgument;
  unsigned first = 0; ///< the argument that names the function
  Value *callee = nullptr;
  Function *function = nullptr; ///< where it is known
  FunctionType *type = nullptr;
};

} // namespace

CallBase *callInactive(CallBase &call, Diagnostics &diagnostics) {
  return InactiveCall(call, diagnostics).make();
}

} // namespace enzyme
