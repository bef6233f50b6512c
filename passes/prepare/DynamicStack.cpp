//===- DynamicStack.cpp - stack that is allocated while a function runs ----===//
//
//     p = alloca n           p = malloc(n); *slot = p
//     stackrestore(s)        free(*slot); *slot = null     if s was saved before p
//     ret, resume            free(*slot)
//
// The slot is null before. An alloca in a loop without a restore in that loop
// makes a new array in each turn; those come from the tape, which is released as
// a whole.
//===----------------------------------------------------------------------===//
#include "prepare/DynamicStack.h"
#include "rules/Shape.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t heapAlignment = 16; // what malloc promises on 64-bit targets

class StackRemover {
public:
  explicit StackRemover(Function &function)
      : function(function), dominators(function), loops(dominators) {}

  void run() {
    for (Instruction &instruction : instructions(function))
      note(instruction);
    for (AllocaInst *array : arrays)
      move(*array);
    for (IntrinsicInst *restore : restores)
      restore->eraseFromParent();
    for (IntrinsicInst *save : saves) {
      save->replaceAllUsesWith(PoisonValue::get(save->getType()));
      save->eraseFromParent();
    }
  }

private:
  void note(Instruction &instruction) {
    if (auto *array = dyn_cast<AllocaInst>(&instruction))
      if (!array->isStaticAlloca())
        arrays.push_back(array);
    if (isa<ReturnInst, ResumeInst>(instruction))
      exits.push_back(&instruction);
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (!intrinsic)
      return;
    if (intrinsic->getIntrinsicID() == Intrinsic::stacksave)
      saves.push_back(intrinsic);
    if (intrinsic->getIntrinsicID() == Intrinsic::stackrestore)
      restores.push_back(intrinsic);
  }

  /// Does `restore` end the life of `array`?
  bool ends(const IntrinsicInst &restore, const AllocaInst &array) const {
    auto *save = dyn_cast<Instruction>(restore.getArgOperand(0));
    return save && dominators.dominates(save, &array) && dominators.dominates(&array, &restore);
  }

  bool isEndedInItsLoop(const AllocaInst &array) const {
    const Loop *loop = loops.getLoopFor(array.getParent());
    return !loop || any_of(restores, [&](const IntrinsicInst *restore) {
      auto *save = dyn_cast<Instruction>(restore->getArgOperand(0));
      return save && loop->contains(save) && ends(*restore, array);
    });
  }

  void move(AllocaInst &array) {
    bool isEnded = isEndedInItsLoop(array);
    if (isEnded && isa<ConstantInt>(array.getArraySize())) {
      array.moveBefore(function.getEntryBlock().getFirstInsertionPt());
      return;
    }
    IRBuilder<> builder(&array);
    Value *memory = allocate(builder, array, isEnded);
    memory->takeName(&array);
    array.replaceAllUsesWith(memory);
    if (isEnded)
      freeLater(builder, array, memory);
    array.eraseFromParent();
  }

  Value *sizeOf(IRBuilder<> &builder, AllocaInst &array) {
    uint64_t element = function.getDataLayout().getTypeAllocSize(array.getAllocatedType());
    Value *count = builder.CreateZExtOrTrunc(array.getArraySize(), builder.getInt64Ty());
    Value *size = builder.CreateNUWMul(count, builder.getInt64(element));
    uint64_t align = array.getAlign().value();
    if (align <= heapAlignment)
      return size;
    Value *last = builder.CreateNUWAdd(size, builder.getInt64(align - 1));
    return builder.CreateAnd(last, builder.getInt64(-align));
  }

  Value *allocate(IRBuilder<> &builder, AllocaInst &array, bool isEnded) {
    Value *size = sizeOf(builder, array);
    Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
    uint64_t align = array.getAlign().value();
    Module &module = *function.getParent();
    if (align > heapAlignment)
      return builder.CreateCall(
          module.getOrInsertFunction(calls::allocateAligned, pointer, word, word),
          {builder.getInt64(align), size});
    StringRef name = isEnded ? calls::allocateName : calls::tapeAllocateName;
    CallInst *call = builder.CreateCall(module.getOrInsertFunction(name, pointer, word), size);
    call->addRetAttr(Attribute::NoAlias);
    return call;
  }

  void freeLater(IRBuilder<> &builder, AllocaInst &array, Value *memory) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *slot = entry.CreateAlloca(entry.getPtrTy());
    Constant *nothing = ConstantPointerNull::get(entry.getPtrTy());
    entry.CreateStore(nothing, slot);
    builder.CreateStore(memory, slot);
    for (IntrinsicInst *restore : restores)
      if (ends(*restore, array)) {
        free(*restore, slot);
        IRBuilder<>(restore).CreateStore(nothing, slot);
      }
    for (Instruction *exit : exits)
      free(*exit, slot);
  }

  void free(Instruction &before, AllocaInst *slot) {
    IRBuilder<> builder(&before);
    Value *memory = builder.CreateLoad(builder.getPtrTy(), slot);
    builder.CreateCall(function.getParent()->getOrInsertFunction(
                           calls::releaseName, builder.getVoidTy(), builder.getPtrTy()),
                       memory);
  }

  Function &function;
  DominatorTree dominators;
  LoopInfo loops;
  SmallVector<AllocaInst *> arrays;
  SmallVector<IntrinsicInst *> saves, restores;
  SmallVector<Instruction *> exits;
};

} // namespace

void removeDynamicStack(Function &function) { StackRemover(function).run(); }

void dropFreesOfNothing(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && callee->getName() == calls::releaseName &&
          hasShape(*call, calls::releaseShape) && isa<ConstantPointerNull>(call->getArgOperand(0)))
        call->eraseFromParent();
}

} // namespace enzyme
