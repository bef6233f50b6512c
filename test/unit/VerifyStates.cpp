// Verifiers of types, activity, the plan and what is emitted: what is broken is found.
#include "TypesFixture.h"
#include "activity/VerifyActivity.h"
#include "emit/VerifyDerivative.h"
#include "plan/FloatsInReach.h"
#include "plan/KeepOrRecompute.h"
#include "plan/Plan.h"
#include "regions/Iterations.h"
#include "regions/RegionPlan.h"
#include "report/Diagnostics.h"
#include "request/ParseGlobals.h"

using namespace llvm;
using namespace enzyme;

namespace {

struct Silent : DiagnosticSink {
  void emit(const Message &) override {}
};

class StatesTest : public TypesTest {
protected:
  /// Of a function whose parameters are all active: numbers by value, memory by its shadow.
  void analyse(const std::string &text) {
    read(text);
    DerivativeKey key;
    key.primal = function;
    key.mode = Mode::ReverseCombined;
    for (const Argument &argument : function->args())
      key.arguments.push_back(argument.getType()->isPointerTy() ? Activity::Dup : Activity::Out);
    key.returned = ReturnActivity::Out;
    Silent sink;
    Diagnostics diagnostics(sink);
    UserRules rules(*module, diagnostics);
    activity = analyseActivity(*function, key, types, rules);
    EXPECT_EQ(fault(), "");
  }
  std::string fault() {
    std::string why;
    verifyActivity(*function, types, activity, why);
    return why.substr(0, why.find(':'));
  }
  std::string typeFault() {
    std::string why;
    verifyTypes(*function, types, why);
    return why.substr(0, why.find(':'));
  }
  ActivityResults activity;
};

constexpr const char *halfConstant = R"(
    define double @f(double %x) {
      %local = alloca double
      %other = alloca double
      store double 2.0, ptr %local
      %a = fmul double %x, %x
      %b = fmul double 3.0, 5.0
      %l = load double, ptr %local
      %c = fadd double %a, %b
      %d = fmul double %c, %l
      ret double %d
    })";

TEST_F(StatesTest, AnInactiveValueBetweenActiveOnes) {
  analyse(halfConstant);
  instruction("b").setOperand(0, value("a"));
  EXPECT_EQ(fault(), "inactive between active values");
}

TEST_F(StatesTest, AnInactiveLoadOfWhatIsActive) {
  analyse(halfConstant);
  instruction("store0").setOperand(0, value("a"));
  instruction("store0").moveBefore(instruction("l").getIterator());
  EXPECT_EQ(fault(), "inactive between active values");
}

TEST_F(StatesTest, AnActiveValueOfNothing) {
  analyse(halfConstant);
  instruction("a").setOperand(0, ConstantFP::get(value("a")->getType(), 1));
  instruction("a").setOperand(1, ConstantFP::get(value("a")->getType(), 1));
  EXPECT_EQ(fault(), "active result without an active operand");
}

TEST_F(StatesTest, TypesOfAnotherFunction) {
  analyse(halfConstant);
  EXPECT_EQ(typeFault(), "");
  new LoadInst(Type::getInt64Ty(context), value("local"), "late", instruction("l").getIterator());
  EXPECT_EQ(typeFault(), "access without a layout");
}

TEST_F(StatesTest, TypesThatAreNoFixpoint) {
  analyse(R"(
    define double @f(ptr %p, ptr %q) {
      %word = load i64, ptr %p
      store i64 %word, ptr %q
      %x = load double, ptr %q
      ret double %x
    })");
  EXPECT_EQ(typeFault(), "");
  auto &load = cast<LoadInst>(instruction("x"));
  load.replaceAllUsesWith(ConstantFP::get(load.getType(), 1));
  load.eraseFromParent();
  EXPECT_EQ(typeFault(), "not a fixpoint");
}

/// An array whose numbers are overwritten by what is computed from them.
constexpr const char *overwrites = R"(
    declare double @sin(double)
    define double @f(ptr %p, i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %s = phi double [ 1.0, %entry ], [ %sine, %loop ]
      %q = getelementptr double, ptr %p, i64 %i
      %v = load double, ptr %q
      %m = fmul double %s, %v
      %sine = call double @sin(double %m)
      store double %sine, ptr %q
      %next = add i64 %i, 1
      %more = icmp slt i64 %next, %n
      br i1 %more, label %loop, label %done
    done:
      %result = phi double [ %sine, %loop ]
      ret double %result
    })";

class PlanTest : public TypesTest {
protected:
  void build() {
    read(overwrites);
    DerivativeKey key;
    key.primal = function;
    key.mode = Mode::ReverseCombined;
    key.arguments = {Activity::Dup, Activity::Const};
    key.returned = ReturnActivity::Out;
    key.overwritten = {false, false};
    rules = std::make_unique<UserRules>(*module, diagnostics);
    making = std::make_unique<Context>(*module, options, diagnostics, *rules);
    making->derivatives[key] =
        Function::Create(Signature::of(key).type, GlobalValue::InternalLinkage, "made", *module);
    activity = analyseActivity(*function, key, types, *rules);
    primal = buildShadowedPrimal(*making, key, {*function, types, activity}, regions);
    ASSERT_TRUE(primal);
    FloatsInReach floats(*making);
    plan = buildPlan(*making, *primal, floats);
    ASSERT_TRUE(plan);
  }
  std::string fault() const { return verifyPlan(*plan, *primal); }
  Value *copyOf(StringRef name) { return primal->copyOf(value(name)); }

  Silent sink;
  Diagnostics diagnostics{sink};
  Options options;
  std::unique_ptr<UserRules> rules;
  std::unique_ptr<Context> making;
  ActivityResults activity;
  RegionPlan regions;
  std::unique_ptr<ShadowedPrimal> primal;
  std::unique_ptr<Plan> plan;
};

TEST_F(PlanTest, AsItIsBuilt) {
  build();
  EXPECT_EQ(fault(), "");
  EXPECT_TRUE(plan->isKept(copyOf("v"))) << "what is overwritten is kept";
  EXPECT_FALSE(plan->again.contains(copyOf("v")));
}

TEST_F(PlanTest, WhatIsNeededIsKept) {
  build();
  plan->kept.erase(copyOf("v"));
  EXPECT_NE(fault().find("is needed, and neither kept nor recomputable"), std::string::npos);
}

TEST_F(PlanTest, WhatChangesIsNotComputedAgain) {
  build();
  plan->kept.erase(copyOf("v"));
  plan->needs.clear();
  EXPECT_EQ(fault(), "");
  plan->again.insert(copyOf("v"));
  EXPECT_NE(fault().find("is computed again, and may be another value then"), std::string::npos);
}

TEST_F(PlanTest, ElementsLieAtTheirLoop) {
  build();
  plan->kept[copyOf("v")].level = 0;
  EXPECT_NE(fault().find("is kept at another loop's level"), std::string::npos);
}

TEST_F(PlanTest, WhatRunsAgainIsOnlyWritten) {
  build();
  function->getArg(0)->addAttr(Attribute::get(context, writtenOnceAttribute));
  primal->key.runsAgain = true;
  EXPECT_NE(fault().find("is read where it was to be written only"), std::string::npos);
}

/// A sum of what a function gives in each iteration: the call runs together with its reverse.
constexpr const char *sumOfCalls = R"(
    declare double @sin(double)
    define double @part(ptr %p, i64 %i) memory(read) nounwind {
      %q = getelementptr double, ptr %p, i64 %i
      %v = load double, ptr %q
      %sine = call double @sin(double %v)
      ret double %sine
    }
    define double @f(ptr %p, i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
      %y = call double @part(ptr %p, i64 %i) nounwind
      %sum = fadd double %s, %y
      %next = add i64 %i, 1
      %more = icmp slt i64 %next, %n
      br i1 %more, label %loop, label %done
    done:
      %result = phi double [ %sum, %loop ]
      ret double %result
    })";

class RegionsTest : public TypesTest {
protected:
  void build() {
    read(sumOfCalls);
    key.primal = function;
    key.mode = Mode::ReverseCombined;
    key.arguments = {Activity::Dup, Activity::Const};
    key.returned = ReturnActivity::Out;
    key.overwritten = {false, false};
    UserRules rules(*module, diagnostics);
    Context making(*module, options, diagnostics, rules);
    activity = analyseActivity(*function, key, types, rules);
    auto activityOf = [&]() -> const ActivityResults & { return activity; };
    loops = planLoops(making, key, {*function, types, activityOf});
    planCalls(making, key, {*function, types, activity}, plan);
    planDerivatives(making, key, {*function, types, activity}, plan);
    ASSERT_EQ(plan.calls.size(), 1u);
  }
  std::string fault() const { return verifyRegions(plan, key, *function); }
  CallRegion &region() { return plan.calls.begin()->second; }
  std::string printed() const {
    std::string text;
    raw_string_ostream out(text);
    print(out, plan, *function);
    return text;
  }

  Silent sink;
  Diagnostics diagnostics{sink};
  Options options;
  DerivativeKey key;
  ActivityResults activity;
  std::vector<LoopRegion> loops; ///< as they would be without the call's verdict
  RegionPlan plan;
};

TEST_F(RegionsTest, AsTheyArePlanned) {
  build();
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(region().verdict, RegionVerdict::Fuse);
  EXPECT_NE(printed().find(": fuse"), std::string::npos) << printed();
  ASSERT_EQ(loops.size(), 1u);
  plan.loops = loops;
  EXPECT_NE(printed().find("loop loop: replay: "), std::string::npos) << printed();
}

TEST_F(RegionsTest, WhatIsWantedFollowsTheVerdict) {
  build();
  ASSERT_EQ(plan.wanted.size(), 1u);
  WantedDerivative &wanted = plan.wanted.begin()->second;
  ASSERT_TRUE(wanted.key);
  EXPECT_EQ(wanted.key->mode, Mode::ReverseCombined);
  EXPECT_FALSE(wanted.derivative) << "the queue answers, not the plan";
  wanted.key->mode = Mode::ReverseAugmented;
  EXPECT_EQ(fault(), "a wanted derivative whose mode is not that of the verdict");
  wanted.key->mode = Mode::ReverseCombined;
  wanted.key->runsAgain = true;
  EXPECT_EQ(fault(), "a call that runs again and is not replayed, or the other way round");
  wanted.key->runsAgain = false;
  wanted.key->overwritten.pop_back();
  EXPECT_EQ(fault(), "a wanted derivative that does not say what each argument is");
  wanted.key->overwritten.push_back(false);
  wanted.key->primal = function;
  EXPECT_EQ(fault(), "a call that wants a derivative of another function");
}

TEST_F(RegionsTest, WhatIsReplayedIsACall) {
  build();
  plan.loops = loops;
  EXPECT_EQ(fault(), "replayed loops that are no calls, or calls of no loop");
}

TEST_F(RegionsTest, WhatIsReplayedIsAnIteration) {
  build();
  region() = {};
  region().verdict = RegionVerdict::Replay;
  EXPECT_EQ(fault(), "a call whose mark is not its verdict");
}

TEST_F(RegionsTest, AnAdjointAheadIsKnown) {
  build();
  region().ahead.isAhead = false;
  EXPECT_NE(fault().find("a fused call whose adjoint is not known ahead"), std::string::npos);
}

TEST_F(RegionsTest, WhatIsFusedHasAPlaceForEachAdjoint) {
  build();
  region().adjoints.pop_back();
  EXPECT_EQ(fault(), "a fused call without a place for each adjoint");
}

TEST_F(RegionsTest, NothingIsFusedWhereTheSweepsAreApart) {
  build();
  key.mode = Mode::ReverseAugmented;
  EXPECT_NE(fault().find("where the sweeps are apart"), std::string::npos);
}

TEST_F(RegionsTest, AForkIsATeams) {
  build();
  region() = {};
  region().verdict = RegionVerdict::Team;
  EXPECT_EQ(fault(), "a fork whose verdict is that of a call");
}

std::string faultOf(const std::string &text, bool mayStop = false) {
  LLVMContext context;
  SMDiagnostic error;
  auto module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  std::string why;
  bool isWhole = verifyDerivative(*module->getFunction("f"), mayStop, why);
  EXPECT_EQ(isWhole, why.empty());
  return why;
}

/// A reverse sweep in which the adjoint of %x is summed up: `rest` is what becomes of it.
std::string sweep(const std::string &rest,
                  const std::string &atEntry = "store double 0.0, ptr %x.adjoint") {
  return R"(declare !enzyme.copy.of !0 double @enzyme.prepared.g(double)
    define double @f(double %x, double %seed) {
      %x.adjoint = alloca double
      %kept = alloca double
      )" +
         atEntry + R"(
      br label %turn
    turn:
      store double %x, ptr %kept
      %before = load double, ptr %x.adjoint
      %sum = fadd double %before, %seed
      store double %sum, ptr %x.adjoint
      )" +
         rest + "\n}\n!0 = !{!\"g\"}";
}

TEST(VerifyDerivative, AcceptsAWholeOne) {
  EXPECT_EQ(faultOf(sweep(R"(%again = load double, ptr %kept
      %adjoint = load double, ptr %x.adjoint
      %product = fmul double %adjoint, %again
      ret double %product)")),
            "");
}

TEST(VerifyDerivative, AdjointsGoOn) {
  EXPECT_EQ(faultOf(sweep("%again = load double, ptr %kept\n ret double %again")),
            "'x.adjoint' is summed up and goes nowhere");
}

TEST(VerifyDerivative, AdjointsOfCallsThatStopTheProgramGoNowhere) {
  EXPECT_EQ(faultOf(sweep("ret double %seed"), /*mayStop=*/true), "");
}

TEST(VerifyDerivative, AdjointsBeginAtZero) {
  EXPECT_EQ(faultOf(sweep(R"(%again = load double, ptr %kept
      %adjoint = load double, ptr %x.adjoint
      %product = fmul double %adjoint, %again
      ret double %product)",
                          "")),
            "'x.adjoint' is not cleared at the entry");
}

TEST(VerifyDerivative, NothingIsCalledThatOnlyHelped) {
  EXPECT_EQ(faultOf(sweep(R"(%again = load double, ptr %kept
      %adjoint = load double, ptr %x.adjoint
      %product = fmul double %adjoint, %again
      %value = call double @enzyme.prepared.g(double %product)
      ret double %value)")),
            "it refers to 'enzyme.prepared.g', which only helped to make it");
}

} // namespace
