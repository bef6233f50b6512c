//===- Strips.cpp --------------------------------------------------------===//
//
//   refuse unless lanes >= 1 and what is written is not also read
//   for (lane = 0; lane + width <= lanes; lane += width)  wide(…, base + (lane + i) * stride, …)
//   for (; lane < lanes; lane += 1)                       narrow(…, base + lane * stride, …)
//
// Lanes that are left over cannot be given to one more strip: it would need memory
// for the shadows of lanes that do not exist, and nobody knows how much.
//===----------------------------------------------------------------------===//
#include "emit/Strips.h"
#include "emit/RuleEffects.h"
#include "request/PassArguments.h"
#include "request/Strips.h"
#include "shadow/RuntimeCalls.h"

using namespace llvm;

namespace enzyme {
namespace {

class StripEmitter {
public:
  StripEmitter(const DerivativeKey &key, Function &wide)
      : key(key), signature(StripSignature::of(key)), runtime(*wide.getParent()),
        function(*Function::Create(signature.type, GlobalValue::InternalLinkage,
                                   wide.getName() + ".strips", wide.getParent())),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)) {}

  Function *emit(Function &wide, Function &narrow) {
    Value *lanes = function.getArg(signature.lanesParameter);
    Value *isNone = builder.CreateICmpSLT(lanes, builder.getInt64(1));
    refuseIf(isNone, "enzyme_width is less than 1");
    refuseSharedMemory();
    makeResults(lanes);
    lane = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "lane");
    builder.CreateStore(builder.getInt64(0), lane);
    loop(wide, key.width);
    loop(narrow, 1);
    finish();
    return &function;
  }

private:
  void refuseIf(Value *condition, StringRef message) {
    BasicBlock *refused = BasicBlock::Create(function.getContext(), "refused", &function);
    BasicBlock *fine = BasicBlock::Create(function.getContext(), "fine", &function);
    builder.CreateCondBr(condition, refused, fine);
    builder.SetInsertPoint(refused);
    runtime.refuse(builder, message, Position::of(*key.primal));
    builder.CreateUnreachable();
    builder.SetInsertPoint(fine);
  }

  /// isRepeatable takes parameters to lead to different memory; here is whether
  /// they do, as far as two pointers can tell.
  void refuseSharedMemory() {
    RuleEffects effects = effectsOf(*key.primal);
    for (const Argument &written : key.primal->args())
      for (const Argument &other : key.primal->args()) {
        bool isRisk = &written != &other && effects.writes.contains(&written) && effects.reads.contains(&other);
        if (isRisk)
          refuseIf(builder.CreateICmpEQ(primal(written.getArgNo()), primal(other.getArgNo())),
                   "with an enzyme_width known at run time, memory that is written may not also be read");
      }
  }

  Value *primal(unsigned parameter) { return function.getArg(signature.primalParameter[parameter]); }

  void makeResults(Value *lanes) {
    auto *natural = dyn_cast<StructType>(signature.strip.type->getReturnType());
    for (unsigned i = 0; natural && i != natural->getNumElements(); ++i) {
      Type *member = natural->getElementType(i);
      if (!signature.isPerLane(i)) {
        results.push_back(builder.CreateAlloca(member, nullptr, "primal"));
        continue;
      }
      uint64_t bytes = function.getDataLayout().getTypeAllocSize(member->getArrayElementType());
      results.push_back(runtime.lanes(builder, builder.CreateMul(lanes, builder.getInt64(bytes))));
    }
  }

  /// Strips of `width` lanes for as long as there are so many.
  void loop(Function &derivative, unsigned width) {
    LLVMContext &context = function.getContext();
    BasicBlock *header = BasicBlock::Create(context, "strips", &function);
    BasicBlock *body = BasicBlock::Create(context, "strip", &function);
    BasicBlock *after = BasicBlock::Create(context, "after", &function);
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    Value *first = builder.CreateLoad(builder.getInt64Ty(), lane);
    Value *next = builder.CreateAdd(first, builder.getInt64(width));
    builder.CreateCondBr(builder.CreateICmpSLE(next, function.getArg(signature.lanesParameter)), body, after);
    builder.SetInsertPoint(body);
    strip(derivative, first, width);
    builder.CreateStore(next, lane);
    builder.CreateBr(header);
    builder.SetInsertPoint(after);
  }

  Value *shadow(unsigned base, Type *type, Value *at) {
    Value *distance = builder.CreateMul(at, function.getArg(base + 1));
    Value *address = builder.CreatePtrAdd(function.getArg(base), distance);
    return type->isPointerTy() ? address : builder.CreateAlignedLoad(type, address, Align(1));
  }

  void strip(Function &derivative, Value *first, unsigned width) {
    SmallVector<Value *, 16> operands;
    for (const Argument &parameter : key.primal->args()) {
      operands.push_back(primal(parameter.getArgNo()));
      std::optional<unsigned> base = signature.baseParameter[parameter.getArgNo()];
      for (unsigned i = 0; base && i != width; ++i)
        operands.push_back(shadow(*base, parameter.getType(), builder.CreateAdd(first, builder.getInt64(i))));
    }
    if (signature.strip.seedParameter)
      operands.push_back(unitSeed(derivative.getFunctionType()->getParamType(operands.size())));
    Value *made = builder.CreateCall(&derivative, operands);
    for (auto [i, memory] : enumerate(results)) {
      Value *member = builder.CreateExtractValue(made, i);
      Type *one = width > 1 && signature.isPerLane(i) ? member->getType()->getArrayElementType() : member->getType();
      builder.CreateStore(member, signature.isPerLane(i) ? builder.CreateGEP(one, memory, first) : memory);
    }
  }

  void finish() {
    if (results.empty()) {
      builder.CreateRetVoid();
      return;
    }
    Value *result = PoisonValue::get(function.getReturnType());
    for (auto [i, memory] : enumerate(results)) {
      Type *type = cast<StructType>(function.getReturnType())->getElementType(i);
      Value *member = signature.isPerLane(i) ? memory : builder.CreateLoad(type, memory);
      result = builder.CreateInsertValue(result, member, i);
    }
    builder.CreateRet(result);
  }

  const DerivativeKey &key;
  const StripSignature signature;
  RuntimeCalls runtime;
  Function &function;
  IRBuilder<> builder;
  SmallVector<Value *, 4> results; ///< where each member of the result is
  Value *lane = nullptr;           ///< the first lane of the next strip
};

} // namespace

Function *emitStrips(const DerivativeKey &key, Function &wide, Function &narrow) {
  return StripEmitter(key, wide).emit(wide, narrow);
}

} // namespace enzyme
