// Slots of adjoints that only one block uses are cleared there.
#include "RulesParse.h"
#include "optimise/Optimise.h"

using namespace llvm;
using namespace enzyme;

namespace {

// The clear stands directly behind its slot, and is the next instruction when it is moved.
TEST(OptimiseSlots, AClearThatFollowsItsSlotMovesToTheBlockThatUsesIt) {
  test::Parsed parsed(R"(
    define double @f(double %x, i1 %c) {
    entry:
      %slot = alloca double
      store double 0.0, ptr %slot
      %other = alloca double
      store double 0.0, ptr %other
      br i1 %c, label %used, label %done
    used:
      %read = load double, ptr %slot
      %sum = fadd double %read, %x
      store double 0.0, ptr %slot
      br label %done
    done:
      %result = phi double [ %sum, %used ], [ %x, %entry ]
      ret double %result
    })");
  Function &function = parsed.function();
  makeSlotsLocal(function);
  BasicBlock &used = *std::next(function.begin());
  EXPECT_TRUE(isa<StoreInst>(used.front()));
  unsigned stores = 0;
  for (Instruction &at : function.getEntryBlock())
    stores += isa<StoreInst>(at);
  EXPECT_EQ(stores, 1u) << "the other slot's clear stays";
  EXPECT_FALSE(verifyFunction(function, &errs()));
}

} // namespace
