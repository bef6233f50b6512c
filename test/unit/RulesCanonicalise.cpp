//===- RulesCanonicalise.cpp - library calls in the form that rules know -----===//
#include "RulesParse.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/Rule.h"
#include "rules/calls/Canonicalise.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

/// Canonicalises @f; the module must stay valid.
void canonicalise(Parsed &parsed) {
  EXPECT_TRUE(canonicaliseLibraryCalls(parsed.function()));
  EXPECT_FALSE(verifyModule(*parsed.module));
  EXPECT_FALSE(canonicaliseLibraryCalls(parsed.function())) << "not idempotent";
}

unsigned countOf(Function &function, unsigned opcode) {
  return count_if(instructions(function), [&](const Instruction &instruction) {
    return instruction.getOpcode() == opcode;
  });
}

TEST(RulesCanonicalise, SinCos) {
  Parsed parsed("declare void @sincosf(float, ptr, ptr)\n"
                "define void @f(float %x, ptr %s, ptr %c) {\n"
                "  call void @sincosf(float %x, ptr %s, ptr %c)\n  ret void\n}\n");
  canonicalise(parsed);
  EXPECT_EQ(parsed.call().getIntrinsicID(), Intrinsic::sincos);
  EXPECT_EQ(countOf(parsed.function(), Instruction::Store), 2u);
  EXPECT_EQ(formulaFor(parsed.call())->outputs.size(), 2u);
}

TEST(RulesCanonicalise, Modf) {
  Parsed parsed("declare x86_fp80 @modfl(x86_fp80, ptr)\n"
                "define x86_fp80 @f(x86_fp80 %x, ptr %i) {\n"
                "  %r = call x86_fp80 @modfl(x86_fp80 %x, ptr %i)\n  ret x86_fp80 %r\n}\n");
  canonicalise(parsed);
  EXPECT_EQ(parsed.call().getIntrinsicID(), Intrinsic::modf);
  EXPECT_EQ(countOf(parsed.function(), Instruction::Store), 1u);
}

TEST(RulesCanonicalise, MemoryFunctions) {
  Parsed parsed("declare ptr @mempcpy(ptr, ptr, i64)\n"
                "define ptr @f(ptr %d, ptr %s, i64 %n) {\n"
                "  %r = call ptr @mempcpy(ptr %d, ptr %s, i64 %n)\n  ret ptr %r\n}\n");
  canonicalise(parsed);
  EXPECT_TRUE(isa<MemCpyInst>(parsed.call()));
}

TEST(RulesCanonicalise, LongDoubleComplex) {
  Parsed parsed(
      "declare {x86_fp80, x86_fp80} @cexpl(ptr byval({x86_fp80, x86_fp80}) align 16)\n"
      "define {x86_fp80, x86_fp80} @f(ptr %z) {\n"
      "  %r = call {x86_fp80, x86_fp80} @cexpl(ptr byval({x86_fp80, x86_fp80}) align 16 %z)\n"
      "  ret {x86_fp80, x86_fp80} %r\n}\n");
  canonicalise(parsed);
  std::optional<BoundFormula> bound = formulaFor(parsed.call());
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->formula->name, "cexp");
  EXPECT_EQ(bound->inputs.size(), 2u);
}

TEST(RulesCanonicalise, QuadComplexIsReturnedInMemory) {
  Parsed parsed("declare void @__multc3(ptr sret({fp128, fp128}), fp128, fp128, fp128, fp128)\n"
                "define void @f(ptr %r, fp128 %x) {\n"
                "  call void @__multc3(ptr sret({fp128, fp128}) %r, fp128 %x, fp128 %x, fp128 %x, "
                "fp128 %x)\n  ret void\n}\n");
  canonicalise(parsed);
  ASSERT_TRUE(formulaFor(parsed.call()));
  EXPECT_EQ(countOf(parsed.function(), Instruction::Store), 2u);
}

TEST(RulesCanonicalise, PosixMemalign) {
  Parsed parsed("declare i32 @posix_memalign(ptr, i64, i64)\n"
                "define i32 @f(ptr %p) {\n"
                "  %r = call i32 @posix_memalign(ptr %p, i64 64, i64 800)\n  ret i32 %r\n}\n");
  canonicalise(parsed);
  EXPECT_TRUE(allocatorFact(parsed.call()));
}

TEST(RulesCanonicalise, Reallocation) {
  Parsed parsed("declare ptr @realloc(ptr, i64)\n"
                "define ptr @f(ptr %p, i64 %n) {\n"
                "  %r = call ptr @realloc(ptr %p, i64 %n)\n  ret ptr %r\n}\n");
  EXPECT_TRUE(splitReallocations(parsed.function()));
  EXPECT_FALSE(verifyModule(*parsed.module));
  EXPECT_EQ(countOf(parsed.function(), Instruction::Call), 5u);
  EXPECT_FALSE(splitReallocations(parsed.function()));
}

TEST(RulesCanonicalise, OtherCallsStay) {
  Parsed parsed("declare double @modf(ptr, double)\ndefine void @f(ptr %p, double %x) {\n"
                "  %r = call double @modf(ptr %p, double %x)\n  ret void\n}\n");
  EXPECT_FALSE(canonicaliseLibraryCalls(parsed.function()));
}

} // namespace
