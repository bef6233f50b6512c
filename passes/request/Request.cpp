//===- Request.cpp - keys, checks and printing of requests ----------------===//
#include "request/Request.h"
#include "abi/Signature.h"
#include "abi/Strips.h"
#include "report/Diagnostics.h"
#include "request/Batch.h"
#include "request/Convert.h"
#include "request/ReadArguments.h"
#include "support/CallAttributes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

const char *textOf(Activity activity) {
  switch (activity) {
  case Activity::Const:
    return "const";
  case Activity::Out:
    return "out";
  case Activity::Dup:
    return "dup";
  case Activity::DupNoNeed:
    return "dupnoneed";
  }
  llvm_unreachable("all activities are listed");
}

const char *textOf(ReturnActivity activity) {
  switch (activity) {
  case ReturnActivity::Const:
    return "const";
  case ReturnActivity::Out:
    return "out";
  case ReturnActivity::Dup:
    return "dup";
  case ReturnActivity::DupOut:
    return "dup and out";
  }
  llvm_unreachable("all return activities are listed");
}

/// A function that only calls `declaration`, in its module: the derivative of a
/// call of it is what the rules say, so the function itself needs no rule here.
Function *bodyFor(Function &declaration) {
  Module &module = *declaration.getParent();
  std::string name = "enzyme.calls." + declaration.getName().str();
  if (Function *known = module.getFunction(name))
    return known;
  auto *body =
      Function::Create(declaration.getFunctionType(), GlobalValue::InternalLinkage, name, module);
  body->setCallingConv(declaration.getCallingConv());
  body->setAttributes(declaration.getAttributes());
  body->removeFnAttr(Attribute::Memory);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", body));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : body->args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&declaration, arguments);
  call->setCallingConv(declaration.getCallingConv());
  call->setAttributes(callAttributes(declaration));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return body;
}

/// "" or what is wrong with the binding of one parameter.
std::string checkBinding(const Request &request, const Argument &parameter) {
  const Binding &binding = request.parameters[parameter.getArgNo()];
  std::string name = "parameter " + std::to_string(parameter.getArgNo());
  bool hasValue = !parameter.hasStructRetAttr() && request.family != Family::Augmentsize;
  if (!binding.primal)
    return !hasValue ? "" : name + " has no primal value";
  auto isPassable = [&](const Passed &passed) {
    if (passed.how == Passed::How::Pointee)
      return passed.argument < request.call->arg_size() &&
             request.call->getArgOperand(passed.argument)->getType()->isPointerTy();
    return passed.argument < request.call->arg_size() &&
           passAs(*request.call, passed.argument, parameter.getType()) == passed;
  };
  auto isAddress = [&](const Passed &passed) {
    return passed.argument < request.call->arg_size() &&
           request.call->getArgOperand(passed.argument)->getType()->isPointerTy();
  };
  bool areShadows =
      binding.stride ? all_of(binding.shadows, isAddress) : all_of(binding.shadows, isPassable);
  if (!isPassable(*binding.primal) || !areShadows)
    return name + " is passed an argument of another type";
  bool isDuplicated = binding.activity == Activity::Dup || binding.activity == Activity::DupNoNeed;
  unsigned needed = binding.stride ? 1 : request.width;
  if (binding.shadows.size() != (isDuplicated ? needed : 0))
    return name + " has " + std::to_string(binding.shadows.size()) + " shadows";
  if (binding.activity == Activity::Out &&
      (request.isForward() || !holdsFloat(parameter.getType())))
    return name + " cannot be out";
  return "";
}

void printPassed(raw_ostream &out, const Passed &passed) {
  bool isAddress = passed.how == Passed::How::Address,
       isPointee = passed.how == Passed::How::Pointee;
  out << (isAddress ? "&arg" : isPointee ? "*arg" : "arg") << passed.argument;
  if (passed.offset)
    out << "+" << passed.offset;
}

void printTape(raw_ostream &out, const Request &request) {
  for (const Passed &piece : request.seedPieces) {
    out << "  seed: ";
    printPassed(out, piece);
    out << '\n';
  }
  if (!request.isSplit())
    return;
  const TapeInRequest &tape = request.tape;
  out << "  tape:" << (tape.isFixed ? " fixed" : "");
  if (tape.bytes)
    out << ", " << *tape.bytes << " bytes";
  out << (tape.isInMemory ? ", in memory at" : "");
  for (unsigned argument : tape.arguments)
    out << " arg" << argument;
  out << '\n';
}

} // namespace

FunctionType *servingType(const Request &request) {
  if (request.family == Family::Batch)
    return BatchSignature::of(batchKeyOf(request, request.function)).type;
  if (request.truncation)
    return request.function->getFunctionType();
  if (request.lanesArgument)
    return stripsOf(request, request.function).type;
  return signatureOf(request).type;
}

StripSignature stripsOf(const Request &request, Function *primal) {
  return StripSignature::of(shapeOf(request, primal), request.takesResults);
}

Mode modeOf(const Request &request) {
  switch (request.family) {
  case Family::Fwddiff:
  case Family::ErrorEstimate:
    return Mode::Forward;
  case Family::Augmentfwd:
  case Family::Augmentsize:
    return Mode::ReverseAugmented;
  case Family::Reverse:
    return Mode::ReverseGradient;
  case Family::Fwdsplit:
    return Mode::ForwardSplit;
  default:
    return Mode::ReverseCombined;
  }
}

DerivativeKey shapeOf(const Request &request, Function *primal) {
  assert(primal->arg_size() == request.parameters.size() &&
         "the primal has the parameters of the request's function");
  DerivativeKey key;
  key.primal = primal;
  key.mode = modeOf(request);
  for (const Binding &binding : request.parameters)
    key.arguments.push_back(binding.activity);
  key.returned = request.returned;
  bool asksForPrimal =
      request.family == Family::Augmentfwd ? !request.noReturn : request.returnsPrimal;
  key.returnsPrimal = asksForPrimal && !primal->getReturnType()->isVoidTy();
  key.runtimeActivity = request.runtimeActivity;
  key.errors = request.family == Family::ErrorEstimate ? Errors::Estimate
               : request.errorBound                    ? Errors::Bound
                                                       : Errors::None;
  key.width = request.width;
  for (const Binding &binding : request.parameters)
    key.overwritten.push_back(request.isSplit() && !binding.notOverwritten);
  return key;
}

Signature signatureOf(const Request &request) {
  LLVMContext &context = request.function->getContext();
  Signature signature = Signature::of(shapeOf(request, request.function));
  if (request.family == Family::Augmentsize)
    signature.type = FunctionType::get(Type::getInt64Ty(context), false);
  if (request.family != Family::Augmentfwd || !request.tape.isFixed)
    return signature;
  SmallVector<Type *, 8> parameters(signature.type->params());
  signature.tapeParameter = parameters.size();
  parameters.push_back(PointerType::getUnqual(context));
  ArrayRef<Type *> results = cast<StructType>(signature.type->getReturnType())->elements();
  signature.tapeResult.reset(); // the first one
  for (std::optional<unsigned> *member : {&signature.primalResult, &signature.shadowResult})
    if (*member)
      --**member;
  Type *result = results.size() == 1 ? Type::getVoidTy(context)
                                     : StructType::get(context, results.drop_front());
  signature.type = FunctionType::get(result, parameters, false);
  return signature;
}

DerivativeKey keyFor(const Request &request, Function *workshopFunction) {
  bool hasBody = !workshopFunction->isDeclaration();
  DerivativeKey key = shapeOf(request, hasBody ? workshopFunction : bodyFor(*workshopFunction));
  if (key.mode == Mode::ReverseAugmented) // one pair of halves serves every request
    key.returnsPrimal = !key.primal->getReturnType()->isVoidTy();
  return key;
}

DerivativeKey augmentedKeyFor(const Request &request, Function *workshopFunction) {
  DerivativeKey key = keyFor(request, workshopFunction);
  key.mode = Mode::ReverseAugmented;
  key.returnsPrimal = !key.primal->getReturnType()->isVoidTy();
  if (request.family != Family::Fwdsplit)
    return key;
  // What forward mode follows by a tangent, reverse mode returns the adjoint of.
  for (const Argument &parameter : key.primal->args()) {
    Activity &activity = key.arguments[parameter.getArgNo()];
    if (parameter.hasStructRetAttr())
      activity = Activity::Dup;
    else if (activity != Activity::Const && !holdsPointer(parameter.getType()))
      activity = Activity::Out;
  }
  bool isMixed =
      holdsPointer(key.primal->getReturnType()) && holdsFloat(key.primal->getReturnType());
  if (key.returned != ReturnActivity::Const && isMixed)
    key.returned = ReturnActivity::DupOut;
  return key;
}

bool verifyRequest(const Request &request, std::string &why) {
  why.clear();
  if (!request.call || !request.function)
    why = "no call or no function";
  else if (request.call->getModule() != request.function->getParent())
    why = "the function is of another module than the call";
  else if (request.parameters.size() != request.function->arg_size())
    why = "not one binding per parameter";
  else if (request.width == 0)
    why = "no lanes";
  if (!why.empty())
    return false;
  if (request.family == Family::Batch || request.truncation)
    return true; // readBatch has converted every lane it bound
  for (const Argument &parameter : request.function->args())
    if (why = checkBinding(request, parameter); !why.empty())
      return false;
  return true;
}

void printRequest(raw_ostream &out, const Request &request) {
  out << "request " << wordOf(request.family) << " of @" << request.function->getName();
  if (request.call) // a link only has what was read off it
    out << " in @" << request.call->getFunction()->getName();
  out << '\n';
  for (auto [index, binding] : enumerate(request.parameters)) {
    out << "  parameter " << index << ": " << textOf(binding.activity);
    if (binding.primal) {
      out << ", primal ";
      printPassed(out, *binding.primal);
    }
    for (const Passed &shadow : binding.shadows) {
      out << ", shadow ";
      printPassed(out, shadow);
    }
    if (binding.stride)
      out << ", every arg" << *binding.stride << " bytes";
    printLanes(out, binding);
    if (binding.notOverwritten)
      out << ", not overwritten";
    out << '\n';
  }
  if (request.truncation) {
    const auto &[from, to, scope] = *request.truncation;
    out << "  from " << from.exponent << '-' << from.significand << " to " << to.exponent << '-'
        << to.significand << '\n';
    return;
  }
  printTape(out, request);
  if (request.errorBound)
    out << "  error bound: arg" << *request.errorBound << '\n';
  out << "  return: " << textOf(request.returned);
  if (request.returnsPrimal)
    out << ", with primal";
  if (request.hiddenResult == HiddenResult::ToDeclared)
    out << ", through memory to the declared result";
  if (request.hiddenResult == HiddenResult::FromSeed)
    out << ", through memory, seeded by its adjoint";
  if (request.resultArgument)
    out << ", declared result at arg" << *request.resultArgument;
  out << '\n';
  if (request.width != 1 || request.runtimeActivity || request.noFree) {
    out << "  whole call:";
    if (request.lanesArgument)
      out << " width arg" << *request.lanesArgument << ", in strips of " << request.width;
    else if (request.width != 1)
      out << " width " << request.width;
    out << (request.runtimeActivity ? " runtime_activity" : "") << (request.noFree ? " nofree" : "")
        << '\n';
  }
}

} // namespace enzyme
