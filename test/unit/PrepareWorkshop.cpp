// The workshop: what is the same as in the user's module, and what is not.
#include "frontend/Workshop.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace enzyme;

namespace {

const char *program = R"(
  $inline = comdat any
  @enzyme_dup = global i32 0
  @enzyme_rate = global double 3.0
  @count = internal global i32 7
  @limit = internal constant i32 9
  @table = internal global [2 x double] [double 1.0, double 2.0]
  @llvm.used = appending global [1 x ptr] [ptr @count], section "llvm.metadata"
  @second = alias double (double), ptr @inline
  define linkonce_odr hidden double @inline(double %x) comdat { ret double %x }
  define internal double @plain(double %x) noinline optnone minsize optsize sanitize_address {
    %y = call double @second(double %x)
    ret double %y
  }
  define double @mine(double %x) noinline {
    %y = load double, ptr @table
    store i32 8, ptr @count
    ret double %y
  }
)";

class WorkshopTest : public ::testing::Test {
protected:
  void SetUp() override {
    SMDiagnostic error;
    module = parseAssemblyString(program, error, context);
    ASSERT_TRUE(module) << error.getMessage().str();
    raw_string_ostream(before) << *module;
    workshop = makeWorkshop(*module, readPristine(*module));
  }

  LLVMContext context;
  std::unique_ptr<Module> module, workshop;
  std::string before;
};

TEST_F(WorkshopTest, TheUsersModuleIsUntouched) {
  std::string after;
  raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
  EXPECT_FALSE(verifyModule(*workshop));
}

TEST_F(WorkshopTest, FunctionsAreOrdinaryDefinitions) {
  for (Function &function : *workshop) {
    EXPECT_TRUE(function.hasExternalLinkage()) << function.getName().str();
    EXPECT_FALSE(function.hasComdat());
  }
}

TEST_F(WorkshopTest, BuildAttributesAreGoneButTheUsersNoInlineStays) {
  Function *plain = workshop->getFunction("plain");
  for (Attribute::AttrKind kind :
       {Attribute::OptimizeNone, Attribute::NoInline, Attribute::MinSize,
        Attribute::OptimizeForSize, Attribute::SanitizeAddress})
    EXPECT_FALSE(plain->hasFnAttribute(kind));
  EXPECT_TRUE(workshop->getFunction("mine")->hasFnAttribute(Attribute::NoInline));
}

TEST_F(WorkshopTest, MutableGlobalsMayHoldAnything) {
  GlobalVariable *count = workshop->getNamedGlobal("count");
  EXPECT_TRUE(count->isExternallyInitialized());
  EXPECT_TRUE(count->hasInitializer());
  EXPECT_TRUE(count->hasExternalLinkage());
  EXPECT_FALSE(workshop->getNamedGlobal("limit")->isExternallyInitialized());
}

TEST_F(WorkshopTest, WhatIsOnlyReadIsConstant) {
  EXPECT_TRUE(workshop->getNamedGlobal("table")->isConstant());
  EXPECT_FALSE(workshop->getNamedGlobal("count")->isConstant());
}

TEST_F(WorkshopTest, MarkersAreDeclarations) {
  EXPECT_TRUE(workshop->getNamedGlobal("enzyme_dup")->isDeclaration());
  EXPECT_FALSE(workshop->getNamedGlobal("enzyme_rate")->isDeclaration());
}

TEST_F(WorkshopTest, ListsAndAliasesAreGone) {
  EXPECT_EQ(workshop->getNamedGlobal("llvm.used"), nullptr);
  EXPECT_TRUE(workshop->getNamedAlias("second")->use_empty());
}

} // namespace
