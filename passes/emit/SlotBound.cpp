//===- SlotBound.cpp --------------------------------------------------------===//
#include "emit/SlotBound.h"
#include "limits/emit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Copies what computes a number of iterations into a function that is called before the kernel.
class Slices {
public:
  Slices(Function &half, Function &bound, const Structures &structures, IRBuilder<> &builder)
      : structures(structures), builder(builder) {
    for (auto [from, to] : zip_equal(half.args(), bound.args()))
      copies[&from] = &to;
  }

  /// Null if it needs what only the kernel knows.
  Value *copy(Value *value, unsigned depth = 0) {
    if (isa<Constant>(value))
      return value;
    auto [place, isNew] = copies.try_emplace(value, nullptr);
    if (!isNew || depth > limits::depthOfSlotBound)
      return place->second;
    auto *instruction = dyn_cast<Instruction>(value);
    Value *copied =
        instruction && mayRunBefore(*instruction) ? clone(*instruction, depth) : nullptr;
    return copies[value] = copied;
  }

  bool variesByThread() const { return asksProcessor; }

private:
  /// Whatever it is given, and in front of the conditions that the kernel has around it.
  bool mayRunBefore(const Instruction &at) {
    if (auto *load = dyn_cast<LoadInst>(&at))
      return !load->isVolatile() && isPassed(*load->getPointerOperand());
    if (auto *call = dyn_cast<IntrinsicInst>(&at)) {
      bool isQuestion = call->arg_size() == 0;
      asksProcessor |= isQuestion;
      return call->doesNotAccessMemory() && call->hasFnAttr(Attribute::Speculatable);
    }
    if (at.isIntDivRem()) // the divisor is mended
      return at.getOpcode() == Instruction::UDiv || at.getOpcode() == Instruction::URem;
    return isa<BinaryOperator, CastInst, ICmpInst, SelectInst, FreezeInst, GetElementPtrInst>(at) &&
           !at.getType()->isFPOrFPVectorTy();
  }

  /// In what a kernel is given: its structures, and on AMD the sizes of its blocks. Should the
  /// kernel change a structure before its loop, the number is not what it will be.
  bool isPassed(const Value &address) {
    const Value *base = getUnderlyingObject(&address);
    auto *parameter = dyn_cast<Argument>(base);
    auto *call = dyn_cast<IntrinsicInst>(base);
    asksProcessor |= call != nullptr;
    return (parameter && structures.contains(parameter)) ||
           (call &&
            is_contained({Intrinsic::amdgcn_implicitarg_ptr, Intrinsic::amdgcn_dispatch_ptr},
                         call->getIntrinsicID()));
  }

  Value *clone(Instruction &at, unsigned depth) {
    SmallVector<Value *, 4> operands;
    for (Value *operand : at.operands()) {
      auto *callee = dyn_cast<Function>(operand);
      operands.push_back(callee ? callee : copy(operand, depth + 1));
      if (!operands.back())
        return nullptr;
    }
    if (at.isIntDivRem()) {
      Value *one = ConstantInt::get(at.getType(), 1);
      operands[1] = builder.CreateSelect(builder.CreateIsNull(operands[1]), one, operands[1]);
    }
    Instruction *made = at.clone();
    for (unsigned i = 0; i != operands.size(); ++i)
      made->setOperand(i, operands[i]);
    made->dropPoisonGeneratingAnnotations();
    made->dropUBImplyingAttrsAndMetadata();
    return builder.Insert(made);
  }

  const Structures &structures;
  IRBuilder<> &builder;
  DenseMap<Value *, Value *> copies;
  bool asksProcessor = false;
};

/// times · trips, or nothing at all where that is too much, as of counts that are never reached.
Value *timesTrips(IRBuilder<> &builder, Value *times, Value *trips) {
  Value *most = builder.getInt64(limits::iterationsInSlots), *none = builder.getInt64(0);
  auto limited = [&](Value *count) {
    return builder.CreateSelect(builder.CreateICmpULE(count, most), count, none);
  };
  Value *count = limited(builder.CreateZExtOrTrunc(trips, builder.getInt64Ty()));
  return limited(builder.CreateMul(times, count));
}

/// How far a loop goes whose iterations are not counted, as one to the end of a grid that strides
/// by unsigned numbers: from where an induction starts to what it is compared with.
Value *distanceOver(const TapeLevel &level, const Plan &plan, Slices &slices,
                    IRBuilder<> &builder) {
  auto magnitude = [&](Value *value) {
    return builder.CreateBinaryIntrinsic(
        Intrinsic::abs, builder.CreateSExtOrTrunc(value, builder.getInt64Ty()), builder.getFalse());
  };
  auto estimate = [&](const Induction &induction, Value *end) -> Value * {
    Value *to = slices.copy(end), *from = slices.copy(induction.start),
          *step = slices.copy(induction.step);
    if (!to || !from || !step)
      return nullptr;
    step = magnitude(step);
    step = builder.CreateBinaryIntrinsic(Intrinsic::umax, step, builder.getInt64(1));
    Value *way = magnitude(builder.CreateSub(builder.CreateSExtOrTrunc(to, step->getType()),
                                             builder.CreateSExtOrTrunc(from, step->getType())));
    return builder.CreateAdd(builder.CreateUDiv(way, step), builder.getInt64(2));
  };
  for (PHINode &one : level.header->phis()) {
    PHINode *phi = &one;
    auto known = plan.inductions.find(phi);
    if (known == plan.inductions.end() || !phi->getType()->isIntegerTy())
      continue;
    const Induction &induction = known->second;
    for (const Value *counted :
         {static_cast<const Value *>(induction.update), static_cast<const Value *>(phi)})
      for (const User *user : counted->users()) {
        auto *compared = dyn_cast<ICmpInst>(user);
        if (!compared || compared->isEquality())
          continue;
        unsigned other = compared->getOperand(0) == counted ? 1 : 0;
        if (Value *trips = estimate(induction, compared->getOperand(other)))
          return trips;
      }
  }
  return nullptr;
}

/// How many iterations a loop has; null if that is not known before.
Value *tripsOf(const TapeLevel &level, const Plan &plan, Slices &slices, IRBuilder<> &builder) {
  return level.isCounted() ? slices.copy(level.trips) : distanceOver(level, plan, slices, builder);
}

/// How often the loop is entered; null if that is not known before.
Value *runsOf(const TapeLevel &level, const Plan &plan, Slices &slices, IRBuilder<> &builder) {
  Value *runs = builder.getInt64(1);
  for (unsigned around = level.parent; around != 0; around = plan.levels[around].parent) {
    Value *trips = tripsOf(plan.levels[around], plan, slices, builder);
    if (!trips)
      return nullptr;
    runs = timesTrips(builder, runs, trips);
  }
  return runs;
}

} // namespace

SlotBound makeSlotBound(Function &half, const Plan &plan, const Structures &structures) {
  LLVMContext &context = half.getContext();
  Function *bound = Function::Create(
      FunctionType::get(Type::getInt64Ty(context), half.getFunctionType()->params(), false),
      GlobalValue::InternalLinkage, half.getName() + ".slots", half.getParent());
  bound->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", bound));
  Slices slices(half, *bound, structures, builder);
  constexpr uint64_t wordBytes = 8;
  const TapeLevel &root = plan.levels.front();
  Value *sum = builder.getInt64(root.isInSlots ? alignTo(root.elementBytes, wordBytes) : 0);
  for (const TapeLevel &level : drop_begin(plan.levels)) {
    Value *trips = level.isInSlots ? tripsOf(level, plan, slices, builder) : nullptr;
    Value *runs = trips ? runsOf(level, plan, slices, builder) : nullptr;
    if (!runs)
      continue;
    Value *elements = builder.CreateMul(
        timesTrips(builder, runs, trips),
        builder.getInt64(alignTo(level.elementBytes, level.isCounted() ? 1 : wordBytes)));
    Value *ends = builder.CreateMul(runs, builder.getInt64(level.leadBytes + wordBytes));
    sum = builder.CreateAdd(sum, builder.CreateAdd(elements, ends));
  }
  builder.CreateRet(sum);
  return {bound, slices.variesByThread()};
}

} // namespace enzyme
