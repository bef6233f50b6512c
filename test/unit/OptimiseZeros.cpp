// Zeros in memory of tangents that is clear, or that a loop overwrites: they are not written.
#include "RulesParse.h"
#include "optimise/Optimise.h"
#include "support/Passes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace enzyme;

namespace {

/// How many stores of a constant are in `block`.
unsigned zeros(Function &function, StringRef block) {
  unsigned found = 0;
  for (Instruction &at : instructions(function))
    if (auto *store = dyn_cast<StoreInst>(&at); store && at.getParent()->getName() == block)
      found += isa<Constant>(store->getValueOperand());
  return found;
}

std::string repeated(const std::string &ahead) {
  return R"(
    declare noalias ptr @malloc(i64)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define double @f(ptr %x, i1 %is, i64 %n, double %y) {
    entry:
      )" + ahead +
         R"(
      br i1 %is, label %made, label %behind
    made:
      %memory = call noalias ptr @malloc(i64 %n)
      call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 %n, i1 false)
      br label %behind
    behind:
      %p = phi ptr [ null, %entry ], [ %memory, %made ]
      br i1 %is, label %clear, label %done
    clear:
      store double 0.0, ptr %p
      br label %done
    done:
      ret double %y
    })";
}

TEST(OptimiseZeros, ZerosOnZerosAreDroppedHoweverMuchIsWrittenAheadOfTheAllocation) {
  std::string ahead;
  for (unsigned i = 0; i != 1000; ++i) // twice what is followed
    ahead += "store double %y, ptr %x\n      ";
  test::Parsed parsed(repeated(ahead));
  Passes manager;
  EXPECT_TRUE(dropRepeatedZeros(parsed.function(), manager.functions));
  EXPECT_EQ(zeros(parsed.function(), "clear"), 0u);
}

TEST(OptimiseZeros, ZerosOnNumbersStay) {
  std::string text = repeated("");
  StringRef before = "br i1 %is, label %clear";
  text.insert(text.find(before), "call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 8, i1 false)\n");
  test::Parsed parsed(text);
  Passes manager;
  EXPECT_FALSE(dropRepeatedZeros(parsed.function(), manager.functions));
  EXPECT_EQ(zeros(parsed.function(), "clear"), 1u);
}

// Made again and again: what is written ahead of the allocation may be what the one before gave.
TEST(OptimiseZeros, ZerosOfALoopThatAllocatesStay) {
  test::Parsed parsed(R"(
    declare noalias ptr @malloc(i64)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define void @f(ptr %x, i1 %is, i64 %n, double %y) {
    entry:
      br label %loop
    loop:
      %last = phi ptr [ %x, %entry ], [ %memory, %loop ]
      store double %y, ptr %last
      %memory = call noalias ptr @malloc(i64 %n)
      call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 %n, i1 false)
      store double 0.0, ptr %last
      br i1 %is, label %loop, label %done
    done:
      ret void
    })");
  Passes manager;
  EXPECT_FALSE(dropRepeatedZeros(parsed.function(), manager.functions));
  EXPECT_EQ(zeros(parsed.function(), "loop"), 1u);
}

// Both are cleared under a condition that also leads to the loop.
TEST(OptimiseZeros, ALoopThatOverwritesTwoBlocksSparesBothFills) {
  test::Parsed parsed(R"(
    declare noalias ptr @malloc(i64)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define double @f(ptr %x, i64 %size, i64 %n, double %y) {
    entry:
      %none = icmp eq i64 %n, 0
      br i1 %none, label %behind, label %made
    made:
      %a = call noalias ptr @malloc(i64 %size)
      call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 %size, i1 false)
      %b = call noalias ptr @malloc(i64 %size)
      call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 %size, i1 false)
      br label %behind
    behind:
      %p = phi ptr [ null, %entry ], [ %a, %made ]
      %q = phi ptr [ null, %entry ], [ %b, %made ]
      br i1 %none, label %read, label %ahead
    ahead:
      br label %loop
    loop:
      %i = phi i64 [ 0, %ahead ], [ %next, %loop ]
      %pi = getelementptr double, ptr %p, i64 %i
      %qi = getelementptr double, ptr %q, i64 %i
      store double %y, ptr %pi
      store double %y, ptr %qi
      %next = add nuw nsw i64 %i, 1
      %more = icmp ne i64 %next, %n
      br i1 %more, label %loop, label %read
    read:
      %one = load double, ptr %p
      %two = load double, ptr %q
      %sum = fadd double %one, %two
      ret double %sum
    })");
  Passes manager;
  EXPECT_TRUE(dropOverwrittenZeros(parsed.function(), manager.functions));
  for (Instruction &at : instructions(parsed.function()))
    if (isa<MemSetInst>(at)) {
      BasicBlock *from = at.getParent()->getSinglePredecessor();
      auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
      EXPECT_TRUE(branch && branch->isConditional() && isa<FreezeInst>(branch->getCondition()));
    }
  EXPECT_FALSE(verifyFunction(parsed.function(), &errs()));
}

} // namespace
