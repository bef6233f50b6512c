//===- WidenInstruction.cpp - one instruction in all lanes ----------------===//
#include "transform/WidenInstruction.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool dividesIntegers(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return true;
  default:
    return false;
  }
}

/// An intrinsic that computes each lane by itself.
bool isLanewise(const CallInst &call, InstructionWidener::LookUp lookUp) {
  Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::not_intrinsic || !isTriviallyVectorizable(id))
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr) &&
        lookUp(call.getArgOperand(i)).form != Form::Uniform)
      return false;
  return true;
}

} // namespace

bool InstructionWidener::isElementwise(const Instruction &instruction) const {
  bool hasElements =
      isElement(instruction.getType()) && all_of(instruction.operands(), [](const Use &operand) {
        return isa<Function>(operand) || isElement(operand->getType());
      });
  if (!hasElements)
    return false;
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return isLanewise(*call, lookUp);
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst,
             GetElementPtrInst>(instruction);
}

Wide InstructionWidener::widen(Instruction &instruction, Value *mask) {
  if (auto *memory = dyn_cast<AllocaInst>(&instruction))
    return local(*memory);
  return isElementwise(instruction) ? onVectors(instruction, mask) : perLane(instruction, mask);
}

Value *InstructionWidener::intrinsicOnVectors(CallInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  SmallVector<Type *, 2> overloads;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(wide.partType(call.getType()));
  SmallVector<Value *, 4> operands;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Wide operand = lookUp(call.getArgOperand(i));
    bool isScalar = isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
    operands.push_back(isScalar ? operand.parts[0] : wide.vector(operand));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, i, nullptr))
      overloads.push_back(operands.back()->getType());
  }
  return wide.builder.CreateIntrinsic(id, overloads, operands);
}

Wide InstructionWidener::onVectors(Instruction &instruction, Value *mask) {
  IRBuilder<> &builder = wide.builder;
  Value *made = nullptr;
  if (auto *call = dyn_cast<CallInst>(&instruction)) {
    made = intrinsicOnVectors(*call);
  } else {
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction.operands())
      operands.push_back(wide.vector(lookUp(operand)));
    if (mask && dividesIntegers(instruction)) // absent lanes may hold a zero
      operands[1] =
          builder.CreateSelect(mask, operands[1], ConstantInt::get(operands[1]->getType(), 1));
    if (auto *cast = dyn_cast<CastInst>(&instruction)) {
      made = builder.CreateCast(cast->getOpcode(), operands[0], wide.partType(cast->getType()));
    } else if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
      // Members of structures are named by plain constants.
      for (unsigned i = 1; i < operands.size(); ++i)
        if (isa<ConstantInt>(instruction.getOperand(i)))
          operands[i] = instruction.getOperand(i);
      made = builder.CreateGEP(address->getSourceElementType(), operands[0],
                               ArrayRef(operands).drop_front());
    } else {
      Instruction *copy = instruction.clone();
      for (unsigned i = 0; i < operands.size(); ++i)
        copy->setOperand(i, operands[i]);
      copy->mutateType(wide.partType(instruction.getType()));
      copy->dropUnknownNonDebugMetadata();
      copy->setDebugLoc(DebugLoc());
      made = builder.Insert(copy);
    }
  }
  if (auto *made_ = dyn_cast<Instruction>(made))
    made_->copyIRFlags(&instruction);
  return {Form::Vector, {made}};
}

Value *InstructionWidener::oneLane(Instruction &instruction, unsigned lane) {
  Instruction *copy = instruction.clone();
  for (Use &operand : copy->operands())
    if (!isa<Constant, MetadataAsValue>(operand))
      operand.set(wide.lane(lookUp(operand), lane));
  copy->setDebugLoc(DebugLoc());
  return wide.builder.Insert(copy);
}

/// if (mask[lane]) instruction
Value *InstructionWidener::guarded(Instruction &instruction, unsigned lane, Value *mask) {
  IRBuilder<> &builder = wide.builder;
  Function *function = builder.GetInsertBlock()->getParent();
  auto *present = BasicBlock::Create(builder.getContext(), "present", function);
  auto *after = BasicBlock::Create(builder.getContext(), "after", function);
  BasicBlock *before = builder.GetInsertBlock();
  builder.CreateCondBr(builder.CreateExtractElement(mask, lane), present, after);
  builder.SetInsertPoint(present);
  Value *made = oneLane(instruction, lane);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  if (made->getType()->isVoidTy())
    return made;
  PHINode *result = builder.CreatePHI(made->getType(), 2);
  result->addIncoming(Constant::getNullValue(made->getType()), before);
  result->addIncoming(made, present);
  return result;
}

Wide InstructionWidener::perLane(Instruction &instruction, Value *mask) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  if (load && mask && isElement(load->getType())) {
    Value *addresses = wide.vector(lookUp(load->getPointerOperand()));
    Wide none = wide.zero(load->getType());
    return {Form::Vector,
            {wide.builder.CreateMaskedGather(none.parts[0]->getType(), addresses, load->getAlign(),
                                             mask, none.parts[0])}};
  }
  bool isHarmless = !instruction.mayReadOrWriteMemory() && !isa<CallBase>(instruction) &&
                    !dividesIntegers(instruction);
  SmallVector<Value *, 8> lanes;
  for (unsigned lane = 0; lane < wide.width; ++lane)
    lanes.push_back(mask && !isHarmless ? guarded(instruction, lane, mask)
                                        : oneLane(instruction, lane));
  return instruction.getType()->isVoidTy() ? Wide() : wide.gather(lanes);
}

/// One piece of local memory per lane, in the entry block.
Wide InstructionWidener::local(AllocaInst &memory) {
  SmallVector<Value *, 8> lanes;
  for (unsigned lane = 0; lane < wide.width; ++lane) {
    Instruction *copy = memory.clone();
    copy->setDebugLoc(DebugLoc());
    BasicBlock &entry = wide.builder.GetInsertBlock()->getParent()->getEntryBlock();
    copy->insertInto(&entry, entry.begin());
    lanes.push_back(copy);
  }
  return wide.gather(lanes);
}

} // namespace enzyme
