//===- Dense.cpp - __enzyme_todense: shadows that are not memory ----------===//
//
//   %s = call ptr @__enzyme_todense(ptr @load, ptr @store, i64 %k)
//   call void @derivative(ptr %x, ptr %s)
// becomes
//   call void @dense(ptr %x, ptr @load, ptr @store, i64 %k)
// where @dense is @derivative with the accesses replaced, and where a variable that
// held %s is no longer memory.
//===----------------------------------------------------------------------===//
#include "transform/Dense.h"
#include "request/InvokeEdge.h"
#include "request/RewriteCall.h"
#include "request/Vocabulary.h"
#include "transform/DenseAccess.h"
#include "transform/PromoteResults.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

static bool makesDense(const Function &function) {
  if (!function.isDeclaration())
    return false;
  std::optional<Family> family = familyOf(function.getName());
  return family == Family::Todense || family == Family::PostSparseTodense;
}

static bool isDense(const Value *value) {
  auto *call = dyn_cast<CallBase>(value);
  auto *callee =
      call ? dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases()) : nullptr;
  return callee && makesDense(*callee);
}

bool mayBeDense(const Value *value) {
  auto *load = dyn_cast<LoadInst>(value);
  auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  return isDense(value) || (variable && any_of(variable->users(), [](const User *user) {
                              auto *store = dyn_cast<StoreInst>(user);
                              return store && isDense(store->getValueOperand());
                            }));
}

namespace {

SmallVector<CallBase *> denseCalls(Module &module) {
  SmallVector<CallBase *> found;
  if (none_of(module, makesDense))
    return found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isDense(&instruction))
        found.push_back(cast<CallBase>(&instruction));
  return found;
}

class Densifier {
public:
  Densifier(CallBase &call, Diagnostics &diagnostics)
      : call(call), derivative(*call.getCalledFunction()), diagnostics(diagnostics),
        where(Position::of(call)) {}

  /// The function that takes the place of the derivative at the call; null after a
  /// refusal.
  Function *make() {
    collectArguments();
    auto *type = FunctionType::get(derivative.getReturnType(), types, false);
    made = Function::Create(type, GlobalValue::InternalLinkage,
                            "enzyme.dense." + derivative.getName(), *call.getModule());
    made->copyAttributesFrom(&derivative);
    made->setAttributes(AttributeList());
    if (!fill()) {
      made->eraseFromParent(); // half a function is useless
      return nullptr;
    }
    replaceCall();
    return made;
  }

private:
  void collectArguments() {
    for (Use &argument : call.args()) {
      auto *dense = isDense(argument) ? cast<CallBase>(argument) : nullptr;
      if (!dense) {
        types.push_back(argument->getType());
        values.push_back(argument);
        continue;
      }
      // Of fewer than two arguments the accessors are refused.
      for (Use &extra : drop_begin(dense->args(), std::min(2u, dense->arg_size()))) {
        types.push_back(extra->getType());
        values.push_back(extra);
      }
    }
  }

  std::nullptr_t refuse(StringRef which, StringRef why) {
    diagnostics.refuse({MessageId::TodenseFunction, where, {which.str(), why.str()}, {}});
    return nullptr;
  }

  Function *accessor(CallBase &dense, unsigned index, StringRef which) {
    Value *value = index < dense.arg_size() ? dense.getArgOperand(index) : nullptr;
    auto *function = value ? dyn_cast<Function>(value->stripPointerCastsAndAliases()) : nullptr;
    return function ? function : refuse(which, "is not known when compiling");
  }

  /// `fixed` parameters, then one per extra argument.
  bool checkType(Function &function, ArrayRef<Type *> fixed, ArrayRef<Value *> extra,
                 StringRef which) {
    SmallVector<Type *, 6> wanted(fixed);
    for (Value *value : extra)
      wanted.push_back(value->getType());
    bool fits = ArrayRef<Type *>(wanted) == function.getFunctionType()->params();
    if (!fits)
      refuse(which, "does not take " + std::string(fixed.size() == 2 ? "the value, " : "") +
                        "the offset and the further arguments as they are given");
    return fits;
  }

  std::optional<Pretended> pretended(IRBuilder<> &builder, CallBase &dense, unsigned &next) {
    Pretended shadow;
    shadow.load = accessor(dense, 0, "load");
    shadow.store = shadow.load ? accessor(dense, 1, "store") : nullptr;
    if (!shadow.store)
      return std::nullopt;
    for (unsigned i = 2; i < dense.arg_size(); ++i)
      shadow.extra.push_back(made->getArg(next++));
    Type *number = shadow.load->getReturnType(), *offset = builder.getInt64Ty();
    if (!number->isFloatingPointTy())
      return refuse("load", "returns no number"), std::nullopt;
    if (!checkType(*shadow.load, {offset}, shadow.extra, "load") ||
        !checkType(*shadow.store, {number, offset}, shadow.extra, "store"))
      return std::nullopt;
    FunctionCallee start =
        call.getModule()->getOrInsertFunction("enzyme.dense.start", builder.getPtrTy());
    cast<Function>(start.getCallee())->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    shadow.start = builder.CreateCall(start);
    return shadow;
  }

  /// A call of the derivative with the pretended shadows, inlined.
  bool fill() {
    IRBuilder<> builder(BasicBlock::Create(made->getContext(), "entry", made));
    SmallVector<Value *, 8> arguments;
    SmallVector<Pretended, 2> shadows;
    unsigned next = 0;
    for (Use &argument : call.args()) {
      if (!isDense(argument)) {
        arguments.push_back(made->getArg(next++));
        continue;
      }
      std::optional<Pretended> shadow = pretended(builder, *cast<CallBase>(argument), next);
      if (!shadow)
        return false;
      arguments.push_back(shadow->start);
      shadows.push_back(*shadow);
    }
    CallInst *inner = builder.CreateCall(&derivative, arguments);
    inner->setCallingConv(derivative.getCallingConv());
    if (inner->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(inner);
    InlineFunctionInfo info;
    if (!InlineFunction(*inner, info).isSuccess())
      return refuse("load", "would replace accesses in a derivative that cannot be inlined"), false;
    return replaceAccesses(*made, shadows, where, diagnostics);
  }

  void replaceCall() {
    IRBuilder<> builder(&call);
    CallBase *replaced = nullptr;
    if (auto *invoke = dyn_cast<InvokeInst>(&call))
      replaced =
          builder.CreateInvoke(made, invoke->getNormalDest(), invoke->getUnwindDest(), values);
    else
      replaced = builder.CreateCall(made, values);
    replaced->setDebugLoc(call.getDebugLoc());
    call.replaceAllUsesWith(replaced);
    call.eraseFromParent();
  }

  CallBase &call;
  Function &derivative;
  Diagnostics &diagnostics;
  const Position where;
  SmallVector<Type *, 8> types;
  SmallVector<Value *, 8> values;
  Function *made = nullptr;
};

/// The derivatives the pretended shadow is passed to, as far as they exist.
SmallVector<CallBase *, 2> servedCalls(CallBase &dense) {
  SmallVector<CallBase *, 2> calls;
  for (User *user : dense.users()) {
    auto *call = dyn_cast<CallBase>(user);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && !is_contained(calls, call))
      calls.push_back(call);
  }
  return calls;
}

/// What else a person may have done with it.
std::string otherUse(const CallBase &dense) {
  const auto *user = dyn_cast<Instruction>(*dense.user_begin());
  if (auto *call = dyn_cast_or_null<CallBase>(user))
    return call->getCalledFunction()
               ? "a call of '" + readableName(*call->getCalledFunction()) + "'"
               : "a call through a pointer";
  return user
             ? std::string("the instruction '") + user->getOpcodeName() + "' outside the derivative"
             : "something that is no instruction";
}

} // namespace

std::vector<Function *> lowerDense(Module &module, bool isLast, Diagnostics &diagnostics) {
  std::vector<Function *> made;
  unsigned before = diagnostics.refusals();
  for (CallBase *dense : denseCalls(module))
    promoteResult(*dense);
  // A call takes all its pretended shadows at once.
  SmallSetVector<CallBase *, 4> served;
  SmallVector<CallBase *> calls = denseCalls(module);
  for (CallBase *dense : calls)
    for (CallBase *call : servedCalls(*dense))
      served.insert(call);
  for (CallBase *call : served)
    if (Function *function = Densifier(*call, diagnostics).make())
      made.push_back(function);
  for (CallBase *dense : calls) {
    if (dense->use_empty())
      eraseCall(*dense);
    else if (isLast && diagnostics.refusals() == before)
      diagnostics.refuse(refusalAt(*dense, MessageId::TodenseUse, {otherUse(*dense)}));
  }
  return made;
}

std::vector<Function *> makersOfDense(Module &module) {
  std::vector<Function *> makers;
  for (CallBase *dense : denseCalls(module))
    makers.push_back(dense->getFunction());
  return makers;
}

} // namespace enzyme
