// Slots of adjoints that only a part of the function uses are cleared there.
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

// In a case of a switch in a loop, one variable that is clear again at the case's end and one
// that is not: `first` holds something when the next iteration comes to the case.
TEST(OptimiseSlots, AVariableOfACaseIsSetWhereTheCaseBegins) {
  test::Parsed parsed(R"(
    define void @f(double %x, i32 %which, i1 %c) {
    entry:
      %clear = alloca double
      store double -0.0, ptr %clear
      %first = alloca double
      store double -0.0, ptr %first
      br label %loop
    loop:
      switch i32 %which, label %done [ i32 1, label %case  i32 2, label %loop ]
    case:
      br i1 %c, label %one, label %two
    one:
      store double %x, ptr %clear
      br label %two
    two:
      %read = load double, ptr %clear
      store double -0.0, ptr %clear
      store double %read, ptr %first
      br i1 %c, label %loop, label %done
    done:
      ret void
    })");
  Function &function = parsed.function();
  makeSlotsLocal(function);
  auto isSetIn = [&](StringRef variable, StringRef block) {
    return any_of(function, [&](BasicBlock &at) {
      auto *store = dyn_cast<StoreInst>(&at.front());
      return at.getName() == block && store && store->getPointerOperand()->getName() == variable;
    });
  };
  EXPECT_TRUE(isSetIn("clear", "case"));
  EXPECT_FALSE(isSetIn("first", "two")) << "nor anywhere in the loop";
  EXPECT_EQ(count_if(function.getEntryBlock(), [](Instruction &at) { return isa<StoreInst>(at); }),
            1);
  EXPECT_FALSE(verifyFunction(function, &errs()));
}

} // namespace
