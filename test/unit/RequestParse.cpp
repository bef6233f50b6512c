// What parseRequests makes of calls: markers, functions, wrappers, choices.
#include "RequestFixture.h"

using namespace enzyme;

namespace {

using RequestParse = RequestTest;

TEST_F(RequestParse, DefaultActivityInReverse) {
  read(R"(define void @t(ptr %x, ptr %dx, ptr %y, ptr %dy) {
    call void (...) @__enzyme_autodiff_v(ptr @memory, ptr %x, ptr %dx, ptr %y, ptr %dy, i32 3)
    ret void })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(printed(requests[0]), "request __enzyme_autodiff of @memory in @t\n"
                                  "  parameter 0: dup, primal arg1, shadow arg2\n"
                                  "  parameter 1: dup, primal arg3, shadow arg4\n"
                                  "  parameter 2: const, primal arg5\n"
                                  "  return: const\n");
}

TEST_F(RequestParse, MarkersThroughMemoryByValueAndByAddress) {
  read(R"(define void @t(ptr %x, ptr %y, ptr %dy) {
    %local = alloca i32
    %c = load i32, ptr @enzyme_const
    store i32 %c, ptr %local
    %l = load i32, ptr %local
    call void (...) @__enzyme_autodiff_v(ptr @memory, i32 %l, ptr %x, ptr @enzyme_dupnoneed, ptr %y, ptr %dy, i32 3)
    ret void })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].parameters[0].activity, Activity::Const);
  EXPECT_EQ(requests[0].parameters[1].activity, Activity::DupNoNeed);
}

TEST_F(RequestParse, FunctionThroughMemoryAndHelper) {
  read(R"(define ptr @pick(ptr %unused) { ret ptr @square }
    define double @t() {
      %slot = alloca ptr
      %f = call ptr @pick(ptr %slot)
      store ptr %f, ptr %slot
      %g = load ptr, ptr %slot
      %r = call double (...) @__enzyme_autodiff(ptr %g, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].function->getName(), "square");
}

TEST_F(RequestParse, ChoiceBecomesTwoRequests) {
  read(R"(define double @t(i1 %c) {
      %f = select i1 %c, ptr @square, ptr @cube
      %r = call double (...) @__enzyme_autodiff(ptr %f, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 2u);
  EXPECT_NE(requests[0].function, requests[1].function);
  EXPECT_NE(requests[0].call, requests[1].call);
  rewriteAll();
  EXPECT_EQ(sink.messages.size(), 0u);
}

TEST_F(RequestParse, ChoiceInInvoke) {
  read(R"(declare i32 @personality(...)
    define double @t(i1 %c) personality ptr @personality {
      %f = select i1 %c, ptr @square, ptr @cube
      %r = invoke double (...) @__enzyme_autodiff(ptr %f, double 1.0) to label %ok unwind label %bad
    ok:
      %p = phi double [ %r, %0 ]
      ret double %p
    bad:
      %l = landingpad { ptr, i32 } cleanup
      resume { ptr, i32 } %l })");
  ASSERT_EQ(parse().size(), 2u);
  rewriteAll();
}

const char *wrapper = R"(
  define linkonce_odr double @grad(ptr %f, double %x) {
    %slot = alloca ptr
    store ptr %f, ptr %slot
    %g = load ptr, ptr %slot
    %r = call double (...) @__enzyme_autodiff(ptr %g, double %x)
    ret double %r
  })";

TEST_F(RequestParse, WrapperIsCopiedPerCaller) {
  read(std::string(wrapper) + R"(define double @t() {
      %a = call double @grad(ptr @square, double 1.0)
      %b = call double @grad(ptr @cube, double 1.0)
      %s = fadd double %a, %b
      ret double %s })");
  ASSERT_EQ(parse().size(), 2u);
  EXPECT_NE(requests[0].function, requests[1].function);
  EXPECT_EQ(module->getFunction("grad"), nullptr) << "nobody needs the original";
  rewriteAll();
}

TEST_F(RequestParse, WrapperInWrapperWithMarker) {
  read(R"(
    define linkonce_odr double @inner(ptr %f, i32 %how, double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr %f, i32 %how, double %x)
      ret double %r
    }
    define linkonce_odr double @outer(ptr %f, i32 %how, double %x) {
      %r = call double @inner(ptr %f, i32 %how, double %x)
      ret double %r
    }
    define double @t() {
      %m = load i32, ptr @enzyme_const
      %r = call double @outer(ptr @square, i32 %m, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].parameters[0].activity, Activity::Const);
}

TEST_F(RequestParse, WrapperThroughReference) {
  read(R"(
    define linkonce_odr double @grad(ptr %reference, double %x) {
      %f = load ptr, ptr %reference
      %r = call double (...) @__enzyme_autodiff(ptr %f, double %x)
      ret double %r
    }
    define double @t() {
      %slot = alloca ptr
      store ptr @cube, ptr %slot
      %r = call double @grad(ptr %slot, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].function->getName(), "cube");
}

TEST_F(RequestParse, WrapperThatCallsAnotherWithAKnownFunction) {
  read(std::string(wrapper) + R"(
    define linkonce_odr double @both(ptr %f, double %x) {
      %a = call double @grad(ptr @square, double %x)
      %b = call double (...) @__enzyme_autodiff(ptr %f, double %x)
      %s = fadd double %a, %b
      ret double %s
    }
    define double @t() {
      %a = call double @both(ptr @cube, double 1.0)
      %b = call double @grad(ptr @square, double 1.0)
      %s = fadd double %a, %b
      ret double %s })");
  ASSERT_EQ(parse().size(), 2u) << "callers that mean the same share one copy";
  EXPECT_EQ(module->getFunction("grad"), nullptr);
  EXPECT_EQ(module->getFunction("both"), nullptr);
  rewriteAll();
}

TEST_F(RequestParse, VisibleWrapperStopsUnknownCallers) {
  std::string text = wrapper;
  text.replace(text.find("linkonce_odr "), 13, "");
  read(text + R"(define double @t() {
      %a = call double @grad(ptr @square, double 1.0)
      ret double %a })");
  ASSERT_EQ(parse().size(), 1u);
  ASSERT_NE(module->getFunction("grad"), nullptr);
  EXPECT_NE(body("grad").find("enzyme_rt_refuse"), std::string::npos);
}

TEST_F(RequestParse, WidthAndOrderOfNestedRequests) {
  read(R"(
    define double @outer(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @inner, double %x)
      ret double %r
    }
    define double @inner(double %x) {
      %r = call double (...) @__enzyme_fwddiff(ptr @square, double %x, double 1.0)
      ret double %r
    }
    define double @t() {
      %r = call double (...) @__enzyme_autodiff(ptr @outer, double 1.0)
      ret double %r })");
  ASSERT_EQ(parse().size(), 3u);
  EXPECT_EQ(requests[0].function->getName(), "square");
  EXPECT_EQ(requests[1].function->getName(), "inner");
  EXPECT_EQ(requests[2].function->getName(), "outer");
}

TEST_F(RequestParse, UnreachableRequestGoes) {
  read(R"(define double @t() {
      br i1 false, label %never, label %end
    never:
      %r = call double (...) @__enzyme_autodiff(ptr null, double 1.0)
      br label %end
    end:
      ret double 0.0 })");
  EXPECT_EQ(parse().size(), 0u);
  EXPECT_EQ(numbers(), "");
  EXPECT_EQ(body("t").find("__enzyme"), std::string::npos);
}

TEST_F(RequestParse, MetadataMarkers) {
  read(R"(declare void @my__enzyme_autodiff(ptr, ...)
    define void @t(ptr %x, ptr %y) {
      call void (ptr, ...) @my__enzyme_autodiff(ptr @memory, metadata !"enzyme_const", ptr %x, metadata !"enzyme_const", ptr %y, i32 1)
      ret void })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].parameters[1].activity, Activity::Const);
}

TEST_F(RequestParse, StructuresSideBySide) {
  read(R"(define double @area(double %a, double %b) { ret double %a }
    define double @t(ptr %s, ptr %ds) {
      %p = getelementptr { double, double }, ptr %s, i32 0, i32 0
      %a = load double, ptr %p
      %q = getelementptr { double, double }, ptr %s, i32 0, i32 1
      %b = load double, ptr %q
      %dp = getelementptr { double, double }, ptr %ds, i32 0, i32 0
      %da = load double, ptr %dp
      %dq = getelementptr { double, double }, ptr %ds, i32 0, i32 1
      %db = load double, ptr %dq
      %r = call double (...) @__enzyme_fwddiff(ptr @area, double %a, double %b, double %da, double %db)
      ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].parameters[0].shadows[0].argument, 3u);
  EXPECT_EQ(requests[0].parameters[1].primal->argument, 2u);
}

} // namespace
