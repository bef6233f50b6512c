//===- FactsTables.cpp - what is known about library functions ---------------===//
#include "RulesParse.h"
#include "rules/Facts.h"
#include "rules/memory/Allocators.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

CalleeEffect effectOf(const std::string &call, const std::string &declaration) {
  Parsed parsed = parsedCall(call, declaration);
  return calleeEffect(parsed.call());
}

TEST(FactsEffect, KnownByName) {
  EXPECT_EQ(effectOf("i32 (ptr, ...) @printf(ptr %p, double %x)", "i32 @printf(ptr, ...)"),
            CalleeEffect::Inactive);
  EXPECT_EQ(effectOf("i64 @time(ptr %p)", "i64 @time(ptr)"), CalleeEffect::Inactive);
  EXPECT_EQ(effectOf("double @drand48()", "double @drand48()"), CalleeEffect::Inactive);
  EXPECT_EQ(effectOf("ptr @_ZNSo9_M_insertIdEERSoT_(ptr %p, double %x)",
                     "ptr @_ZNSo9_M_insertIdEERSoT_(ptr, double)"),
            CalleeEffect::Inactive);
  EXPECT_EQ(effectOf("ptr @_ZSt20__throw_length_errorPKc(ptr %p)",
                     "ptr @_ZSt20__throw_length_errorPKc(ptr)"),
            CalleeEffect::Inactive);
  EXPECT_EQ(effectOf("i32 @__ubsan_handle_x(ptr %p)", "i32 @__ubsan_handle_x(ptr)"),
            CalleeEffect::Inactive);
}

TEST(FactsEffect, ANameWithOtherTypesIsAnotherFunction) {
  EXPECT_EQ(effectOf("double @error(double %x)", "double @error(double)"), CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("double @random()", "double @random()"), CalleeEffect::Unknown);
}

TEST(FactsEffect, AFunctionWithABodyIsTheProgramsOwn) {
  Parsed parsed("define i32 @error(ptr %p) {\n  store double 1.0, ptr %p\n  ret i32 0\n}\n"
                "define void @f(ptr %p) {\n  %r = call i32 @error(ptr %p)\n  ret void\n}\n");
  EXPECT_EQ(calleeEffect(parsed.call()), CalleeEffect::Unknown);
}

TEST(FactsEffect, ByEffect) {
  EXPECT_EQ(effectOf("i1 @isGood(ptr %p)", "i1 @isGood(ptr) memory(read)"),
            CalleeEffect::InactiveByEffect);
  EXPECT_EQ(effectOf("double @constant()", "double @constant() memory(none)"),
            CalleeEffect::InactiveByEffect);
  EXPECT_EQ(effectOf("i32 @stop(ptr %p)", "i32 @stop(ptr) noreturn"),
            CalleeEffect::InactiveByEffect);
}

TEST(FactsEffect, UnknownWhenIntegersMayBeBits) {
  EXPECT_EQ(effectOf("i64 @pair(double %x)", "i64 @pair(double) memory(none)"),
            CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("i32 @count(ptr %p)", "i32 @count(ptr) memory(read)"), CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("double @table(i32 %n)", "double @table(i32) memory(none)"),
            CalleeEffect::Unknown);
}

TEST(FactsEffect, UnknownWhenFloatsMayFlow) {
  EXPECT_EQ(effectOf("i32 @step(i32 %n)", "i32 @step(i32)"), CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("double @g(double %x)", "double @g(double) memory(none)"),
            CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("double @sum(i32 %n)", "double @sum(i32) memory(read)"),
            CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("ptr @find(ptr %p)", "ptr @find(ptr) memory(read)"), CalleeEffect::Unknown);
  EXPECT_EQ(effectOf("i32 @qsort(ptr %p)", "i32 @qsort(ptr)"), CalleeEffect::Unknown);
}

TEST(FactsEffect, Barriers) {
  Parsed empty("define void @f(ptr %p) {\n  call void asm sideeffect \"\", "
               "\"r,~{memory}\"(ptr %p)\n  ret void\n}\n");
  EXPECT_EQ(calleeEffect(empty.call()), CalleeEffect::InactiveByEffect);
  Parsed store("define void @f(ptr %p) {\n  call void asm sideeffect \"movl $$1, ($0)\", "
               "\"r,~{memory}\"(ptr %p)\n  ret void\n}\n");
  EXPECT_EQ(calleeEffect(store.call()), CalleeEffect::Unknown);
}

TEST(FactsEffect, EnzymeInactiveAttribute) {
  EXPECT_EQ(effectOf("i32 @step(i32 %n)", "i32 @step(i32) \"enzyme_inactive\""),
            CalleeEffect::Inactive);
}

TEST(FactsMemory, Allocators) {
  Parsed parsed = parsedCall("ptr @calloc(i64 2, i64 8)", "ptr @calloc(i64, i64)");
  std::optional<AllocatorFact> fact = allocatorFact(parsed.call());
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->sizeArgument, 1);
  EXPECT_EQ(fact->countArgument, 0);
  EXPECT_TRUE(fact->isZeroed);
  EXPECT_STREQ(fact->deallocator, "free");
}

TEST(FactsMemory, DeclaredAllocators) {
  Parsed parsed = parsedCall("ptr @my_calloc(i64 2, i64 8)",
                             "ptr @my_calloc(i64, i64) allockind(\"alloc,zeroed\") allocsize(0,1) "
                             "\"alloc-family\"=\"malloc\"");
  std::optional<AllocatorFact> fact = allocatorFact(parsed.call());
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->sizeArgument, 0);
  EXPECT_EQ(fact->countArgument, 1);
  EXPECT_TRUE(fact->isZeroed);
}

TEST(FactsMemory, Deallocators) {
  Parsed parsed(
      "declare void @_ZdlPvSt11align_val_t(ptr, i64)\ndefine void @f(ptr %p) {\n  call void "
      "@_ZdlPvSt11align_val_t(ptr %p, i64 32)\n  ret void\n}\n");
  std::optional<DeallocatorFact> fact = deallocatorFact(parsed.call());
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->pointerArgument, 0);
  EXPECT_EQ(fact->alignArgument, 1);
}

TEST(FactsMemory, EveryAllocatorsPartnerIsADeallocator) {
  for (const AllocatorFact &fact : memory::allocators) {
    StringRef partner = fact.deallocator;
    EXPECT_TRUE(partner.empty() ||
                any_of(memory::deallocators,
                       [&](const DeallocatorFact &other) { return partner == other.name; }))
        << fact.name;
  }
}

TEST(FactsPointers, TreesAndLists) {
  const char *name = "ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base";
  Parsed parsed = parsedCall(name + std::string("(ptr %p)"), name + std::string("(ptr)"));
  EXPECT_TRUE(movesPointersOnly(parsed.call()));
  EXPECT_EQ(calleeEffect(parsed.call()), CalleeEffect::Unknown);
}

TEST(FactsPointers, IntoAnArgument) {
  Parsed cast = parsedCall("ptr @__dynamic_cast(ptr %p, ptr %p, ptr %p, i64 0)",
                           "ptr @__dynamic_cast(ptr, ptr, ptr, i64)");
  EXPECT_EQ(resultPointsInto(cast.call()), 0u);
  Parsed declared = parsedCall("ptr @element(i32 %n, ptr %p)",
                               "ptr @element(i32, ptr) \"enzyme_pointermath\"=\"1\"");
  EXPECT_EQ(resultPointsInto(declared.call()), 1u);
}

} // namespace
