//===- AbsentArguments.cpp -------------------------------------------------===//
#include "request/AbsentArguments.h"
#include "request/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

static bool hasOptionalArguments(const Function &function) {
  return function.isDeclaration() && function.getName().ends_with("_fortran") &&
         familyOf(function.getName());
}

/// Flang's descriptor of an array: its address, the size of an element, version, rank, type …
static bool isDescriptor(const Type &type) {
  const auto *members = dyn_cast<StructType>(&type);
  if (!members || members->getNumElements() < 7 || !members->getElementType(0)->isPointerTy() ||
      !members->getElementType(1)->isIntegerTy(64) || !members->getElementType(2)->isIntegerTy(32))
    return false;
  return all_of(members->elements().slice(3, 4),
                [](const Type *member) { return member->isIntegerTy(8); });
}

/// A dummy argument of assumed shape, an allocatable or a pointer.
static bool wantsDescriptor(const Argument &parameter) {
  return any_of(parameter.users(), [&](const User *user) {
    const auto *member = dyn_cast<GetElementPtrInst>(user);
    return member && member->getPointerOperand() == &parameter &&
           isDescriptor(*member->getSourceElementType());
  });
}

bool refuseDescriptors(const Request &request, const Function &procedure,
                       Diagnostics &diagnostics) {
  if (!request.passesNumbers || none_of(procedure.args(), wantsDescriptor))
    return false;
  diagnostics.refuse({MessageId::NotYetConstruct,
                      request.where,
                      {"a request of the module 'enzyme' for '" + readableName(procedure) +
                           "', which has a dummy argument of assumed shape, an allocatable or a "
                           "pointer (passed by descriptor),",
                       "request a wrapper procedure with arrays of explicit shape"},
                      {}});
  return true;
}

static bool isWidth(const Value &argument) {
  std::optional<Marker> marker = markerOf(argument.getName());
  return isa<GlobalVariable>(argument) && marker == Marker::Width;
}

/// The number at `address`: of a temporary, what was stored there last.
static Value *numberAt(Value &address, CallInst &call) {
  for (Instruction *at = call.getPrevNode(); at && isa<AllocaInst>(address);
       at = at->getPrevNode()) {
    auto *store = dyn_cast<StoreInst>(at);
    if (store && store->getPointerOperand() == &address &&
        isa<ConstantInt>(store->getValueOperand()))
      return store->getValueOperand();
    if (is_contained(at->operand_values(), &address))
      break;
  }
  return IRBuilder<>(&call).CreateLoad(Type::getInt32Ty(call.getContext()), &address);
}

/// A call may have another type than the function: how many arguments there are is its own affair.
/// The number behind enzyme_width is one of the request's own, which is read by value.
static void dropAbsent(CallInst &call) {
  IRBuilder<> builder(&call);
  SmallVector<Value *, 16> present;
  SmallVector<Type *, 16> types;
  for (Value *argument : call.args()) {
    if (isa<ConstantPointerNull>(argument))
      continue;
    if (!present.empty() && isWidth(*present.back()) && argument->getType()->isPointerTy())
      argument = numberAt(*argument, call);
    present.push_back(argument);
    types.push_back(argument->getType());
  }
  CallInst *made = builder.CreateCall(FunctionType::get(call.getType(), types, false),
                                      call.getCalledOperand(), present);
  made->setDebugLoc(call.getDebugLoc());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

bool hasOptionalArguments(const CallBase &call) {
  const auto *word = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return word && hasOptionalArguments(*word);
}

void dropAbsentArguments(Module &module) {
  for (Function &function : module)
    if (hasOptionalArguments(function))
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
          dropAbsent(*call);
}

} // namespace enzyme
