//===- FrontendMatchBodies.cpp - one closure, one name in both modules -----===//
#include "frontend/ClosureNumbers.h"
#include "frontend/MatchBodies.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace enzyme;

namespace {

std::unique_ptr<Module> parse(LLVMContext &context, StringRef text) {
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return module;
}

/// Two closures that differ in the capture they read, and what calls them.
std::string closures(StringRef first, StringRef second) {
  std::string one = first.str(), two = second.str();
  return "define internal double @\"_ZZ4mainENK3$_" + one +
         "clEd\"(ptr %c, double %x) #0 {\n"
         "  %m = fmul double %x, %x\n  ret double %m\n}\n"
         "define internal double @\"_ZZ4mainENK3$_" +
         two +
         "clEd\"(ptr %c, double %x) #1 {\n"
         "  %p = getelementptr i8, ptr %c, i64 8\n  %m = fmul double %x, %x\n  ret double %m\n}\n"
         "define internal double @\"_Z3runIZ4mainE3$_" +
         two +
         "EdT_\"(ptr %c) {\n"
         "  %r = call double @\"_ZZ4mainENK3$_" +
         two +
         "clEd\"(ptr %c, double 1.0)\n"
         "  ret double %r\n}\n"
         "attributes #0 = { \"llvm.assume\"=\"enzyme.closure.7\" }\n"
         "attributes #1 = { \"llvm.assume\"=\"enzyme.closure.8\" }\n";
}

bool readsCapture(const Module &module, StringRef name) {
  const Function *function = module.getFunction(name);
  return function && any_of(instructions(*function), [](const Instruction &instruction) {
           return isa<GetElementPtrInst>(instruction);
         });
}

TEST(MatchBodies, closuresOfOtherOrderGetTheNamesOfTheModule) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context, closures("0", "1"));
  std::unique_ptr<Module> pristine = parse(context, closures("1", "0"));
  ASSERT_TRUE(alignNames(*pristine, *module));
  EXPECT_FALSE(readsCapture(*pristine, "_ZZ4mainENK3$_0clEd"));
  EXPECT_TRUE(readsCapture(*pristine, "_ZZ4mainENK3$_1clEd"));
  EXPECT_TRUE(pristine->getFunction("_Z3runIZ4mainE3$_1EdT_"));
}

/// Of two functions with two closures each, what the first has in one order.
std::string closuresOfTwo(StringRef first, StringRef second) {
  return closures(first, second) +
         "define internal double @\"_ZZ5otheriPKdENK3$_0clEd\"(ptr %c, double %x) #2 {\n"
         "  %m = fmul double %x, 3.0\n  ret double %m\n}\n"
         "define internal double @\"_ZZ5otheriPKdENK3$_1clEd\"(ptr %c, double %x) #3 {\n"
         "  %m = fmul double %x, 5.0\n  ret double %m\n}\n"
         "define internal double @\"_Z4bothIZ4mainE3$_" +
         second.str() +
         "Z5otheriPKdE3$_0EdT_T0_\"(ptr %c) {\n  ret double 7.0\n}\n"
         "attributes #2 = { \"llvm.assume\"=\"enzyme.closure.9\" }\n"
         "attributes #3 = { \"llvm.assume\"=\"enzyme.closure.10\" }\n";
}

TEST(MatchBodies, numbersCountInTheFunctionThatHasTheClosures) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context, closuresOfTwo("0", "1"));
  std::unique_ptr<Module> pristine = parse(context, closuresOfTwo("1", "0"));
  ASSERT_TRUE(alignNames(*pristine, *module));
  EXPECT_TRUE(readsCapture(*pristine, "_ZZ4mainENK3$_1clEd"));
  EXPECT_TRUE(pristine->getFunction("_Z4bothIZ4mainE3$_1Z5otheriPKdE3$_0EdT_T0_"));
  EXPECT_FALSE(pristine->getFunction("_Z4bothIZ4mainE3$_0Z5otheriPKdE3$_0EdT_T0_"));
}

TEST(MatchBodies, scopesOfNumbers) {
  // The scope is written once in full, once with a substitution.
  NumberedName name = takeApart("_ZZ3sphiPKdENK3$_0clIZ3sphiS0_E3$_1EEDaiT_");
  ASSERT_EQ(name.numbers.size(), 2u);
  EXPECT_EQ(name.numbers[0].scope, "sph(int, double const*)");
  EXPECT_EQ(name.numbers[0].digits, "0");
  EXPECT_EQ(name.numbers[1].scope, "sph(int, double const*)");
  EXPECT_EQ(name.numbers[1].digits, "1");
  // A closure in a closure counts in the call operator around it.
  name = takeApart("_ZZZ1fvENK3$_0clEvENK3$_0clEv");
  ASSERT_EQ(name.numbers.size(), 2u);
  EXPECT_EQ(name.numbers[0].scope, "f()");
  EXPECT_EQ(name.numbers[1].scope, "f()::$_0::operator()() const");
  // Unnamed types of the file, also as arguments within a function's scope.
  name = takeApart("_ZN3$_24sizeEv");
  ASSERT_EQ(name.numbers.size(), 1u);
  EXPECT_EQ(name.numbers[0].scope, "");
  EXPECT_EQ(takeApart("no mangled $_3 name").numbers[0].digits, "3");
}

TEST(MatchBodies, numbersWithoutAMarkKeepTheirNames) {
  LLVMContext context;
  const char *text = "define internal double @\"f$_3\"(double %x) {\n  ret double %x\n}\n";
  std::unique_ptr<Module> module = parse(context, text), pristine = parse(context, text);
  EXPECT_TRUE(alignNames(*pristine, *module));
  EXPECT_TRUE(pristine->getFunction("f$_3"));
}

TEST(MatchBodies, marksTellWhetherNamesAreTheSame) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context, closures("0", "1"));
  EXPECT_TRUE(hasNamesOf(closureFamilies(*parse(context, closures("0", "1"))), *module));
  EXPECT_FALSE(hasNamesOf(closureFamilies(*parse(context, closures("1", "0"))), *module));
  std::unique_ptr<Module> unmarked =
      parse(context, "define internal double @\"f$_3\"(double %x) {\n  ret double %x\n}\n");
  EXPECT_FALSE(hasNamesOf(closureFamilies(*unmarked), *unmarked));
  std::unique_ptr<Module> plain = parse(context, "define void @f() {\n  ret void\n}\n");
  EXPECT_TRUE(hasNamesOf(closureFamilies(*plain), *plain));
}

TEST(MatchBodies, closuresThatContradictEachOtherAreRefused) {
  LLVMContext context;
  auto withMark = [&](StringRef name, StringRef mark) {
    return "define internal void @\"" + name.str() + "\"() \"llvm.assume\"=\"enzyme.closure." +
           mark.str() + "\" {\n  ret void\n}\n";
  };
  std::unique_ptr<Module> module =
      parse(context, withMark("a$_0cl", "1") + withMark("b$_1cl", "2"));
  std::unique_ptr<Module> pristine =
      parse(context, withMark("a$_5cl", "1") + withMark("b$_5cl", "2"));
  EXPECT_FALSE(alignNames(*pristine, *module));
}

TEST(MatchBodies, marksAreDropped) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context, closures("0", "1"));
  dropClosureMarks(*module);
  for (const Function &function : *module)
    EXPECT_FALSE(function.hasFnAttribute("llvm.assume"));
}

} // namespace
