// x += … in memory: what is a sum, what is a rewrite, what is neither.
#include "memory/Updates.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace enzyme;

namespace {

/// A function with one load of %p, from which `body` goes on to one store.
struct Code {
  LLVMContext context;
  std::unique_ptr<Module> module;
  LoadInst *load = nullptr;
  StoreInst *store = nullptr;
  SmallVector<AtomicRMWInst *, 4> atomic;

  explicit Code(const std::string &body) {
    SMDiagnostic wrong;
    module = parseAssemblyString("declare double @llvm.fmuladd.f64(double, double, double)\n"
                                 "declare double @llvm.fma.f64(double, double, double)\n"
                                 "define void @f(ptr %p, ptr %q, double %a, double %b) {\n"
                                 "  %x = load double, ptr %p\n" +
                                     body + "\n  ret void\n}\n",
                                 wrong, context);
    EXPECT_TRUE(module) << wrong.getMessage().str();
    for (Instruction &at : instructions(*module->getFunction("f"))) {
      load = isa<LoadInst>(at) ? cast<LoadInst>(&at) : load;
      store = isa<StoreInst>(at) ? cast<StoreInst>(&at) : store;
      if (auto *update = dyn_cast<AtomicRMWInst>(&at))
        atomic.push_back(update);
    }
  }
  bool isSum() const {
    auto sum = sumFrom(*load);
    return sum && sum->store == store;
  }
  bool isRewrite() const { return rewrittenBy(*store) == load; }
};

TEST(MemoryUpdates, Sums) {
  EXPECT_TRUE(Code("%s = fadd double %x, %a\n store double %s, ptr %p").isSum());
  EXPECT_TRUE(Code("%s = fadd double %a, %x\n store double %s, ptr %p").isSum());
  EXPECT_TRUE(Code("%s = fsub double %x, %a\n store double %s, ptr %p").isSum());
  for (std::string name : {"fmuladd", "fma"})
    EXPECT_TRUE(Code("%s = call double @llvm." + name +
                     ".f64(double %a, double %b, double %x)\n store double %s, ptr %p")
                    .isSum());
  Code several("%s = fadd double %x, %a\n %t = fsub double %s, %b\n store double %t, ptr %p");
  ASSERT_TRUE(several.isSum());
  EXPECT_EQ(sumFrom(*several.load)->additions.size(), 2u);
}

TEST(MemoryUpdates, NoSums) {
  EXPECT_FALSE(Code("%s = fadd double %x, %x\n store double %s, ptr %p").isSum()) << "doubled";
  EXPECT_FALSE(Code("%s = fsub double %a, %x\n store double %s, ptr %p").isSum()) << "negated";
  EXPECT_FALSE(Code("%s = fmul double %x, %a\n store double %s, ptr %p").isSum());
  EXPECT_FALSE(Code("%s = fadd double %x, %a\n store double %s, ptr %q").isSum()) << "elsewhere";
  EXPECT_FALSE(
      Code("%s = fadd double %x, %a\n %t = fmul double %s, %x\n store double %s, ptr %p").isSum())
      << "something else is made of it";
  EXPECT_FALSE(Code("%s = call double @llvm.fmuladd.f64(double %x, double %b, double %a)\n"
                    "store double %s, ptr %p")
                   .isSum())
      << "a factor";
  EXPECT_FALSE(Code("%s = fadd double %x, %a\n store volatile double %s, ptr %p").isSum());
}

TEST(MemoryUpdates, TheCallerMayKnowThePlace) {
  Code code("%s = fadd double %x, %a\n store double %s, ptr %q");
  auto sum = sumFrom(*code.load, [](const StoreInst &) { return true; });
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->store, code.store);
}

TEST(MemoryUpdates, Rewrites) {
  EXPECT_TRUE(Code("%s = fmul double %x, %a\n store double %s, ptr %p").isRewrite());
  EXPECT_TRUE(Code("%s = fsub double %a, %x\n store double %s, ptr %p").isRewrite());
  EXPECT_FALSE(Code("%s = fmul double %x, %a\n store double %s, ptr %q").isRewrite());
  EXPECT_FALSE(Code("%s = fmul double %b, %a\n store double %s, ptr %p").isRewrite());
}

TEST(MemoryUpdates, AtomicOnes) {
  Code code("%o = atomicrmw fadd ptr %p, double %a monotonic\n"
            "%m = atomicrmw fsub ptr %p, double %a monotonic\n"
            "%n = atomicrmw add ptr %q, i64 1 monotonic\n"
            "%l = atomicrmw fmax ptr %p, double %a monotonic\n"
            "%w = atomicrmw xchg ptr %q, i64 1 monotonic");
  const bool sums[] = {true, true, false, false, false},
             either[] = {true, true, true, false, false};
  ASSERT_EQ(code.atomic.size(), 5u);
  for (auto [i, update] : enumerate(code.atomic)) {
    EXPECT_EQ(isSum(*update), sums[i]) << i;
    EXPECT_EQ(isSumOrOfInteger(*update), either[i]) << i;
  }
}

} // namespace
