// Importing from the workshop: who means whom between two modules.
#include "support/Import.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace enzyme;

namespace {

class ImportTest : public ::testing::Test {
protected:
  std::unique_ptr<Module> parse(const char *text) {
    SMDiagnostic error;
    auto module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module;
  }

  void expectValid(const Module &module) {
    std::string why;
    raw_string_ostream out(why);
    EXPECT_FALSE(verifyModule(module, &out)) << why;
  }

  LLVMContext context;
};

const char *target = R"(
  @counter = internal global i32 7
  @.str = private constant [3 x i8] c"ab\00"
  define internal double @helper(double %x) #0 { ret double %x }
  define void @user() sanitize_address #0 { ret void }
  attributes #0 = { "target-cpu"="znver4" }
)";

const char *workshop = R"(
  @counter = externally_initialized global i32 7
  @.str = private constant [3 x i8] c"xy\00"
  @shadow = internal global double 0.0
  define double @helper(double %x) { ret double 1.0 }
  define double @lacking(double %x) { ret double 2.0 }
  declare double @sin(double)
  define internal double @enzyme.reverse.f.0(double %x) {
    %c = load i32, ptr @counter
    %s = load i8, ptr @.str
    %a = call double @helper(double %x)
    %b = call double @lacking(double %a), !enzyme.note !0
    %d = call double @sin(double %b)
    store double %d, ptr @shadow
    ret double %d
  }
  define internal double @enzyme.reverse.g.0(double %x) {
    %y = call double @enzyme.reverse.f.0(double %x)
    %z = load double, ptr @shadow
    ret double %z
  }
  !0 = !{}
)";

TEST_F(ImportTest, NamesBothHaveAreTheUsers) {
  auto to = parse(target), from = parse(workshop);
  Function *copy = importDerivative(*from->getFunction("enzyme.reverse.f.0"), *to);
  expectValid(*to);
  EXPECT_EQ(copy->getParent(), to.get());
  EXPECT_TRUE(to->getNamedGlobal("counter")->hasNUses(1));
  EXPECT_TRUE(to->getFunction("helper")->hasNUses(1));
  EXPECT_EQ(to->getFunction("helper.1"), nullptr);
}

TEST_F(ImportTest, PrivateConstantsAreCopied) {
  auto to = parse(target), from = parse(workshop);
  importDerivative(*from->getFunction("enzyme.reverse.f.0"), *to);
  EXPECT_TRUE(to->getNamedGlobal(".str")->use_empty());
}

TEST_F(ImportTest, WhatIsLackingComesAlongInternal) {
  auto to = parse(target), from = parse(workshop);
  importDerivative(*from->getFunction("enzyme.reverse.f.0"), *to);
  Function *lacking = to->getFunction("lacking");
  ASSERT_TRUE(lacking && !lacking->isDeclaration());
  EXPECT_TRUE(lacking->hasInternalLinkage());
  EXPECT_TRUE(to->getFunction("sin")->isDeclaration());
}

TEST_F(ImportTest, OneImporterSharesWhatTwoDerivativesShare) {
  auto to = parse(target), from = parse(workshop);
  Importer importer(*from, *to);
  Function *f = importer.import(*from->getFunction("enzyme.reverse.f.0"));
  Function *g = importer.import(*from->getFunction("enzyme.reverse.g.0"));
  expectValid(*to);
  auto *call = cast<CallInst>(&*inst_begin(*g));
  EXPECT_EQ(call->getCalledFunction(), f);
  EXPECT_TRUE(to->getNamedGlobal("shadow")->hasNUses(2));
}

TEST_F(ImportTest, BuildSettingsAreTheUsersAndNotesAreGone) {
  auto to = parse(target), from = parse(workshop);
  Function *copy = importDerivative(*from->getFunction("enzyme.reverse.f.0"), *to);
  EXPECT_EQ(copy->getFnAttribute("target-cpu").getValueAsString(), "znver4");
  for (Instruction &instruction : instructions(copy))
    EXPECT_EQ(instruction.getMetadata("enzyme.note"), nullptr);
}

TEST_F(ImportTest, VariablesKeepTheLinkageTheyHad) {
  auto to = parse("");
  auto from = parse(R"(
    @shared = linkonce_odr global double 1.0
    @elsewhere = global double 2.0
    define internal double @enzyme.forward.f.0() {
      %a = load double, ptr @shared
      %b = load double, ptr @elsewhere
      %c = fadd double %a, %b
      ret double %c
    })");
  for (GlobalVariable &variable : from->globals()) {
    rememberLinkage(variable);
    variable.setLinkage(GlobalValue::ExternalLinkage);
  }
  importDerivative(*from->getFunction("enzyme.forward.f.0"), *to);
  expectValid(*to);
  EXPECT_TRUE(to->getNamedGlobal("shared")->hasLinkOnceODRLinkage());
  EXPECT_TRUE(to->getNamedGlobal("elsewhere")->isDeclaration());
}

} // namespace
