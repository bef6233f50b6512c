// The table at the top of abi/Signature.h, row by row.
#include "abi/Signature.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace enzyme;

namespace {

class SignatureTest : public ::testing::Test {
protected:
  void SetUp() override {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString("declare double @f(ptr, double, i32)\n"
                                       "declare ptr @g(ptr)\n"
                                       "declare void @h(i32)\n",
                                       error, context);
    ASSERT_TRUE(module);
  }

  DerivativeKey key(const char *name, Mode mode, std::vector<Activity> arguments,
                    ReturnActivity returned) {
    DerivativeKey key;
    key.primal = module->getFunction(name);
    key.mode = mode;
    key.arguments = std::move(arguments);
    key.returned = returned;
    key.overwritten.assign(key.arguments.size(), false);
    return key;
  }

  static std::string text(const Signature &signature) {
    std::string result;
    llvm::raw_string_ostream(result) << *signature.type;
    return result;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(SignatureTest, Forward) {
  DerivativeKey forward =
      key("f", Mode::Forward, {Activity::Dup, Activity::Dup, Activity::Const}, ReturnActivity::Out);
  EXPECT_EQ(text(Signature::of(forward)), "{ double } (ptr, ptr, double, double, i32)");
  forward.returnsPrimal = true;
  Signature signature = Signature::of(forward);
  EXPECT_EQ(text(signature), "{ double, double } (ptr, ptr, double, double, i32)");
  EXPECT_EQ(signature.primalResult, 0u);
  EXPECT_EQ(signature.shadowResult, 1u);
  EXPECT_EQ(signature.shadowParameter[1], 3u);
  EXPECT_EQ(signature.primalParameter[2], 4u);
}

TEST_F(SignatureTest, ReverseCombined) {
  DerivativeKey reverse = key("f", Mode::ReverseCombined,
                              {Activity::Dup, Activity::Out, Activity::Const}, ReturnActivity::Out);
  Signature signature = Signature::of(reverse);
  EXPECT_EQ(text(signature), "{ double } (ptr, ptr, double, i32, double)");
  EXPECT_EQ(signature.seedParameter, 4u);
  EXPECT_EQ(signature.adjointResult[1], 0u);
  EXPECT_FALSE(signature.adjointResult[0]);
}

TEST_F(SignatureTest, SplitHalves) {
  std::vector<Activity> arguments{Activity::DupNoNeed, Activity::Out, Activity::Const};
  DerivativeKey augmented = key("f", Mode::ReverseAugmented, arguments, ReturnActivity::Out);
  augmented.returnsPrimal = true;
  EXPECT_EQ(text(Signature::of(augmented)), "{ ptr, double } (ptr, ptr, double, i32)");
  DerivativeKey gradient = key("f", Mode::ReverseGradient, arguments, ReturnActivity::Out);
  Signature signature = Signature::of(gradient);
  EXPECT_EQ(text(signature), "{ double } (ptr, ptr, double, i32, double, ptr)");
  EXPECT_EQ(signature.tapeParameter, 5u);
}

TEST_F(SignatureTest, PointerResultHasAShadow) {
  DerivativeKey augmented = key("g", Mode::ReverseAugmented, {Activity::Dup}, ReturnActivity::Dup);
  augmented.returnsPrimal = true;
  Signature signature = Signature::of(augmented);
  EXPECT_EQ(text(signature), "{ ptr, ptr, ptr } (ptr, ptr)");
  EXPECT_EQ(signature.tapeResult, 0u);
  EXPECT_EQ(signature.shadowResult, 2u);
}

TEST_F(SignatureTest, NothingIsVoid) {
  EXPECT_EQ(text(Signature::of(key("h", Mode::Forward, {Activity::Const}, ReturnActivity::Const))),
            "void (i32)");
}

} // namespace
