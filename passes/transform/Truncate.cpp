//===- Truncate.cpp - functions in a smaller format -----------------------===//
//
//   operation                    becomes
//   + - * / sqrt fma, casts      the same, computed and rounded once (FormatBuilder.h)
//   comparison, cast to integer  the same on rounded operands
//   sin, exp, …                  the same on rounded operands, the result rounded
//   floor, fmin, fmod, …         the same on rounded operands: the result is in the format
//   nextafter, ldexp             the format's own
//   neg, fabs, copysign, select  as they are: they move numbers
//   call of a function           of its truncated copy; without a body a warning
//   atomic + -, fmin, fmax       a loop around the same and an exchange
//
// With scope Memory also what enters the function, is loaded, stored, passed on or
// returned is rounded. A function of the program that is named as the operation
// (__enzyme_fprt_64_52_binop_fadd, …) is called instead of ours.
//===----------------------------------------------------------------------===//
#include "transform/Truncate.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/Rounding.h"
#include "support/Origins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

class Rewriter {
public:
  Rewriter(Module &module, const Truncation &truncation, FormatBuilder &formats)
      : module(module), truncation(truncation), formats(formats) {}

  /// Replaces the instruction, or its operands, where it computes.
  void rewrite(Instruction &at) {
    IRBuilder<> builder(&at);
    if (auto *math = dyn_cast<FPMathOperator>(&at))
      builder.setFastMathFlags(math->getFastMathFlags());
    Value *made = replacement(builder, at);
    if (!made)
      made = computed(builder, at);
    if (made) {
      made->takeName(&at);
      at.replaceAllUsesWith(made);
      at.eraseFromParent();
    } else if (truncation.scope == TruncationScope::Memory) {
      roundAtBorders(at);
    }
  }

private:
  bool isReplaced(const Value *value) const { return formats.isReplaced(value->getType()); }

  // -- functions of the program instead of ours ------------------------------------
  static std::string operationName(const Instruction &at) {
    if (isa<BinaryOperator>(at))
      return std::string("binop_") + at.getOpcodeName();
    if (auto *compare = dyn_cast<FCmpInst>(&at))
      return ("fcmp_" + CmpInst::getPredicateName(compare->getPredicate())).str();
    auto *call = dyn_cast<CallInst>(&at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      return "";
    std::string name = (callee->isIntrinsic() ? "intr_" : "func_") + callee->getName().str();
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }

  Value *replacement(IRBuilder<> &builder, Instruction &at) {
    std::string operation = operationName(at);
    if (operation.empty())
      return nullptr;
    std::string name = (nameOf(Runtime::Replacement) + Twine(truncation.from.bits()) + "_" +
                        Twine(truncation.from.significand) + "_" + operation)
                           .str();
    Function *function = module.getFunction(name);
    if (!function)
      return nullptr;
    SmallVector<Value *, 6> arguments;
    for (Value *operand : at.operands())
      if (!isa<Function>(operand))
        arguments.push_back(operand);
    for (int64_t number : {int64_t(truncation.to.exponent), int64_t(truncation.to.significand),
                           int64_t(truncation.scope)})
      arguments.push_back(builder.getInt64(number));
    FunctionType *type = function->getFunctionType();
    bool fits = type->getReturnType() == at.getType() && type->getNumParams() == arguments.size();
    for (auto [argument, parameter] : zip(arguments, type->params()))
      fits &= argument->getType() == parameter;
    return fits ? builder.CreateCall(function, arguments) : nullptr;
  }

  // -- operations -------------------------------------------------------------------
  Value *computed(IRBuilder<> &builder, Instruction &at) {
    if (auto *operation = dyn_cast<BinaryOperator>(&at))
      return isReplaced(&at) ? arithmetic(builder, *operation) : nullptr;
    if (auto *compare = dyn_cast<FCmpInst>(&at)) {
      roundOperands(at);
      return nullptr;
    }
    if (auto *cast = dyn_cast<CastInst>(&at))
      return converted(builder, *cast);
    if (auto *update = dyn_cast<AtomicRMWInst>(&at))
      return isReplaced(update->getValOperand()) ? updated(*update) : nullptr;
    if (auto *call = dyn_cast<CallBase>(&at))
      return called(builder, *call);
    return nullptr;
  }

  /// The new number of an atomic update, from the one that was there.
  Value *next(IRBuilder<> &builder, AtomicRMWInst::BinOp operation, Value *old, Value *operand) {
    auto with = [&](auto build) {
      return formats.compute(builder, {old, operand}, [&](ArrayRef<Value *> entered) {
        return build(entered[0], entered[1]);
      });
    };
    switch (operation) {
    case AtomicRMWInst::FAdd:
      return with([&](Value *a, Value *b) { return builder.CreateFAdd(a, b); });
    case AtomicRMWInst::FSub:
      return with([&](Value *a, Value *b) { return builder.CreateFSub(a, b); });
    case AtomicRMWInst::FMin:
      return with([&](Value *a, Value *b) { return builder.CreateMinNum(a, b); });
    case AtomicRMWInst::FMax:
      return with([&](Value *a, Value *b) { return builder.CreateMaxNum(a, b); });
    case AtomicRMWInst::FMinimum:
      return with([&](Value *a, Value *b) { return builder.CreateMinimum(a, b); });
    case AtomicRMWInst::FMaximum:
      return with([&](Value *a, Value *b) { return builder.CreateMaximum(a, b); });
    default:
      return nullptr;
    }
  }

  /// No machine updates memory in another format: as long as another thread was faster,
  /// again. An exchange of numbers rounds nothing.
  Value *updated(AtomicRMWInst &at) {
    if (at.getOperation() == AtomicRMWInst::Xchg || at.getType()->isVectorTy())
      return nullptr;
    Type *type = at.getType(),
         *bits = Type::getIntNTy(at.getContext(), type->getPrimitiveSizeInBits());
    IRBuilder<> builder(&at);
    LoadInst *first = builder.CreateAlignedLoad(bits, at.getPointerOperand(), at.getAlign());
    first->setAtomic(AtomicOrdering::Monotonic, at.getSyncScopeID());
    first->setVolatile(at.isVolatile());
    BasicBlock *before = at.getParent();
    BasicBlock *after = SplitBlock(before, &at);
    BasicBlock *loop = BasicBlock::Create(at.getContext(), "update", at.getFunction(), after);
    before->getTerminator()->setSuccessor(0, loop);
    builder.SetInsertPoint(loop);
    PHINode *seen = builder.CreatePHI(bits, 2);
    seen->addIncoming(first, before);
    Value *old = builder.CreateBitCast(seen, type);
    Value *made = next(builder, at.getOperation(), old, at.getValOperand());
    AtomicCmpXchgInst *exchange = builder.CreateAtomicCmpXchg(
        at.getPointerOperand(), seen, builder.CreateBitCast(made, bits), at.getAlign(),
        at.getOrdering(), AtomicCmpXchgInst::getStrongestFailureOrdering(at.getOrdering()),
        at.getSyncScopeID());
    exchange->setVolatile(at.isVolatile());
    seen->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
    builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, loop);
    return old;
  }

  Value *arithmetic(IRBuilder<> &builder, BinaryOperator &at) {
    if (at.getOpcode() == Instruction::FRem) { // exact
      roundOperands(at);
      return nullptr;
    }
    return formats.compute(builder, {at.getOperand(0), at.getOperand(1)},
                           [&](ArrayRef<Value *> operands) {
                             return builder.CreateBinOp(at.getOpcode(), operands[0], operands[1]);
                           });
  }

  Value *converted(IRBuilder<> &builder, CastInst &at) {
    if (isReplaced(at.getOperand(0)) && !isa<BitCastInst>(at)) {
      roundOperands(at);
      return nullptr;
    }
    bool isSigned = isa<SIToFPInst>(at);
    bool isArithmetic = isSigned || isa<UIToFPInst, FPExtInst, FPTruncInst>(at);
    return isReplaced(&at) && isArithmetic
               ? formats.convertedFrom(builder, at.getOperand(0), isSigned)
               : nullptr;
  }

  /// Operands that enter as rounded numbers; the instruction stays.
  void roundOperands(Instruction &at) {
    IRBuilder<> builder(&at);
    for (Use &operand : at.operands())
      if (isReplaced(operand))
        operand.set(formats.rounded(builder, operand));
  }

  Value *called(IRBuilder<> &builder, CallBase &at) {
    bool hasReplaced = formats.isReplaced(at.getType()) ||
                       any_of(at.args(), [&](const Use &argument) { return isReplaced(argument); });
    auto *intrinsic = dyn_cast<IntrinsicInst>(&at);
    if (!hasReplaced)
      return nullptr;
    if (intrinsic && isReduction(*intrinsic))
      return reduced(builder, *intrinsic);
    if (!formulaFor(at)) {
      if (intrinsic && !intrinsic->getType()->isVoidTy())
        roundOperands(at); // asks about a number, or converts it
      return nullptr;
    }
    switch (roundingOf(at)) {
    case Rounding::Once:
      return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::fmuladd
                 ? multipliedAndAdded(builder, at)
                 : byLibrary(at);
    case Rounding::Root:
      return root(builder, at);
    case Rounding::Fused:
      return fused(builder, at);
    case Rounding::Scaled:
      return formats.callRuntime(builder, Runtime::Ldexp, at.getArgOperand(0),
                                 builder.CreateIntCast(at.getArgOperand(1), builder.getInt32Ty(),
                                                       /*isSigned=*/true));
    case Rounding::Neighbour:
      return neighbour(builder, at);
    case Rounding::None:
      if (!isMove(at))
        roundOperands(at);
      return nullptr;
    case Rounding::Library:
      return byLibrary(at);
    }
    llvm_unreachable("all ways of rounding are listed");
  }

  static bool isMove(const CallBase &at) {
    Intrinsic::ID id = at.getIntrinsicID();
    return id == Intrinsic::fabs || id == Intrinsic::copysign;
  }

  static bool isReduction(const IntrinsicInst &at) {
    return at.getIntrinsicID() == Intrinsic::vector_reduce_fadd ||
           at.getIntrinsicID() == Intrinsic::vector_reduce_fmul;
  }

  /// One element after the other, as the intrinsic is defined.
  Value *reduced(IRBuilder<> &builder, IntrinsicInst &at) {
    auto opcode = at.getIntrinsicID() == Intrinsic::vector_reduce_fadd ? Instruction::FAdd
                                                                       : Instruction::FMul;
    Value *sum = at.getArgOperand(0), *vector = at.getArgOperand(1);
    for (unsigned i = 0; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i)
      sum = formats.compute(builder, {sum, builder.CreateExtractElement(vector, i)},
                            [&](ArrayRef<Value *> operands) {
                              return builder.CreateBinOp(opcode, operands[0], operands[1]);
                            });
    return sum;
  }

  bool isNativeFloat() const { return formats.nativeType() && formats.nativeType()->isFloatTy(); }

  Value *multipliedAndAdded(IRBuilder<> &builder, CallBase &at) {
    SmallVector<Value *, 3> operands(at.args());
    if (isNativeFloat())
      return formats.compute(builder, operands, [&](ArrayRef<Value *> entered) {
        return builder.CreateIntrinsic(Intrinsic::fmuladd, {entered[0]->getType()}, entered);
      });
    auto binary = [&](Instruction::BinaryOps opcode, Value *first, Value *second) {
      return formats.compute(builder, {first, second}, [&](ArrayRef<Value *> entered) {
        return builder.CreateBinOp(opcode, entered[0], entered[1]);
      });
    };
    Value *product = binary(Instruction::FMul, operands[0], operands[1]);
    return binary(Instruction::FAdd, product, operands[2]);
  }

  Value *fused(IRBuilder<> &builder, CallBase &at) {
    SmallVector<Value *, 3> operands(at.args().begin(), at.args().begin() + 3);
    if (!isNativeFloat())
      return formats.callRuntime(builder, Runtime::Fma, operands);
    return formats.compute(builder, operands, [&](ArrayRef<Value *> entered) {
      return builder.CreateIntrinsic(Intrinsic::fma, {entered[0]->getType()}, entered);
    });
  }

  Value *root(IRBuilder<> &builder, CallBase &at) {
    Value *operand = at.getArgOperand(0);
    if (!isNativeFloat())
      return formats.callRuntime(builder, Runtime::Sqrt, operand);
    return formats.compute(builder, operand, [&](ArrayRef<Value *> entered) {
      return builder.CreateUnaryIntrinsic(Intrinsic::sqrt, entered[0]);
    });
  }

  /// nextafter(x, y); nexttoward's y is of a wider type; nextup and nextdown have none.
  Value *neighbour(IRBuilder<> &builder, CallBase &at) {
    Value *x = formats.rounded(builder, at.getArgOperand(0));
    Type *type = x->getType();
    if (at.arg_size() == 2 && isReplaced(at.getArgOperand(1)))
      return formats.callRuntime(builder, Runtime::Nextafter, {x, at.getArgOperand(1)});
    Value *up = ConstantFP::getInfinity(type), *down = ConstantFP::getInfinity(type, true);
    if (at.arg_size() == 1) {
      bool isDown = at.getCalledFunction()->getName().contains("down");
      return formats.callRuntime(builder, Runtime::Nextafter, {x, isDown ? down : up});
    }
    Value *y = at.getArgOperand(1), *wide = builder.CreateFPExt(x, y->getType());
    Value *aim =
        builder.CreateSelect(builder.CreateFCmpOGT(y, wide), up,
                             builder.CreateSelect(builder.CreateFCmpOLT(y, wide), down, x));
    aim = builder.CreateSelect(builder.CreateFCmpUNO(y, y), ConstantFP::getNaN(type), aim);
    return formats.callRuntime(builder, Runtime::Nextafter, {x, aim});
  }

  /// The library's own result, which is more precise, rounded.
  Value *byLibrary(CallBase &at) {
    roundOperands(at);
    roundResult(at);
    return nullptr;
  }

  void roundResult(Instruction &at) {
    std::optional<BasicBlock::iterator> after = at.getInsertionPointAfterDef();
    if (!after)
      return;
    IRBuilder<> builder(at.getParent(), *after);
    builder.SetInsertPoint(*after);
    Value *result = &at;
    if (isReplaced(&at)) {
      result = formats.rounded(builder, &at);
    } else if (auto *structure = dyn_cast<StructType>(at.getType())) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        if (formats.isReplaced(structure->getElementType(i)))
          result = builder.CreateInsertValue(
              result, formats.rounded(builder, builder.CreateExtractValue(&at, i)), i);
    }
    if (result == &at)
      return;
    // What computes `result` from the instruction goes on reading the instruction.
    SmallPtrSet<const User *, 8> own;
    for (const Instruction *made = cast<Instruction>(result); made && made != &at;
         made = made->getPrevNode())
      own.insert(made);
    at.replaceUsesWithIf(result, [&](Use &use) { return !own.contains(use.getUser()); });
  }

  // -- scope Memory -----------------------------------------------------------------
  void roundAtBorders(Instruction &at) {
    if (isa<LoadInst>(at)) {
      roundResult(at);
    } else if (isa<StoreInst, ReturnInst>(at)) {
      roundOperands(at);
    } else if (auto *call = dyn_cast<CallBase>(&at); call && !isa<IntrinsicInst>(call)) {
      roundOperands(at);
      roundResult(at);
    }
  }

  Module &module;
  const Truncation &truncation;
  FormatBuilder &formats;
};

} // namespace

bool TruncatedFunctions::isReplacement(const Function &function) const {
  return function.getName().starts_with(nameOf(Runtime::Replacement));
}

void TruncatedFunctions::rewriteBody(Function &function) {
  SmallVector<Instruction *, 64> all;
  for (Instruction &instruction : instructions(function))
    all.push_back(&instruction);
  if (truncation.scope == TruncationScope::Memory) {
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (Argument &argument : function.args())
      if (formats.isReplaced(argument.getType())) {
        Value *rounded = formats.rounded(builder, &argument);
        argument.replaceUsesWithIf(rounded, [&](Use &use) {
          return use.getUser() != rounded && is_contained(all, use.getUser());
        });
      }
  }
  Rewriter rewriter(module, truncation, formats);
  for (Instruction *instruction : all)
    if (auto *call = dyn_cast<CallBase>(instruction))
      noteUntouched(*call);
  for (Instruction *instruction : all)
    rewriter.rewrite(*instruction);
  formats.forget();
}

/// A declared function that takes, returns or may find numbers of the format.
void TruncatedFunctions::noteUntouched(const CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  bool isForeign = callee && callee->isDeclaration() && !callee->isIntrinsic() &&
                   !isReplacement(*callee) && !mayHoldWord(callee->getName()) &&
                   !callee->getName().starts_with("enzyme");
  if (!isForeign || formulaFor(const_cast<CallBase &>(call)) || // const_cast: it changes nothing
      allocatorFact(call) || deallocatorFact(call) || calleeEffect(call) != CalleeEffect::Unknown)
    return;
  auto mayCompute = [&](const Type *type) {
    return formats.isReplaced(type) || type->isPointerTy();
  };
  bool computes =
      formats.isReplaced(call.getType()) ||
      any_of(call.args(), [&](const Use &argument) { return mayCompute(argument->getType()); });
  if (computes && noted.insert(callee).second)
    untouched.push_back(readableName(*callee));
}

void warnAboutUntouched(TruncatedFunctions &functions, const Position &where,
                        Diagnostics &diagnostics) {
  std::vector<std::string> names = functions.takeUntouched();
  if (!names.empty())
    diagnostics.warn({MessageId::FullPrecision, where, {"'" + join(names, "', '") + "'"}, {}});
}

void TruncatedFunctions::inPlace(Function &function) {
  if (!function.isDeclaration() && !isReplacement(function))
    rewriteBody(function);
}

Function *TruncatedFunctions::of(Function &function) {
  if (function.isDeclaration() || isReplacement(function) || hasFormula(function))
    return &function;
  Function *&known = copies[&function];
  if (known)
    return known;
  ValueToValueMapTy map;
  Function *copy = known = CloneFunction(&function, map);
  for (Argument &parameter : copy->args()) // what comes back is rounded
    parameter.removeAttr(Attribute::Returned);
  copy->setName("enzyme.truncated." + function.getName());
  forgetCopy(*copy);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setComdat(nullptr);
  // What was concluded from the body need not hold for functions that replace ours.
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::NoUnwind, Attribute::WillReturn,
                                   Attribute::NoFree, Attribute::NoSync, Attribute::Speculatable})
    copy->removeFnAttr(kind);
  functions.push_back(copy);
  rewriteBody(*copy);
  for (Instruction &instruction : instructions(copy))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (Function *callee = call->getCalledFunction())
        call->setCalledFunction(of(*callee));
  return copy;
}

bool truncateModule(Module &module, StringRef text, Diagnostics &diagnostics) {
  auto truncations = truncationsIn(text);
  if (!truncations) {
    diagnostics.refuse({MessageId::TruncationFormat,
                        Position(),
                        {"-enzyme-truncate-all=" + text.str(), "cannot be read, or is none"},
                        {}});
    return false;
  }
  for (const Truncation &truncation : *truncations) {
    TruncatedFunctions functions(module, truncation);
    for (Function &function : module)
      functions.inPlace(function);
    warnAboutUntouched(functions, Position(), diagnostics);
  }
  return true;
}

} // namespace enzyme
