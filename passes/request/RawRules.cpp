//===- RawRules.cpp - the rules of copies of unknown memory ----------------===//
//
// They are linear, and what is an address in the memory is one in its shadow, so that
// each is its own tangent: f(q, p, n); f(q', p', n). Of the reverse:
//
//   function   does                            augmented          reverse
//   copy       q = p on addresses              copy(q', p')
//   const      the same, and q = 0 elsewhere   copy(q', p')       pull(q', null)
//   pull       p += q; q = 0 elsewhere                            spread(q', p')
//   spread     q = p elsewhere                                    pull(q', p')
//
// The set is closed, so that derivatives of any order are made of these four. Where a
// shadow is the memory itself, that memory is const: nothing is done.
//===----------------------------------------------------------------------===//
#include "request/RawRules.h"
#include "enzyme/runtime.h"
#include "request/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

struct RawRule {
  Runtime primal;
  std::optional<Runtime> augmented, reverse;
  bool hasSource = true; ///< of the reverse; else null
};

constexpr RawRule rawRules[] = {
    {Runtime::CopyRaw, Runtime::CopyRaw, std::nullopt},
    {Runtime::CopyConstRaw, Runtime::CopyRaw, Runtime::PullRaw, false},
    {Runtime::PullRaw, std::nullopt, Runtime::SpreadRaw},
    {Runtime::SpreadRaw, std::nullopt, Runtime::PullRaw},
};

constexpr int anyFormat = -1;

Function *declare(Module &module, Runtime which) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  SmallVector<Type *, 5> parameters{pointer, pointer, Type::getInt64Ty(context)};
  if (which == Runtime::PullRaw || which == Runtime::SpreadRaw)
    parameters.push_back(Type::getInt32Ty(context)); // the format
  parameters.push_back(pointer);                     // the place in the program
  auto *type = FunctionType::get(Type::getVoidTy(context), parameters, false);
  auto *function = cast<Function>(module.getOrInsertFunction(nameOf(which), type).getCallee());
  function->setDoesNotThrow();
  return function;
}

/// One function of a rule: each parameter of the primal, and behind it its shadow; the place has
/// none.
class RuleBody {
public:
  RuleBody(Function &primal, StringRef half) : primal(primal), builder(primal.getContext()) {
    SmallVector<Type *, 8> parameters;
    for (const Argument &argument : primal.args()) {
      unsigned index = 2 * argument.getArgNo();
      bool isPlace = argument.getArgNo() + 1 == primal.arg_size(); // text for messages
      rule.parameters.push_back({index, isPlace ? std::nullopt : std::optional(index + 1)});
      parameters.append(isPlace ? 1 : 2, argument.getType());
    }
    rule.resultType = primal.getReturnType();
    rule.function = Function::Create(FunctionType::get(rule.resultType, parameters, false),
                                     GlobalValue::InternalLinkage, primal.getName() + "." + half,
                                     primal.getParent());
    builder.SetInsertPoint(BasicBlock::Create(primal.getContext(), "entry", rule.function));
  }

  void callPrimal(Runtime which) { call(which, {at(0), at(2), at(4)}); }
  void callOnShadows(Runtime which, bool hasSource) {
    Value *isConst = builder.CreateICmpEQ(at(0), at(1));
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    call(which, {at(1), hasSource ? at(3) : none,
                 builder.CreateSelect(isConst, builder.getInt64(0), at(4))});
  }
  RuleFunction finish() {
    builder.CreateRetVoid();
    return rule;
  }

private:
  Value *at(unsigned parameter) { return rule.function->getArg(parameter); }
  void call(Runtime which, ArrayRef<Value *> memory) {
    Function *callee = declare(*primal.getParent(), which);
    SmallVector<Value *, 5> arguments(memory);
    bool wantsFormat = callee->arg_size() == 5, hasFormat = primal.arg_size() == 5;
    if (wantsFormat)
      arguments.push_back(hasFormat ? at(6) : builder.getInt32(anyFormat));
    arguments.push_back(at(2 * unsigned(primal.arg_size() - 1)));
    builder.CreateCall(callee, arguments);
  }

  Function &primal;
  IRBuilder<> builder;
  RuleFunction rule;
};

void addRule(Module &workshop, const RawRule &raw, UserRules &rules) {
  Function &primal = *declare(workshop, raw.primal);
  auto make = [&](StringRef half, bool hasPrimal, std::optional<Runtime> onShadows,
                  bool hasSource = true) {
    RuleBody body(primal, half);
    if (hasPrimal)
      body.callPrimal(raw.primal);
    if (onShadows)
      body.callOnShadows(*onShadows, hasSource);
    return body.finish();
  };
  // A move that overlaps itself must not be made again for every lane.
  auto makeWithPrimal = [&](StringRef half, std::optional<Runtime> onShadows) {
    RuleFunction whole = make(half, true, onShadows);
    whole.onShadows = make((half + ".shadows").str(), false, onShadows).function;
    return whole;
  };
  CustomGradient gradient;
  gradient.primal = &primal;
  gradient.augmented.function = makeWithPrimal("augmented", raw.augmented);
  gradient.reverse = make("reverse", false, raw.reverse, raw.hasSource);
  gradient.adjoints.resize(primal.arg_size());
  CustomDerivative derivative;
  derivative.primal = &primal;
  derivative.forward = makeWithPrimal("forward", raw.primal);
  rules.add(std::move(gradient), std::move(derivative));
}

/// r = shadow_of(p, s, …, n):  r' = shadow_of(r, r == s ? s' : null, r, r, n of the next order).
/// What is not null has a shadow already; the shadow of memory that is older than the derivative is
/// so, too, and has one in the same way.
void makeShadowRule(Function &primal, StringRef half, RuleFunction &rule) {
  Type *pointer = primal.getReturnType();
  rule.resultType = StructType::get(pointer, pointer);
  rule.takesNullForConst = rule.takesLane = true;
  SmallVector<Type *, 10> parameters;
  for (const Argument &argument : primal.args()) {
    rule.parameters.push_back({2 * argument.getArgNo(), 2 * argument.getArgNo() + 1});
    parameters.append(2, argument.getType());
  }
  rule.function = Function::Create(FunctionType::get(rule.resultType, parameters, false),
                                   GlobalValue::InternalLinkage, primal.getName() + "." + half,
                                   primal.getParent());
  IRBuilder<> builder(BasicBlock::Create(primal.getContext(), "entry", rule.function));
  auto at = [&](unsigned i) -> Value * { return rule.function->getArg(i); };
  Value *found = builder.CreateCall(&primal, {at(0), at(2), at(4), at(6), at(8)});
  Value *order =
      builder.CreateAdd(builder.CreateLShr(at(8), ENZYME_RT_ORDER_SHIFT), builder.getInt64(1));
  Value *number = builder.CreateAdd(builder.CreateShl(order, ENZYME_RT_ORDER_SHIFT), at(9));
  Value *isSame = builder.CreateICmpEQ(found, at(2));
  Value *itsShadow =
      builder.CreateSelect(isSame, at(3), ConstantPointerNull::get(builder.getPtrTy()));
  Value *shadow = builder.CreateCall(&primal, {found, itsShadow, found, found, number});
  Value *both = builder.CreateInsertValue(PoisonValue::get(rule.resultType), found, 0);
  builder.CreateRet(builder.CreateInsertValue(both, shadow, 1));
}

void addShadowRule(Module &workshop, UserRules &rules) {
  Type *pointer = PointerType::getUnqual(workshop.getContext());
  Type *lane = Type::getInt64Ty(workshop.getContext());
  auto *type = FunctionType::get(pointer, {pointer, pointer, pointer, pointer, lane}, false);
  auto &primal =
      *cast<Function>(workshop.getOrInsertFunction("enzyme_rt_shadow_of", type).getCallee());
  primal.setDoesNotThrow();
  primal.setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  primal.setWillReturn();
  RuleResult first{0, pointer}, second{workshop.getDataLayout().getPointerSize(), pointer};
  CustomGradient gradient;
  gradient.primal = &primal;
  makeShadowRule(primal, "augmented", gradient.augmented.function);
  gradient.augmented.primalResult = first;
  gradient.augmented.shadowResult = second;
  gradient.reverse.parameters = gradient.augmented.function.parameters;
  gradient.reverse.resultType = Type::getVoidTy(workshop.getContext());
  gradient.reverse.function = Function::Create(
      FunctionType::get(gradient.reverse.resultType,
                        gradient.augmented.function.function->getFunctionType()->params(), false),
      GlobalValue::InternalLinkage, primal.getName() + ".reverse", &workshop);
  IRBuilder<>(BasicBlock::Create(workshop.getContext(), "entry", gradient.reverse.function))
      .CreateRetVoid();
  gradient.adjoints.resize(primal.arg_size());
  CustomDerivative derivative;
  derivative.primal = &primal;
  makeShadowRule(primal, "forward", derivative.forward);
  derivative.primalResult = first;
  derivative.tangentResult = second;
  rules.add(std::move(gradient), std::move(derivative));
}

} // namespace

void addRawRules(Module &workshop, UserRules &rules) {
  for (const RawRule &raw : rawRules)
    addRule(workshop, raw, rules);
  addShadowRule(workshop, rules);
}

} // namespace enzyme
