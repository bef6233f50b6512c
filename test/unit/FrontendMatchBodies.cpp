//===- FrontendMatchBodies.cpp - one closure, one name in both modules -----===//
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
