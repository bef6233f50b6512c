//===- RulesSpelling.cpp - every spelling leads to its row -------------------===//
#include "RulesJit.h"
#include "RulesParse.h"
#include "rules/Spelling.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

/// The row found for one call; "" for none.
std::string rowOf(const std::string &call, const std::string &declaration) {
  Parsed parsed = parsedCall(call, declaration);
  std::optional<BoundFormula> bound = formulaFor(parsed.call());
  return bound ? std::string(bound->formula->name) : "";
}

/// A unary function of the given symbol and type.
std::string unaryRow(const std::string &symbol, const std::string &type) {
  Parsed parsed("declare " + type + " @" + symbol + "(" + type + ")\ndefine void @f(" + type +
                " %x) {\n  %r = call " + type + " @" + symbol + "(" + type +
                " %x)\n  ret void\n}\n");
  std::optional<BoundFormula> bound = formulaFor(parsed.call());
  return bound ? std::string(bound->formula->name) : "";
}

TEST(RulesSpelling, PrecisionIsPartOfTheName) {
  EXPECT_EQ(unaryRow("sin", "double"), "sin");
  EXPECT_EQ(unaryRow("sinf", "float"), "sin");
  EXPECT_EQ(unaryRow("sinl", "x86_fp80"), "sin");
  EXPECT_EQ(unaryRow("sinf128", "fp128"), "sin");
  EXPECT_EQ(unaryRow("sinf32", "float"), "sin");
  EXPECT_EQ(unaryRow("sinf64x", "x86_fp80"), "sin");
  EXPECT_EQ(unaryRow("sinf16", "half"), "sin");
  EXPECT_EQ(unaryRow("sinf", "double"), "");
  EXPECT_EQ(unaryRow("sin", "float"), "");
}

TEST(RulesSpelling, NamesThatEndInAPrecisionLetter) {
  EXPECT_EQ(unaryRow("erf", "double"), "erf");
  EXPECT_EQ(unaryRow("erff", "float"), "erf");
  EXPECT_EQ(unaryRow("ceil", "double"), "ceil");
  EXPECT_EQ(unaryRow("ceill", "x86_fp80"), "ceil");
  EXPECT_EQ(unaryRow("rintl", "x86_fp80"), "rint");
}

TEST(RulesSpelling, Intrinsics) {
  EXPECT_EQ(unaryRow("llvm.sin.f32", "float"), "sin");
  EXPECT_EQ(unaryRow("llvm.sin.v4f64", "<4 x double>"), "sin");
  EXPECT_EQ(unaryRow("llvm.sqrt.bf16", "bfloat"), "sqrt");
  EXPECT_EQ(unaryRow("llvm.canonicalize.f64", "double"), "llvm.canonicalize");
  EXPECT_EQ(rowOf("double @llvm.minnum.f64(double %x, double %x)",
                  "double @llvm.minnum.f64(double, double)"),
            "fmin");
  EXPECT_EQ(rowOf("double @llvm.powi.f64.i32(double %x, i32 %n)",
                  "double @llvm.powi.f64.i32(double, i32)"),
            "powi");
}

TEST(RulesSpelling, ConstrainedIntrinsics) {
  EXPECT_EQ(
      rowOf("double @llvm.experimental.constrained.fmul.f64(double %x, double %x, metadata "
            "!\"round.dynamic\", metadata !\"fpexcept.strict\")",
            "double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)"),
      "fmul");
  EXPECT_EQ(rowOf("double @llvm.experimental.constrained.sin.f64(double %x, metadata "
                  "!\"round.dynamic\", metadata !\"fpexcept.strict\")",
                  "double @llvm.experimental.constrained.sin.f64(double, metadata, metadata)"),
            "sin");
}

TEST(RulesSpelling, ProcessorIntrinsics) {
  EXPECT_EQ(unaryRow("llvm.x86.sse.rsqrt.ps", "<4 x float>"), "llvm.x86.rsqrt");
  EXPECT_EQ(rowOf("<2 x double> @llvm.x86.sse2.min.pd(<2 x double> zeroinitializer, <2 x double> "
                  "zeroinitializer)",
                  "<2 x double> @llvm.x86.sse2.min.pd(<2 x double>, <2 x double>)"),
            "llvm.x86.min");
}

TEST(RulesSpelling, VersionsOfLibcxx) {
  EXPECT_EQ(withoutVersionTag("_ZNSt3__13pmr15memory_resource8allocateB9nqe220108Emm"),
            "_ZNSt3__13pmr15memory_resource8allocateEmm");
  EXPECT_EQ(withoutVersionTag("_ZNSt3__13pmr15memory_resource8allocateB8ne210100Emm"),
            "_ZNSt3__13pmr15memory_resource8allocateEmm");
  for (const char *name : {"_ZNSt8ios_base7failureB5cxx114whatEv", "_ZN1B9nqe22010E", "B", "B9"})
    EXPECT_EQ(withoutVersionTag(name), name);
}

TEST(RulesSpelling, OtherLibraries) {
  EXPECT_EQ(unaryRow("__sin_finite", "double"), "sin");
  EXPECT_EQ(unaryRow("__expf_finite", "float"), "exp");
  EXPECT_EQ(unaryRow("__nv_sinf", "float"), "sin");
  EXPECT_EQ(unaryRow("__nv_fast_sinf", "float"), "sin");
  EXPECT_EQ(unaryRow("__nv_tanh", "double"), "tanh");
  EXPECT_EQ(unaryRow("__nv_dsqrt_rz", "double"), "sqrt");
  EXPECT_EQ(unaryRow("__nv_frcp_ru", "float"), "__nv_drcp_rn");
  EXPECT_EQ(unaryRow("__nv_drcp_rd", "double"), "__nv_drcp_rn");
  EXPECT_EQ(unaryRow("__ocml_sin_f32", "float"), "sin");
  EXPECT_EQ(unaryRow("__ocml_native_exp_f64", "double"), "exp");
  EXPECT_EQ(unaryRow("gammaf", "float"), "lgamma");
  EXPECT_EQ(unaryRow("pow10", "double"), "exp10");
}

TEST(RulesSpelling, ComplexInEveryForm) {
  EXPECT_EQ(rowOf("{double, double} @cexp(double %x, double %x)",
                  "{double, double} @cexp(double, double)"),
            "cexp");
  EXPECT_EQ(
      rowOf("<2 x float> @cexpf(<2 x float> zeroinitializer)", "<2 x float> @cexpf(<2 x float>)"),
      "cexp");
  EXPECT_EQ(rowOf("{double, double} @cexp([2 x double] zeroinitializer)",
                  "{double, double} @cexp([2 x double])"),
            "cexp");
  EXPECT_EQ(rowOf("<2 x float> @__mulsc3(float 1.0, float 1.0, float 1.0, float 1.0)",
                  "<2 x float> @__mulsc3(float, float, float, float)"),
            "__muldc3");
  EXPECT_EQ(rowOf("float @cabsf(<2 x float> zeroinitializer)", "float @cabsf(<2 x float>)"),
            "cabs");
}

TEST(RulesSpelling, ComponentsOfComplexOperands) {
  Parsed parsed = parsedCall("<2 x float> @cexpf(<2 x float> zeroinitializer)",
                             "<2 x float> @cexpf(<2 x float>)");
  BoundFormula bound = *formulaFor(parsed.call());
  ASSERT_EQ(bound.inputs.size(), 2u);
  ASSERT_EQ(bound.outputs.size(), 2u);
  EXPECT_EQ(bound.inputs[1].component, 1);
  EXPECT_EQ(bound.outputs[1].component, 1);
}

TEST(RulesSpelling, WrongTypesAreOtherFunctions) {
  EXPECT_EQ(rowOf("double @pow(double %x, i32 %n)", "double @pow(double, i32)"), "");
  EXPECT_EQ(rowOf("double @hypot(double %x)", "double @hypot(double)"), "");
}

TEST(RulesSpelling, FunctionsWithABodyAreTheProgramsOwn) {
  Parsed parsed(
      "define double @gamma(double %x) {\n  ret double %x\n}\n"
      "define void @f(double %x) {\n  %r = call double @gamma(double %x)\n  ret void\n}\n");
  EXPECT_FALSE(formulaFor(parsed.call()));
  EXPECT_FALSE(hasFormula(parsed.function("gamma")));
}

TEST(RulesSpelling, DeclaredMath) {
  Parsed parsed("define float @mine(float %x) \"enzyme_math\"=\"sin\" {\n  ret float %x\n}\n"
                "define void @f(float %x) {\n  %r = call float @mine(float %x)\n  ret void\n}\n");
  std::optional<BoundFormula> bound = formulaFor(parsed.call());
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->formula->name, "sin");
  EXPECT_TRUE(hasFormula(parsed.function("mine")));
}

TEST(RulesSpelling, NoNameTwice) {
  std::set<std::string_view> names;
  for (const Formula *row : allRows())
    EXPECT_TRUE(names.insert(row->name).second) << std::string(row->name);
}

/// Each row is found under its own name at the types that clang gives it.
TEST(RulesSpelling, EveryRowIsFoundInThreePrecisions) {
  struct {
    Type *(*type)(LLVMContext &);
    const char *suffix;
  } precisions[] = {{Type::getFloatTy, "f"}, {Type::getDoubleTy, ""}, {Type::getX86_FP80Ty, "l"}};
  for (const Formula *row : allRows()) {
    for (auto [type, suffix] : precisions) {
      LLVMContext context;
      Module module("m", context);
      StringRef name = row->name;
      if (name.starts_with("llvm.x86."))
        continue; // on vectors only
      bool hasSuffix = !isInstruction(*row) && !name.starts_with("llvm.") &&
                       !name.starts_with("__") && name != "fmuladd";
      if (!hasSuffix && *suffix == 'l')
        continue;
      if (name.starts_with("__") && *suffix)
        continue;
      Instruction *use =
          buildUse(module, *row, type(context), hasSuffix ? (name + suffix).str() : "");
      ASSERT_TRUE(use) << name.str();
      std::optional<BoundFormula> bound = formulaFor(*use);
      ASSERT_TRUE(bound) << name.str() << suffix;
      EXPECT_EQ(bound->formula, row) << name.str() << suffix;
      EXPECT_EQ(bound->inputs.size(), row->inputs);
      EXPECT_EQ(bound->outputs.size(), row->outputs);
    }
  }
}

} // namespace
