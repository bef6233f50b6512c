// What the request call becomes: arguments converted, results fitted.
#include "RequestFixture.h"
#include "support/ReachedFunctions.h"

using namespace enzyme;

namespace {

using RequestRewrite = RequestTest;

TEST_F(RequestRewrite, ScalarResult) {
  read(R"(define double @t(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @square, double %x)
      ret double %r })");
  parse();
  rewriteAll();
  std::string text = body("t");
  EXPECT_NE(text.find("call { double } @enzyme.reverse.square.0(double %x, double 1.000000e+00)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("extractvalue { double }"), std::string::npos) << text;
  EXPECT_EQ(module->getFunction("__enzyme_autodiff"), nullptr);
  EXPECT_EQ(module->getNamedGlobal("enzyme_dup"), nullptr);
}

TEST_F(RequestRewrite, PromotedArgumentsAreConverted) {
  read(R"(define void @f(float %x, i64 %n, i8 %c, i1 %b) { ret void }
    define void @t(double %x, i32 %c, i32 %b) {
      call void (...) @__enzyme_autodiff_v(ptr @f, double %x, i32 4, i32 %c, i32 %b)
      ret void })");
  ASSERT_EQ(parse().size(), 1u);
  rewriteAll();
  std::string text = body("t");
  EXPECT_NE(text.find("fptrunc double %x to float"), std::string::npos) << text;
  EXPECT_NE(text.find("i64 4"), std::string::npos) << text;
  EXPECT_NE(text.find("trunc i32 %c to i8"), std::string::npos) << text;
  EXPECT_NE(text.find("icmp ne i32 %b, 0"), std::string::npos) << text;
}

TEST_F(RequestRewrite, FloatsInOneVectorRegister) {
  read(R"(declare <2 x float> @__enzyme_autodiff_f2(...)
    define float @f(float %x, float %y) { ret float %x }
    define <2 x float> @t(float %x) {
      %r = call <2 x float> (...) @__enzyme_autodiff_f2(ptr @f, float %x, float %x)
      ret <2 x float> %r })");
  ASSERT_EQ(parse().size(), 1u);
  rewriteAll();
  EXPECT_NE(body("t").find("insertelement"), std::string::npos);
}

TEST_F(RequestRewrite, ResultBehindHiddenPointer) {
  read(R"(declare void @__enzyme_autodiff_3(ptr sret({ double, [2 x double] }), ...)
    define double @f(double %x, double %y) { ret double %x }
    define void @t(ptr %r) {
      %m = load i32, ptr @enzyme_primal_return
      call void (ptr, ...) @__enzyme_autodiff_3(ptr sret({ double, [2 x double] }) align 8 %r, ptr @f, i32 %m, double 1.0, double 2.0)
      ret void })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_TRUE(requests[0].returnsPrimal);
  EXPECT_EQ(requests[0].resultArgument, 0u);
  rewriteAll();
  EXPECT_NE(body("t").find("store { double, [2 x double] }"), std::string::npos) << body("t");
  EXPECT_EQ(numbers(), "");
}

TEST_F(RequestRewrite, StructureResultInForward) {
  read(R"(declare void @__enzyme_fwddiff_3(ptr sret([6 x double]), ...)
    define void @f(ptr sret([3 x double]) %r, double %x) { ret void }
    define void @t(ptr %r) {
      call void (ptr, ...) @__enzyme_fwddiff_3(ptr sret([6 x double]) %r, ptr @f, ptr @enzyme_primal_return, double 1.0, double 2.0)
      ret void })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].hiddenResult, HiddenResult::ToDeclared);
  rewriteAll();
  EXPECT_NE(body("t").find("i64 24"), std::string::npos) << body("t");
}

TEST_F(RequestRewrite, SeedOfStructureInReverse) {
  read(R"(define void @f(ptr sret([3 x double]) %r, double %x) { ret void }
    define double @t(ptr %seed) {
      %d = call double (...) @__enzyme_autodiff(ptr @f, ptr %seed, double 1.0)
      ret double %d })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].hiddenResult, HiddenResult::FromSeed);
  rewriteAll();
  EXPECT_NE(body("t").find("ptr %seed, double 1.000000e+00)"), std::string::npos) << body("t");
}

TEST_F(RequestRewrite, AllConstantGivesZero) {
  read(R"(define double @t(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @square, ptr @enzyme_const, double %x)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  rewriteAll();
  EXPECT_NE(body("t").find("ret double 0.0"), std::string::npos);
}

TEST_F(RequestRewrite, InvokeKeepsItsEdges) {
  read(R"(declare i32 @personality(...)
    define double @t(i1 %c) personality ptr @personality {
      br i1 %c, label %call, label %ok
    call:
      %r = invoke double (...) @__enzyme_autodiff(ptr @square, double 1.0) to label %ok unwind label %bad
    ok:
      %p = phi double [ %r, %call ], [ 0.0, %0 ]
      ret double %p
    bad:
      %l = landingpad { ptr, i32 } cleanup
      resume { ptr, i32 } %l })");
  ASSERT_EQ(parse().size(), 1u);
  rewriteAll();
  EXPECT_NE(body("t").find("invoke { double } @enzyme.reverse.square.0"), std::string::npos);
}

TEST_F(RequestRewrite, MarkerStillReadGetsAValue) {
  read(R"(define double @t() {
      %slot = alloca i32
      %m = load i32, ptr @enzyme_out
      store volatile i32 %m, ptr %slot
      %r = call double (...) @__enzyme_autodiff(ptr @square, i32 %m, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  rewriteAll();
  EXPECT_FALSE(module->getNamedGlobal("enzyme_out")->isDeclaration());
}

TEST_F(RequestRewrite, OpenAndClose) {
  read(R"(define double @t(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @square, double %x)
      ret double %r })");
  std::vector<OpenRequest> open = openRequests(
      *module, diagnostics, [&] { return reachedFunctions({module->getFunction("t")}); });
  ASSERT_EQ(open.size(), 1u);
  DerivativeKey key = keyFor(open[0].request, open[0].request.function);
  llvm::Function *derivative = llvm::Function::Create(
      Signature::of(key).type, llvm::GlobalValue::InternalLinkage, "d", *module);
  closeRequest(open[0], derivative);
  EXPECT_NE(body("t").find("call { double } @d("), std::string::npos);
}

TEST_F(RequestRewrite, DeclaredFunctionGetsABody) {
  read(R"(declare double @sin(double)
    define double @t(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @sin, double %x)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  DerivativeKey key = keyFor(requests[0], requests[0].function);
  EXPECT_FALSE(key.primal->isDeclaration());
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
}

} // namespace
