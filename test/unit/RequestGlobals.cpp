// Registrations, annotations and attributes.
#include "RequestFixture.h"
#include "request/CallRule.h"
#include "request/ParseGlobals.h"

using namespace enzyme;

namespace {

class RequestGlobals : public RequestTest {
protected:
  UserRules rules(const std::string &text) {
    read(text);
    UserRules result(*module, diagnostics);
    diagnostics.flush();
    return result;
  }
  const llvm::Function &function(const char *name) { return *module->getFunction(name); }
};

TEST_F(RequestGlobals, GradientWithTape) {
  UserRules read = rules(R"(
    define { ptr, double } @aug(double %x) { ret { ptr, double } undef }
    define double @rev(double %x, double %seed, ptr %tape) { ret double %x }
    @__enzyme_register_gradient_sq = global [3 x ptr] [ptr @square, ptr @aug, ptr @rev])");
  EXPECT_EQ(numbers(), "");
  const CustomGradient *gradient = read.gradientOf(function("square"));
  ASSERT_NE(gradient, nullptr);
  EXPECT_EQ(gradient->augmented.tapeBytes, 8u);
  EXPECT_EQ(gradient->augmented.primalResult->offset, 8u);
  EXPECT_EQ(gradient->seedParameter, 1u);
  EXPECT_EQ(gradient->tapePieces[0].parameter, 2u);
  ASSERT_TRUE(gradient->adjoints[0]);
  EXPECT_EQ(gradient->adjoints[0]->offset, 0u);
  EXPECT_EQ(read.keep().size(), 3u);
}

TEST_F(RequestGlobals, IntegersNeedNotBeDoubled) {
  UserRules read = rules(R"(
    define double @aug(ptr %x, ptr %dx, ptr %y, ptr %dy, i32 %n) { ret double 0.0 }
    define void @rev(ptr %x, ptr %dx, ptr %y, ptr %dy, i32 %n, double %tape) { ret void }
    @__enzyme_register_gradient_m = internal global { ptr, ptr, ptr } { ptr @memory, ptr @aug, ptr @rev })");
  EXPECT_EQ(numbers(), "");
  const CustomGradient *gradient = read.gradientOf(function("memory"));
  ASSERT_NE(gradient, nullptr);
  EXPECT_FALSE(gradient->reverse.parameters[2].shadow);
  EXPECT_EQ(gradient->tapePieces[0].parameter, 5u);
}

TEST_F(RequestGlobals, ResultsBehindHiddenPointerAndInVector) {
  UserRules read = rules(R"(
    define double @three(double %x, double %y, double %z) { ret double %x }
    define double @aug(double %x, double %y, double %z) { ret double %x }
    define void @rev(ptr sret([3 x double]) %r, double %x, double %y, double %z, double %seed) { ret void }
    @__enzyme_register_gradient_3 = global [3 x ptr] [ptr @three, ptr @aug, ptr @rev]
    define float @f(float %x) { ret float %x }
    define <2 x float> @fwd(float %x, float %dx) { ret <2 x float> undef }
    @__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @fwd])");
  EXPECT_EQ(numbers(), "");
  const CustomGradient *gradient = read.gradientOf(function("three"));
  ASSERT_NE(gradient, nullptr);
  EXPECT_TRUE(gradient->reverse.hiddenResult);
  EXPECT_EQ(gradient->seedParameter, 4u);
  EXPECT_EQ(gradient->adjoints[2]->offset, 16u);
  const CustomDerivative *derivative = read.derivativeOf(function("f"));
  ASSERT_NE(derivative, nullptr);
  EXPECT_EQ(derivative->tangentResult->offset, 4u);
}

TEST_F(RequestGlobals, CallOfARuleReadsHiddenResults) {
  UserRules read = rules(R"(
    define double @three(double %x, double %y, double %z) { ret double %x }
    define double @aug(double %x, double %y, double %z) { ret double %x }
    define void @rev(ptr sret([3 x double]) %r, double %x, double %y, double %z, double %seed) { ret void }
    @__enzyme_register_gradient_3 = global [3 x ptr] [ptr @three, ptr @aug, ptr @rev]
    define double @t(double %x) { ret double %x })");
  const CustomGradient &gradient = *read.gradientOf(function("three"));
  llvm::Instruction *end = module->getFunction("t")->getEntryBlock().getTerminator();
  llvm::IRBuilder<> builder(end);
  llvm::Value *x = module->getFunction("t")->getArg(0);
  llvm::Value *called = callRule(builder, gradient.reverse, {x, x, x, x});
  end->setOperand(0, ruleResult(builder, called, *gradient.adjoints[1]));
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
}

TEST_F(RequestGlobals, Properties) {
  UserRules read = rules(R"(
    @state = global double 0.0
    @other = global double 0.0, !enzyme_inactive !0
    @name = private constant [4 x i8] c"sin\00"
    @word = private constant [16 x i8] c"enzyme_inactive\00"
    @__enzyme_inactivefn_a = global ptr @square
    @__enzyme_inactive_global_b = global [1 x ptr] [ptr @state]
    @__enzyme_function_like_c = global [2 x ptr] [ptr @cube, ptr @name]
    @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @memory, ptr @word, ptr @word, i32 1, ptr null }]
    define void @free_nothing() "enzyme_nofree" { ret void }
    !0 = !{})");
  EXPECT_EQ(numbers(), "");
  EXPECT_TRUE(read.isInactive(function("square")));
  EXPECT_TRUE(read.isInactive(function("memory")));
  EXPECT_TRUE(read.isInactive(*module->getNamedGlobal("state")));
  EXPECT_TRUE(read.isInactive(*module->getNamedGlobal("other")));
  EXPECT_EQ(read.functionLike(function("cube")), "sin");
  EXPECT_TRUE(read.isNoFree(function("free_nothing")));
}

TEST_F(RequestGlobals, Allocator) {
  UserRules read = rules(R"(
    declare ptr @make(i32, i64)
    declare void @drop(ptr, i32)
    @list = private constant [5 x i8] c"-1,0\00"
    @__enzyme_allocation_like_x = global [4 x ptr] [ptr @make, ptr inttoptr (i64 1 to ptr), ptr @list, ptr @drop])");
  EXPECT_EQ(numbers(), "");
  const CustomAllocator *allocator = read.allocatorOf(function("make"));
  ASSERT_NE(allocator, nullptr);
  EXPECT_EQ(allocator->sizeArgument, 1u);
  EXPECT_EQ(allocator->freeArguments[0], -1);
  EXPECT_EQ(read.deallocatorOf(function("drop")), allocator);
}

struct Malformed {
  const char *text;
  const char *number;
};

class RequestGlobalsRefuse : public RequestGlobals,
                             public ::testing::WithParamInterface<Malformed> {};

TEST_P(RequestGlobalsRefuse, IsRefused) {
  rules(GetParam().text);
  EXPECT_EQ(numbers(), GetParam().number);
}

INSTANTIATE_TEST_SUITE_P(
    Malformed, RequestGlobalsRefuse,
    ::testing::Values(
        Malformed{"@__enzyme_register_gradient_a = global [2 x ptr] [ptr @square, ptr @square]",
                  "ENZ0040"},
        Malformed{"@__enzyme_inactivefn_a = global i32 3", "ENZ0041"},
        Malformed{"@__enzyme_register_derivative_a = global [2 x ptr] zeroinitializer", "ENZ0042"},
        Malformed{"@__enzyme_register_derivative_a = global [2 x ptr] [ptr @square, ptr @square]",
                  "ENZ0043"},
        Malformed{
            "define double @aug(double %x) { ret double %x }\n"
            "define double @rev(double %x, double %s) { ret double %x }\n"
            "@__enzyme_register_gradient_a = global [3 x ptr] [ptr @square, ptr @aug, ptr @rev]\n"
            "@__enzyme_register_gradient_b = global [3 x ptr] [ptr @square, ptr @aug, ptr @rev]",
            "ENZ0044"},
        Malformed{"@__enzyme_register_splitderivative_a = global [3 x ptr] [ptr @square, ptr "
                  "@square, ptr @square]",
                  "ENZ0043"},
        Malformed{"@list = private constant [4 x i8] c\"-1;\\00\"\n"
                  "@__enzyme_allocation_like_x = global [4 x ptr] [ptr @square, ptr null, ptr "
                  "@list, ptr @square]",
                  "ENZ0047"},
        Malformed{"@__enzyme_inactive_global_a = global ptr @square", "ENZ0048"}));

} // namespace
