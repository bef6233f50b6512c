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

/// w[k] = <lanes of r[k]>, of which each may be constant; what is written is asked of the runtime.
std::string loopOfLanes(unsigned width, StringRef shadowIndex) {
  std::string parameters = "i64 %n, i64 %other, ptr %r, ptr %w", before, loads, stores,
              vector = "poison";
  const std::string type = "<" + std::to_string(width) + " x double>";
  for (unsigned lane = 0; lane != width; ++lane) {
    std::string l = std::to_string(lane);
    parameters += ", ptr %r" + l + ", ptr %w" + l;
    before += "%same" + l + " = icmp eq ptr %r, %r" + l + "\n%w" + l +
              ".begin = getelementptr double, ptr %w" + l + ", i64 %other\n";
    loads += "%r" + l + ".at = getelementptr double, ptr %r" + l + ", i64 %k\n%r" + l +
             ".load = load double, ptr %r" + l + ".at\n%r" + l + ".tangent = select i1 %same" + l +
             ", double 0.0, double %r" + l + ".load\n%vector" + l + " = insertelement " + type +
             " " + vector + ", double %r" + l + ".tangent, i64 " + l + "\n";
    vector = "%vector" + l;
  }
  for (unsigned lane = 0; lane != width; ++lane) {
    std::string l = std::to_string(lane);
    stores += "%w" + l + ".at = getelementptr double, ptr %w" + l + ".begin, i64 " +
              shadowIndex.str() + "\ncall void @enzyme_rt_written(ptr %w.at, ptr %w" + l +
              ".at, ptr null)\n%w" + l + ".number = extractelement " + type + " " + vector +
              ", i64 " + l + "\nstore double %w" + l + ".number, ptr %w" + l + ".at\n";
  }
  return "declare void @enzyme_rt_written(ptr, ptr, ptr)\ndefine void @f(" + parameters +
         ") {\nentry:\n" + "%w.begin = getelementptr double, ptr %w, i64 %other\n" + before +
         "br label %loop\nloop:\n%k = phi i64 [ 0, %entry ], [ %more, %loop ]\n" + loads +
         "%w.at = getelementptr double, ptr %w.begin, i64 %k\n" + stores +
         "%more = add i64 %k, 1\n%end = icmp eq i64 %more, %n\nbr i1 %end, label %done, label "
         "%loop\n"
         "done:\nret void\n}\n";
}

struct Counted {
  unsigned calls = 0, choicesOfNumbers = 0, choicesOfVectors = 0;
  explicit Counted(Function &function) {
    for (Instruction &at : instructions(function)) {
      calls += isa<CallInst>(at);
      choicesOfNumbers += isa<SelectInst>(at) && !at.getType()->isVectorTy();
      choicesOfVectors += isa<SelectInst>(at) && at.getType()->isVectorTy();
    }
  }
};

TEST(OptimiseConstantTests, LanesOfWhatIsOnlyReadNeedOnlyAgree) {
  test::Parsed parsed(loopOfLanes(4, "%k"));
  EXPECT_TRUE(askOnceWhatIsConstant(parsed.function()));
  EXPECT_FALSE(verifyFunction(parsed.function(), &errs()));
  EXPECT_EQ(loopsOf(parsed.function()), std::make_pair(2u, 2u));
  Counted counted(parsed.function());
  EXPECT_EQ(counted.calls, 4u) << "the copy does not ask the runtime";
  EXPECT_EQ(counted.choicesOfNumbers, 4u);
  EXPECT_EQ(counted.choicesOfVectors, 1u);
}

TEST(OptimiseConstantTests, ShadowsElsewhereAreAskedAboutInEachIteration) {
  test::Parsed parsed(loopOfLanes(4, "%n"));
  EXPECT_TRUE(askOnceWhatIsConstant(parsed.function()));
  EXPECT_FALSE(verifyFunction(parsed.function(), &errs()));
  EXPECT_EQ(Counted(parsed.function()).calls, 8u);
}

} // namespace
