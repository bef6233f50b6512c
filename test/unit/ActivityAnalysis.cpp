// Activity on IR text: which values, pointers and instructions are active, and
// that nothing is ever active behind a const pointer.
#include "TypesFixture.h"
#include "activity/Activity.h"
#include "activity/VerifyActivity.h"
#include "report/Diagnostics.h"
#include "request/ParseGlobals.h"

using namespace enzyme;

namespace {

struct Silent : DiagnosticSink {
  void emit(const Message &) override {}
};

class ActivityTest : public TypesTest {
protected:
  ActivityResults results;

  /// Parameters by letter: d dup, o out, c const; then the return: o, d or c.
  void analyse(const std::string &text, const std::string &letters,
               Mode mode = Mode::ReverseCombined, bool runtimeActivity = false) {
    read(text);
    ASSERT_EQ(letters.size(), function->arg_size() + 1);
    DerivativeKey key;
    key.primal = function;
    key.mode = mode;
    key.runtimeActivity = runtimeActivity;
    for (char letter : letters.substr(0, function->arg_size()))
      key.arguments.push_back(letter == 'd'   ? Activity::Dup
                              : letter == 'o' ? Activity::Out
                                              : Activity::Const);
    key.returned = letters.back() == 'o'   ? ReturnActivity::Out
                   : letters.back() == 'd' ? ReturnActivity::Dup
                                           : ReturnActivity::Const;
    Silent sink;
    Diagnostics diagnostics(sink);
    UserRules rules(*module, diagnostics);
    results = analyseActivity(*function, key, types, rules);
    std::string why;
    EXPECT_TRUE(verifyActivity(*function, types, results, why)) << why;
  }
  bool active(llvm::StringRef name) { return results.isActive(*value(name)); }
  bool works(llvm::StringRef name) { return results.isActive(instruction(name)); }
  PointerActivity pointer(llvm::StringRef name) { return results.pointer(*value(name)); }
  const llvm::CallBase &call(llvm::StringRef name) {
    return llvm::cast<llvm::CallBase>(*value(name));
  }
};

constexpr const char *square = R"(
    define double @f(double %x, double %y) {
      %a = fmul double %x, %x
      %b = fmul double %y, %y
      %c = fmul double %a, %b
      %unused = fmul double %x, %y
      ret double %c
    })";

TEST_F(ActivityTest, VariedAndUseful) {
  analyse(square, "oco");
  EXPECT_TRUE(active("a"));
  EXPECT_FALSE(active("b")) << "depends on a const only";
  EXPECT_TRUE(active("c"));
  EXPECT_FALSE(active("unused")) << "reaches no output";
  EXPECT_EQ(results.reason(*value("a")), "parameter 0 is active; returned");
}

/// Four arrays, the first of which holds a number that is active; distances between some of them
/// are kept, and the number that is read from the last one at any place is returned.
std::string distancesKept(const std::string &distances) {
  std::string stored;
  unsigned count = 0;
  for (size_t at = 0; at + 1 < distances.size(); at += 3) {
    std::string number = std::to_string(count++);
    stored += "  %distance" + number + " = sub i64 %at." + distances[at] + ", %at." +
              distances[at + 1] + "\n  %place" + number + " = getelementptr i64, ptr %kept, i64 " +
              number + "\n  store i64 %distance" + number + ", ptr %place" + number + "\n";
  }
  return R"(
    define double @f(ptr %x, i64 %i) {
      %kept = alloca [4 x i64]
      %a = alloca [2 x double]
      %b = alloca [2 x double]
      %c = alloca [2 x double]
      %d = alloca [2 x double]
      %number = load double, ptr %x
      store double %number, ptr %a
      store double 1.0, ptr %b
      store double 1.0, ptr %c
      store double 1.0, ptr %d
      %at.a = ptrtoint ptr %a to i64
      %at.b = ptrtoint ptr %b to i64
      %at.c = ptrtoint ptr %c to i64
      %at.d = ptrtoint ptr %d to i64
  )" + stored +
         R"(
      %p = getelementptr i8, ptr %d, i64 %i
      %read = load double, ptr %p
      ret double %read
    })";
}

TEST_F(ActivityTest, ObjectsWhoseDistanceIsKeptLeadToEachOther) {
  analyse(distancesKept("da"), "dco");
  EXPECT_TRUE(active("read"));
  analyse(distancesKept("ad"), "dco");
  EXPECT_TRUE(active("read")) << "either way";
  analyse(distancesKept("dc,cb,ba"), "dco");
  EXPECT_TRUE(active("read")) << "in a row";
  analyse(distancesKept("ab,cd,bc"), "dco");
  EXPECT_TRUE(active("read")) << "two sets become one";
  analyse(distancesKept("ab,bc,ac"), "dco");
  EXPECT_FALSE(active("read")) << "of others";
  analyse(distancesKept("ab,cd"), "dco");
  EXPECT_FALSE(active("read")) << "two sets apart";
  analyse(distancesKept("dd,ab"), "dco");
  EXPECT_FALSE(active("read")) << "of one object and itself";
}

TEST_F(ActivityTest, NothingWithoutAnOutput) {
  analyse(square, "ooc");
  EXPECT_FALSE(active("c"));
}

TEST_F(ActivityTest, LoadsAndStores) {
  analyse(R"(
    define void @f(ptr %in, ptr %out, ptr %constant) {
      %x = load double, ptr %in
      store double %x, ptr %out
      store double 1.0, ptr %out
      store double %x, ptr %constant
      %k = load double, ptr %constant
      ret void
    })",
          "ddcc");
  EXPECT_TRUE(active("x"));
  EXPECT_TRUE(works("store0"));
  EXPECT_TRUE(works("store1")) << "the shadow is cleared";
  EXPECT_FALSE(works("store2")) << "never behind a const pointer";
  EXPECT_FALSE(active("k"));
}

TEST_F(ActivityTest, LocalMemoryIsConstUntilItHoldsSomethingActive) {
  analyse(R"(
    define double @f(double %x, i64 %i) {
      %a = alloca [4 x double]
      %b = alloca [4 x double]
      %unread = alloca [4 x double]
      %ai = getelementptr double, ptr %a, i64 %i
      %bi = getelementptr double, ptr %b, i64 %i
      store double %x, ptr %ai
      store double 2.0, ptr %bi
      store double %x, ptr %unread
      %u = load double, ptr %a
      %v = load double, ptr %b
      %r = fmul double %u, %v
      ret double %r
    })",
          "oco");
  EXPECT_EQ(pointer("a"), PointerActivity::Active);
  EXPECT_EQ(pointer("b"), PointerActivity::Const);
  EXPECT_EQ(pointer("unread"), PointerActivity::Const);
  EXPECT_TRUE(active("u"));
  EXPECT_FALSE(active("v"));
  EXPECT_FALSE(works("store1"));
}

TEST_F(ActivityTest, SelectOfConstAndActiveIsMixed) {
  analyse(R"(
    define double @f(ptr %x, ptr %y, i1 %c) {
      %p = select i1 %c, ptr %x, ptr %y
      %q = select i1 %c, ptr %x, ptr null
      %v = load double, ptr %p
      ret double %v
    })",
          "dcco");
  EXPECT_EQ(pointer("p"), PointerActivity::Mixed);
  EXPECT_EQ(pointer("q"), PointerActivity::Active) << "null has no say";
  EXPECT_TRUE(active("v"));
}

TEST_F(ActivityTest, RuntimeActivityMakesEveryPointerMixed) {
  analyse(R"(
    define double @f(ptr %x) {
      %p = load ptr, ptr %x
      %v = load double, ptr %p
      ret double %v
    })",
          "do", Mode::ReverseCombined, true);
  EXPECT_EQ(pointer("x"), PointerActivity::Mixed);
  EXPECT_EQ(pointer("p"), PointerActivity::Mixed);
}

constexpr const char *stored = R"(
    define void @set(ptr %s, ptr %p) noinline {
      store ptr %p, ptr %s
      ret void
    }
    define double @f(ptr %s, ptr %q) {
      call void @set(ptr %s, ptr %q)
      %p = load ptr, ptr %s
      %v = load double, ptr %p
      ret double %v
    })";

TEST_F(ActivityTest, AConstPointerStoredByACalleeIsFound) {
  analyse(stored, "dco");
  EXPECT_EQ(pointer("p"), PointerActivity::Mixed);
  EXPECT_TRUE(results.needsRuntimeActivity(call("call0")));
  EXPECT_EQ(results.argumentActivities(call("call0")),
            (std::vector{Activity::Dup, Activity::Const}));
}

TEST_F(ActivityTest, AnActivePointerStoredByACalleeStaysActive) {
  analyse(stored, "ddo");
  EXPECT_EQ(pointer("p"), PointerActivity::Active);
  EXPECT_FALSE(results.needsRuntimeActivity(call("call0")));
}

TEST_F(ActivityTest, FreshMemoryOfACallee) {
  analyse(R"(
    declare noalias ptr @malloc(i64)
    define ptr @make(i64 %n) noinline {
      %m = call ptr @malloc(i64 %n)
      ret ptr %m
    }
    define double @f(double %x) {
      %used = call ptr @make(i64 8)
      %other = call ptr @make(i64 8)
      store double %x, ptr %used
      store double 1.0, ptr %other
      %v = load double, ptr %used
      %w = load double, ptr %other
      %r = fmul double %v, %w
      ret double %r
    })",
          "oo");
  EXPECT_EQ(pointer("used"), PointerActivity::Active);
  EXPECT_EQ(results.returnActivity(call("used")), ReturnActivity::Dup);
  EXPECT_TRUE(works("used"));
  EXPECT_EQ(pointer("other"), PointerActivity::Const);
  EXPECT_FALSE(works("other"));
}

TEST_F(ActivityTest, MemoryReachedThroughAStructureHasAShadow) {
  analyse(R"(
    declare noalias ptr @malloc(i64)
    define double @f(double %x) {
      %s = call ptr @malloc(i64 16)
      %m = call ptr @malloc(i64 8)
      store ptr %m, ptr %s
      %p = load ptr, ptr %s
      store double %x, ptr %p
      %v = load double, ptr %m
      ret double %v
    })",
          "oo");
  EXPECT_EQ(pointer("m"), PointerActivity::Active);
  EXPECT_EQ(pointer("s"), PointerActivity::Active);
  EXPECT_TRUE(works("store0")) << "the shadow pointer is stored too";
  EXPECT_TRUE(works("p"));
}

TEST_F(ActivityTest, Globals) {
  analyse(R"(
    @state = global double 1.0
    @count = global i32 0
    @table = constant [2 x double] [double 1.0, double 2.0]
    @where = global ptr @state
    @tables = constant [1 x ptr] [ptr @state]
    define double @f(double %x, i64 %i) {
      %s = load double, ptr @state
      %n = load i32, ptr @count
      %at = getelementptr double, ptr @table, i64 %i
      %t = load double, ptr %at
      %p = load ptr, ptr @where
      %q = load ptr, ptr @tables
      %pv = load double, ptr %p
      %a = fmul double %s, %t
      %b = fmul double %a, %pv
      %r = fmul double %b, %x
      ret double %r
    })",
          "oco");
  EXPECT_EQ(results.pointer(*module->getGlobalVariable("state")), PointerActivity::Active);
  EXPECT_EQ(results.pointer(*module->getGlobalVariable("count")), PointerActivity::Const);
  EXPECT_EQ(results.pointer(*module->getGlobalVariable("tables")), PointerActivity::Active);
  EXPECT_EQ(pointer("at"), PointerActivity::Const);
  EXPECT_TRUE(active("s"));
  EXPECT_FALSE(active("t"));
  EXPECT_EQ(pointer("p"), PointerActivity::Mixed);
  EXPECT_EQ(pointer("q"), PointerActivity::Active);
}

TEST_F(ActivityTest, AGlobalThatStartsWithAConstantsAddressIsMixed) {
  analyse(R"(
    @table = constant double 1.0
    @where = global ptr @table
    define double @f(double %x) {
      %p = load ptr, ptr @where
      %v = load double, ptr %p
      %r = fmul double %v, %x
      ret double %r
    })",
          "oo");
  EXPECT_EQ(pointer("p"), PointerActivity::Mixed);
}

TEST_F(ActivityTest, VtablesDoNotMakePointersMixed) {
  analyse(R"(
    @vtable = constant { [1 x ptr] } { [1 x ptr] [ptr @g] }
    declare void @g(ptr)
    define double @f(ptr %object) {
      store ptr @vtable, ptr %object
      %at = getelementptr i8, ptr %object, i64 8
      %p = load ptr, ptr %at
      %v = load double, ptr %p
      ret double %v
    })",
          "do");
  EXPECT_EQ(pointer("p"), PointerActivity::Active);
}

TEST_F(ActivityTest, CallsWithoutActiveData) {
  analyse(R"(
    declare i32 @printf(ptr, ...)
    declare double @unknown(ptr) memory(read)
    define void @show(ptr %x) noinline {
      %v = load double, ptr %x
      %n = call i32 (ptr, ...) @printf(ptr null, double %v)
      ret void
    }
    define double @f(ptr %x, ptr %c) {
      call void @show(ptr %x)
      %k = call double @unknown(ptr %c)
      %u = call double @unknown(ptr %x)
      %r = fmul double %k, %u
      ret double %r
    })",
          "dco");
  EXPECT_FALSE(works("call0")) << "writes nothing that anybody sees";
  EXPECT_FALSE(works("k"));
  EXPECT_TRUE(works("u")) << "so that the plan refuses it by name";
}

TEST_F(ActivityTest, WhatAnUnknownFunctionWasGivenMayComeBack) {
  analyse(R"(
    declare double @unknown(ptr)
    define double @f(ptr %x, ptr %c) {
      %u = call double @unknown(ptr %x)
      %k = call double @unknown(ptr %c)
      %r = fmul double %k, %u
      ret double %r
    })",
          "dco");
  EXPECT_TRUE(works("k"));
}

TEST_F(ActivityTest, RecursionIsOptimistic) {
  analyse(R"(
    define double @power(double %x, i32 %n) noinline {
      %done = icmp eq i32 %n, 0
      br i1 %done, label %end, label %more
    more:
      %m = sub i32 %n, 1
      %rest = call double @power(double %x, i32 %m)
      %p = fmul double %x, %rest
      br label %end
    end:
      %r = phi double [ 1.0, %0 ], [ %p, %more ]
      ret double %r
    }
    define double @f(double %x, double %c) {
      %a = call double @power(double %x, i32 3)
      %b = call double @power(double %c, i32 3)
      %r = fmul double %a, %b
      ret double %r
    })",
          "oco");
  EXPECT_TRUE(works("a"));
  EXPECT_EQ(results.argumentActivities(call("a")), (std::vector{Activity::Out, Activity::Const}));
  EXPECT_EQ(results.returnActivity(call("a")), ReturnActivity::Out);
  EXPECT_FALSE(works("b"));
}

TEST_F(ActivityTest, InactiveByAttribute) {
  analyse(R"(
    define double @g(double %x) noinline "enzyme_inactive" {
      ret double %x
    }
    define double @f(double %x) {
      %a = call double @g(double %x)
      %r = fmul double %a, %x
      ret double %r
    })",
          "oo");
  EXPECT_FALSE(works("a"));
  EXPECT_FALSE(active("a"));
  EXPECT_TRUE(active("r"));
}

TEST_F(ActivityTest, ForwardArgumentsAreDup) {
  analyse(R"(
    define double @g(double %x) noinline {
      %r = fmul double %x, %x
      ret double %r
    }
    define double @f(double %x) {
      %a = call double @g(double %x)
      ret double %a
    })",
          "do", Mode::Forward);
  EXPECT_EQ(results.argumentActivities(call("a")), (std::vector{Activity::Dup}));
}

TEST_F(ActivityTest, FloatBitsInIntegersStayActive) {
  analyse(R"(
    define double @f(double %x) {
      %bits = bitcast double %x to i64
      %flipped = xor i64 %bits, -9223372036854775808
      %y = bitcast i64 %flipped to double
      %n = fptosi double %x to i64
      %z = sitofp i64 %n to double
      %r = fmul double %y, %z
      ret double %r
    })",
          "oo");
  EXPECT_TRUE(active("flipped"));
  EXPECT_TRUE(active("y"));
  EXPECT_FALSE(active("n"));
  EXPECT_FALSE(active("z"));
}

TEST_F(ActivityTest, CopiesCarryActivity) {
  analyse(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @f(ptr %x, ptr %c) {
      %a = alloca [2 x double]
      %b = alloca [2 x double]
      call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %x, i64 16, i1 false)
      call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %c, i64 16, i1 false)
      %u = load double, ptr %a
      %v = load double, ptr %b
      %r = fmul double %u, %v
      ret double %r
    })",
          "dco");
  EXPECT_TRUE(works("call0"));
  EXPECT_FALSE(works("call1"));
  EXPECT_TRUE(active("u"));
  EXPECT_FALSE(active("v"));
}

/// An answer that does not fit the function any more.
class BrokenActivityTest : public ActivityTest {
protected:
  std::string fault() {
    std::string why;
    return verifyActivity(*function, types, results, why) ? "" : why;
  }
  void replaceOperand(llvm::StringRef user, unsigned index, llvm::StringRef by) {
    auto &symbols = *function->getValueSymbolTable();
    llvm::cast<llvm::User>(symbols.lookup(user))->setOperand(index, symbols.lookup(by));
  }
};

TEST_F(BrokenActivityTest, AnInactiveValueBetweenActiveOnes) {
  analyse(square, "oco");
  replaceOperand("b", 0, "x"); // "b" is inactive, "c" is active and made of it
  EXPECT_TRUE(llvm::StringRef(fault()).starts_with("inactive between active values:   %b"))
      << fault();
}

TEST_F(BrokenActivityTest, AnInactiveLoadOfWhatActiveValuesAreStoredIn) {
  analyse(R"(
    define double @f(double %x, double %y) {
      %memory = alloca double
      %other = alloca double
      store double %x, ptr %memory
      store double %y, ptr %other
      %a = load double, ptr %memory
      %b = load double, ptr %other
      %c = fmul double %a, %b
      ret double %c
    })",
          "oco");
  EXPECT_EQ(fault(), "");
  replaceOperand("b", 0, "memory");
  EXPECT_TRUE(llvm::StringRef(fault()).starts_with("inactive between active values:   %b"))
      << fault();
}

TEST_F(BrokenActivityTest, AnInactiveLoadOfActiveMemory) {
  analyse(R"(
    define double @f(ptr %in, ptr %constant) {
      %a = load double, ptr %in
      %b = load double, ptr %constant
      %c = fmul double %a, %b
      ret double %c
    })",
          "dco");
  EXPECT_EQ(fault(), "");
  replaceOperand("b", 0, "in");
  EXPECT_TRUE(llvm::StringRef(fault()).starts_with("inactive between active values:   %b"))
      << fault();
}

TEST_F(ActivityTest, ACalleeReachesWhatGlobalsPointTo) {
  analyse(R"(
    @current = internal global ptr null
    define internal void @add(double %v) {
      %p = load ptr, ptr @current
      %old = load double, ptr %p
      %new = fadd double %old, %v
      store double %new, ptr %p
      ret void
    }
    define double @f(double %x) {
      %s = alloca double
      store double 0.0, ptr %s
      store ptr %s, ptr @current
      call void @add(double %x)
      %r = load double, ptr %s
      ret double %r
    })",
          "oo");
  EXPECT_TRUE(active("r"));
}

TEST_F(ActivityTest, AFunctionWithoutABodyMayUseWhatOthersSee) {
  const std::string text = R"(
    @state = LINKAGE global double 0.0
    declare void @advance()
    declare double @next()
    define double @f(double %x) {
      store double %x, ptr @state
      call void @advance()
      %y = call double @next()
      %r = load double, ptr @state
      %s = fadd double %r, %y
      ret double %s
    })";
  auto withLinkage = [&](const std::string &linkage) {
    std::string result = text;
    return result.replace(result.find("LINKAGE"), 7, linkage);
  };
  analyse(withLinkage(""), "oo");
  EXPECT_TRUE(active("y"));
  analyse(withLinkage("internal"), "oo");
  EXPECT_FALSE(active("y"));
}

/// However long the way is from an address with a shadow to the number that its bits become.
TEST_F(ActivityTest, AddressesThatBecomeNumbersByManyMoves) {
  for (unsigned moves : {4, 200}) {
    std::string body = "%w0 = ptrtoint ptr %p to i64\n";
    for (unsigned i = 0; i != moves; ++i)
      body += "%w" + std::to_string(i + 1) + " = freeze i64 %w" + std::to_string(i) + "\n";
    analyse("define double @f(ptr %p) {\n %x = load double, ptr %p\n" + body +
                "%number = bitcast i64 %w" + std::to_string(moves) + " to double\n" +
                "%s = fadd double %x, %number\n ret double %number\n}\n",
            "do");
    EXPECT_EQ(results.lostAddresses().size(), 1u) << moves;
  }
}

} // namespace
