//===- JoinAllocations.cpp - places on the tape that are asked for together --===//
//
//   a = enzyme_rt_alloc(8); …; b = enzyme_rt_alloc(24)
//
// becomes
//
//   a = enzyme_rt_alloc(40); …; b = a + 16
//
// Stack variables that must outlive the primal sweep lie on the tape, and their shadows beside
// them: a function has dozens, and each would be a test of the arena's room. Nothing between them
// may give back memory of the tape, so calls end a row of allocations.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t alignment = 16;          // of all that the tape gives
constexpr uint64_t bytesTogether = 1 << 12; // more is not small beside a test

/// The bytes that a call of `allocate` takes from the tape, if they are few.
std::optional<uint64_t> bytesOf(const CallInst &call, const Function &allocate) {
  auto *bytes = call.getCalledFunction() == &allocate ? dyn_cast<ConstantInt>(call.getArgOperand(0))
                                                      : nullptr;
  if (!bytes || bytes->getValue().ugt(bytesTogether))
    return std::nullopt;
  return alignTo(bytes->getZExtValue(), alignment);
}

void joinRow(ArrayRef<CallInst *> row, const Function &allocate) {
  uint64_t all = 0;
  CallInst *first = row.front();
  for (CallInst *call : row) {
    uint64_t bytes = *bytesOf(*call, allocate);
    if (call != first) {
      IRBuilder<> builder(call);
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), first, all);
      place->takeName(call);
      call->replaceAllUsesWith(place);
      call->eraseFromParent();
    }
    all += bytes;
  }
  first->setArgOperand(0, ConstantInt::get(first->getArgOperand(0)->getType(), all));
}

/// The rows of one block: allocations without another call in between.
void joinIn(BasicBlock &block, const Function &allocate) {
  SmallVector<CallInst *, 16> row;
  uint64_t all = 0;
  auto end = [&] {
    if (row.size() > 1)
      joinRow(row, allocate);
    row.clear();
    all = 0;
  };
  for (Instruction &at : make_early_inc_range(block)) {
    if (!isa<CallBase>(at) || isa<IntrinsicInst>(at))
      continue;
    auto *call = dyn_cast<CallInst>(&at);
    std::optional<uint64_t> bytes = call ? bytesOf(*call, allocate) : std::nullopt;
    if (!bytes || all + *bytes > bytesTogether)
      end();
    if (bytes) {
      row.push_back(call);
      all += *bytes;
    }
  }
  end();
}

} // namespace

void joinAllocations(Function &allocate) {
  SetVector<BasicBlock *> blocks;
  for (User *user : allocate.users())
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledOperand() == &allocate &&
        call->getFunctionType() == allocate.getFunctionType())
      blocks.insert(call->getParent());
  for (BasicBlock *block : blocks)
    joinIn(*block, allocate);
}

} // namespace enzyme
