// Slots of adjoints that only a part of the function uses are cleared there.
#include "RulesParse.h"
#include "optimise/Optimise.h"

using namespace llvm;
using namespace enzyme;

namespace {

/// How many stores to the variable `slot` are in `block`.
unsigned stores(Function &function, StringRef block, StringRef slot) {
  unsigned found = 0;
  for (BasicBlock &here : function)
    for (Instruction &at : here)
      if (auto *store = dyn_cast<StoreInst>(&at); store && here.getName() == block)
        found += store->getPointerOperand()->getName() == slot;
  return found;
}

TEST(OptimiseSlots, AVariableOfOneBlockIsSetWhereTheBlockBegins) {
  test::Parsed parsed(R"(
    define double @f(double %x, i1 %c) {
    entry:
      %slot = alloca double
      store double 0.0, ptr %slot
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
  EXPECT_TRUE(isa<StoreInst>(std::next(function.begin())->front()));
  EXPECT_EQ(stores(function, "used", "slot"), 2u);
  EXPECT_FALSE(verifyFunction(function, &errs()));
}

// In a case of a switch in a loop, one variable that is clear again at the case's end and one
// that is not: `kept` holds something when the next iteration comes to the case. The function
// is entered in two ways, as the reverse sweep of one that may throw is.
TEST(OptimiseSlots, AVariableOfACaseIsSetInTheCaseOnly) {
  test::Parsed parsed(R"(
    define double @f(double %x, i32 %which, i1 %c) {
    entry:
      %clear = alloca double
      store double -0.0, ptr %clear
      %kept = alloca double
      store double -0.0, ptr %kept
      br i1 %c, label %loop, label %case
    loop:
      switch i32 %which, label %done [ i32 1, label %case  i32 2, label %other ]
    other:
      br label %loop
    case:
      %old = load double, ptr %kept
      br i1 %c, label %one, label %two
    one:
      store double %x, ptr %clear
      br label %two
    two:
      %read = load double, ptr %clear
      store double -0.0, ptr %clear
      %sum = fadd double %read, %old
      store double %sum, ptr %kept
      br i1 %c, label %loop, label %done
    done:
      ret double %x
    })");
  Function &function = parsed.function();
  makeSlotsLocal(function);
  EXPECT_EQ(stores(function, "case", "clear"), 1u);
  EXPECT_EQ(stores(function, "two", "clear"), 1u);
  EXPECT_EQ(stores(function, "loop", "clear") + stores(function, "other", "clear"), 0u);
  EXPECT_EQ(stores(function, "case", "kept") + stores(function, "loop", "kept"), 0u);
  EXPECT_FALSE(verifyFunction(function, &errs()));
}

} // namespace
