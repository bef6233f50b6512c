// The prepared form as checks: what is broken is named exactly.
#include "prepare/Prepare.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace enzyme;

namespace {

std::string faultOf(const char *text) {
  LLVMContext context;
  SMDiagnostic error;
  auto module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  std::string why;
  bool isPrepared = verifyPrepared(*module->getFunction("f"), why);
  EXPECT_EQ(isPrepared, why.empty());
  return why;
}

TEST(VerifyPrepared, AcceptsALoopInForm) {
  EXPECT_EQ(faultOf(R"(define double @f(double %x, i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
      %sum = fadd double %s, %x
      %next = add i64 %i, 1
      %more = icmp slt i64 %next, %n
      br i1 %more, label %loop, label %done
    done:
      %result = phi double [ %sum, %loop ]
      ret double %result
    })"), "");
}

TEST(VerifyPrepared, OneReturn) {
  EXPECT_EQ(faultOf(R"(define void @f(i1 %c) {
    entry:
      br i1 %c, label %a, label %b
    a:
      ret void
    b:
      ret void
    })"), "it has more than one return");
}

TEST(VerifyPrepared, NoDeadBlocks) {
  EXPECT_EQ(faultOf(R"(define void @f() {
    entry:
      ret void
    dead:
      unreachable
    })"), "it has blocks that cannot be reached");
}

TEST(VerifyPrepared, ClosedLoops) {
  EXPECT_EQ(faultOf(R"(define double @f(double %x, i1 %c) {
    entry:
      br label %loop
    loop:
      %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
      %sum = fadd double %s, %x
      br i1 %c, label %loop, label %done
    done:
      ret double %sum
    })"), "a value of the loop at loop is used outside it without a phi");
}

TEST(VerifyPrepared, SimplifiedLoops) {
  EXPECT_EQ(faultOf(R"(define void @f(i1 %c) {
    entry:
      br i1 %c, label %loop, label %done
    loop:
      br i1 %c, label %loop, label %done
    done:
      ret void
    })"), "the loop at loop is not in simplified form");
}

TEST(VerifyPrepared, NoCycleWithTwoEntries) {
  EXPECT_EQ(faultOf(R"(define void @f(i1 %c) {
    entry:
      br i1 %c, label %a, label %b
    a:
      br i1 %c, label %b, label %done
    b:
      br i1 %c, label %a, label %done
    done:
      ret void
    })"), "it has a cycle with two entries");
}

TEST(VerifyPrepared, NoStackAtRunTime) {
  EXPECT_EQ(faultOf(R"(define void @f(i64 %n) {
    entry:
      %v = alloca i8, i64 %n
      ret void
    })"), "it allocates stack while it runs");
}

TEST(VerifyPrepared, NoScopes) {
  EXPECT_EQ(faultOf(R"(
    declare void @llvm.lifetime.start.p0(ptr)
    define void @f() {
    entry:
      %v = alloca i8
      call void @llvm.lifetime.start.p0(ptr %v)
      ret void
    })"), "it has lifetime markers");
}

TEST(VerifyPrepared, NoObstacles) {
  EXPECT_EQ(faultOf(R"(
    declare i32 @getcontext(ptr) returns_twice
    define i32 @f(ptr %p) {
    entry:
      %r = call i32 @getcontext(ptr %p)
      ret i32 %r
    })"), "it calls a function that may return twice (getcontext)");
}

TEST(VerifyPrepared, EveryValueHasAName) {
  EXPECT_EQ(faultOf(R"(define double @f(double %x) {
    entry:
      %0 = fadd double %x, %x
      ret double %0
    })"), "it has values without a name");
}

} // namespace
