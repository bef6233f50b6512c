//===- PairRules.cpp - the rule of a call through a pair of derivatives ---===//
//
// For R f(p, x…) with p' the shadow of p:
//
//   augmented(p, p', x…)            p'[0](x…)             ->  {tape, [R, [R']]}
//   reverse(p, p', x…, [y̅], tape)   p'[1](x…, [y̅], tape)  ->  adjoints
//   forward(p, p', x, dx…)          p'[0](x, dx…)         ->  {R, R'}
//
// The program's functions are called as the C ABI of x86-64 has it.
//===----------------------------------------------------------------------===//
#include "request/PairRules.h"
#include "request/FitResult.h"
#include "request/ReadArguments.h"
#include "request/RuleShapes.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

/// How C returns a structure of these members.
struct CResult {
  Type *type = nullptr;   ///< in registers; void if none or if hidden
  Type *memory = nullptr; ///< the structure; null if there is none
  bool isHidden = false;  ///< through a pointer
};

/// The register for the members within one eightbyte.
Type *registerOf(ArrayRef<Type *> members, uint64_t bytes) {
  if (members.size() == 1)
    return members[0];
  if (members.size() == 2 && members[0]->isFloatTy() && members[1]->isFloatTy())
    return FixedVectorType::get(members[0], 2);
  return IntegerType::get(members[0]->getContext(), 8 * bytes);
}

CResult resultOf(ArrayRef<Type *> members, const DataLayout &layout, LLVMContext &context) {
  CResult result{Type::getVoidTy(context), nullptr, false};
  if (members.empty())
    return result;
  auto *structure = StructType::get(context, members);
  result.memory = structure;
  if (members.size() == 1) {
    result.type = members[0];
    return result;
  }
  bool isWide =
      any_of(members, [](Type *type) { return type->isX86_FP80Ty() || type->isFP128Ty(); });
  uint64_t bytes = layout.getTypeAllocSize(structure);
  result.isHidden = bytes > 16 || isWide;
  if (result.isHidden)
    return result;
  SmallVector<Type *, 4> eightbytes[2];
  for (unsigned i = 0; i != members.size(); ++i)
    eightbytes[layout.getStructLayout(structure)->getElementOffset(i) / 8].push_back(members[i]);
  Type *first = registerOf(eightbytes[0], std::min<uint64_t>(bytes, 8));
  result.type =
      eightbytes[1].empty() ? first : StructType::get(first, registerOf(eightbytes[1], bytes - 8));
  return result;
}

class PairRule {
public:
  explicit PairRule(Function &primal)
      : primal(primal), module(*primal.getParent()), context(primal.getContext()),
        pointer(PointerType::getUnqual(context)), returned(primal.getReturnType()) {}

  Function *augmented() {
    SmallVector<Type *, 3> members{pointer};
    if (!returned->isVoidTy())
      members.push_back(returned);
    if (returned->isPointerTy())
      members.push_back(returned);
    return make("augmented", parameters(/*doublesFloats=*/false), members, 0);
  }

  Function *reverse() {
    SmallVector<Type *, 8> all = parameters(/*doublesFloats=*/false);
    if (returned->isFloatingPointTy())
      all.push_back(returned);
    all.push_back(pointer);
    SmallVector<Type *, 4> adjoints;
    for (Argument &argument : drop_begin(primal.args()))
      if (argument.getType()->isFloatingPointTy())
        adjoints.push_back(argument.getType());
    return make("reverse", all, adjoints, 1);
  }

  Function *forward() {
    SmallVector<Type *, 2> members;
    if (!returned->isVoidTy())
      members.assign(2, returned);
    return make("forward", parameters(/*doublesFloats=*/true), members, 0);
  }

private:
  SmallVector<Type *, 8> parameters(bool doublesFloats) const {
    SmallVector<Type *, 8> all;
    for (const Argument &argument : primal.args()) {
      all.push_back(argument.getType());
      if (doublesFloats || !argument.getType()->isFloatingPointTy())
        all.push_back(argument.getType());
    }
    return all;
  }

  /// Calls entry `index` of the pair with all parameters behind p and p'.
  Function *make(StringRef kind, ArrayRef<Type *> all, ArrayRef<Type *> members, unsigned index) {
    Type *own = members.empty() ? Type::getVoidTy(context) : StructType::get(context, members);
    Function *made = Function::Create(FunctionType::get(own, all, false),
                                      GlobalValue::InternalLinkage, "enzyme.pair." + kind, module);
    IRBuilder<> builder(BasicBlock::Create(context, "", made));
    CResult result = resultOf(members, module.getDataLayout(), context);
    SmallVector<Type *, 8> types;
    SmallVector<Value *, 8> arguments;
    Value *memory = result.memory ? builder.CreateAlloca(result.memory) : nullptr;
    if (result.isHidden) {
      types.push_back(pointer);
      arguments.push_back(memory);
    }
    for (Argument &argument : drop_begin(made->args(), 2)) {
      types.push_back(argument.getType());
      arguments.push_back(&argument);
    }
    Value *callee = builder.CreateLoad(
        pointer, builder.CreateConstInBoundsGEP1_64(pointer, made->getArg(1), index));
    CallInst *call =
        builder.CreateCall(FunctionType::get(result.type, types, false), callee, arguments);
    if (result.isHidden)
      call->addParamAttr(0, Attribute::getWithStructRetType(context, result.memory));
    else if (memory)
      builder.CreateStore(call, memory);
    if (memory)
      builder.CreateRet(builder.CreateLoad(own, memory));
    else
      builder.CreateRetVoid();
    return made;
  }

  Function &primal;
  Module &module;
  LLVMContext &context;
  Type *pointer;
  Type *returned;
};

} // namespace

void addPairRules(Module &workshop, UserRules &rules) {
  SmallVector<Function *, 4> primals;
  for (Function &function : workshop)
    if (function.hasFnAttribute(throughPairAttribute))
      primals.push_back(&function);
  for (Function *primal : primals) {
    PairRule pair(*primal);
    CustomGradient gradient;
    gradient.primal = primal;
    gradient.augmented.function.function = pair.augmented();
    gradient.reverse.function = pair.reverse();
    CustomDerivative derivative;
    derivative.primal = primal;
    derivative.forward.function = pair.forward();
    bool fits = !shapeGradient(gradient).isError() && !shapeDerivative(derivative).isError();
    assert(fits && "made to the signatures of rules");
    if (fits)
      rules.add(std::move(gradient), std::move(derivative));
  }
}

} // namespace enzyme
