// Loops that ask in each iteration whether a pointer's memory is constant are copied.
#include "RulesParse.h"
#include "optimise/Optimise.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace enzyme;

namespace {

/// A sum behind each of `count` pointers that may be their own shadows.
std::string loopOfSums(unsigned count) {
  auto numbered = [](StringRef text, unsigned i) {
    std::string out;
    for (char c : text)
      out += c == '#' ? std::to_string(i) : std::string(1, c);
    return out;
  };
  std::string parameters = "i64 %n, double %a", before, body;
  for (unsigned i = 0; i != count; ++i) {
    parameters += numbered(", ptr %p#, ptr %s#", i);
    before += numbered("%same# = icmp eq ptr %p#, %s#\n", i);
    body += numbered("br i1 %same#, label %next#, label %add#\n"
                     "add#:\n"
                     "%at# = getelementptr double, ptr %s#, i64 %k\n"
                     "%old# = load double, ptr %at#\n"
                     "%sum# = fadd double %old#, %a\n"
                     "store double %sum#, ptr %at#\n"
                     "br label %next#\n"
                     "next#:\n",
                     i);
  }
  return "define void @f(" + parameters + ") {\nentry:\n" + before +
         "br label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %more, %next" +
         std::to_string(count - 1) + " ]\n" + body +
         "%more = add i64 %k, 1\n%end = icmp eq i64 %more, %n\n"
         "br i1 %end, label %done, label %loop\ndone:\nret void\n}\n";
}

/// How many loops there are, and in how many of them no branch is left but their own.
std::pair<unsigned, unsigned> loopsOf(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  unsigned all = 0, plain = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    ++all;
    plain += none_of(loop->blocks(), [&](BasicBlock *block) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      return branch && branch->isConditional() && !loop->isLoopExiting(block);
    });
  }
  return {all, plain};
}

TEST(OptimiseConstantTests, OneQuestionIsAskedAheadOfTwoLoops) {
  test::Parsed parsed(loopOfSums(1));
  Function &function = parsed.function();
  EXPECT_TRUE(askOnceWhatIsConstant(function));
  EXPECT_FALSE(verifyFunction(function, &errs()));
  EXPECT_EQ(loopsOf(function), std::make_pair(2u, 2u));
  EXPECT_FALSE(askOnceWhatIsConstant(function));
}

TEST(OptimiseConstantTests, TwoQuestionsMakeFourLoops) {
  test::Parsed parsed(loopOfSums(2));
  EXPECT_TRUE(askOnceWhatIsConstant(parsed.function()));
  EXPECT_FALSE(verifyFunction(parsed.function(), &errs()));
  EXPECT_EQ(loopsOf(parsed.function()), std::make_pair(4u, 4u));
}

TEST(OptimiseConstantTests, AThirdIsAskedAheadOfACopyWhoseMemoryIsActive) {
  test::Parsed parsed(loopOfSums(3));
  EXPECT_TRUE(askOnceWhatIsConstant(parsed.function()));
  EXPECT_FALSE(verifyFunction(parsed.function(), &errs()));
  EXPECT_EQ(loopsOf(parsed.function()), std::make_pair(2u, 1u));
}

TEST(OptimiseConstantTests, WhatChangesInTheLoopIsNoSuchQuestion) {
  test::Parsed parsed(R"(
    define void @f(ptr %p, ptr %s, i64 %n, double %a) {
    entry:
      br label %loop
    loop:
      %k = phi i64 [ 0, %entry ], [ %more, %next ]
      %from = getelementptr double, ptr %p, i64 %k
      %at = getelementptr double, ptr %s, i64 %k
      %same = icmp eq ptr %from, %at
      br i1 %same, label %next, label %add
    add:
      store double %a, ptr %at
      br label %next
    next:
      %more = add i64 %k, 1
      %end = icmp eq i64 %more, %n
      br i1 %end, label %done, label %loop
    done:
      ret void
    })");
  EXPECT_FALSE(askOnceWhatIsConstant(parsed.function()));
}

} // namespace
