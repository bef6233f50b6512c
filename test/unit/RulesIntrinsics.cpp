//===- RulesIntrinsics.cpp - LLVM's intrinsics, all of them ------------------===//
//
// Walks LLVM's own list. A target-independent intrinsic must have a formula, be
// inactive, have a behaviour or be refused with a sentence, and only one of them.
//===----------------------------------------------------------------------===//
#include "RulesParse.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/Lookup.h"
#include "rules/Spelling.h"
#include "rules/memory/Intrinsics.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

bool hasRow(Intrinsic::ID id) {
  std::string symbol = Intrinsic::getBaseName(id).str();
  for (const Spelling &spelling : readSymbol(symbol))
    if (spelling.isOpcode ? findInstruction(spelling.name) : findFunction(spelling.name))
      return true;
  return false;
}

std::vector<Intrinsic::ID> independentIntrinsics() {
  std::vector<Intrinsic::ID> ids;
  for (Intrinsic::ID id = 1; id < Intrinsic::num_intrinsics; ++id)
    if (!Intrinsic::isTargetIntrinsic(id))
      ids.push_back(id);
  return ids;
}

TEST(RulesIntrinsics, EachIsKnownInOneWay) {
  for (Intrinsic::ID id : independentIntrinsics()) {
    bool isRefused = !refusalFor(id).empty();
    bool isKnown = hasRow(id) || isInactiveIntrinsic(id) || behaviouralIntrinsic(id);
    EXPECT_TRUE(isKnown != isRefused) << Intrinsic::getBaseName(id).str()
                                      << (isKnown ? " is both known and refused" : " is not known");
    EXPECT_FALSE(hasRow(id) && (isInactiveIntrinsic(id) || behaviouralIntrinsic(id)))
        << Intrinsic::getBaseName(id).str() << " has two rules";
  }
}

/// Could `id` take or return a floating value?
bool mayHoldFloat(Intrinsic::ID id) {
  using Descriptor = Intrinsic::IITDescriptor;
  SmallVector<Descriptor, 8> table;
  Intrinsic::getIntrinsicInfoTableEntries(id, table);
  return any_of(table, [](const Descriptor &entry) {
    if (entry.Kind == Descriptor::Argument)
      return entry.getArgumentKind() == Descriptor::AK_AnyFloat;
    return is_contained({Descriptor::Half, Descriptor::BFloat, Descriptor::Float,
                         Descriptor::Double, Descriptor::Quad},
                        entry.Kind);
  });
}

/// Those of floating type that are called inactive are so because one side is an
/// integer; this is the list of them, to be changed with thought.
TEST(RulesIntrinsics, FloatingOnesWithoutFormula) {
  std::vector<std::string> names;
  for (Intrinsic::ID id : independentIntrinsics())
    if (mayHoldFloat(id) && !hasRow(id) && isInactiveIntrinsic(id))
      names.push_back(Intrinsic::getBaseName(id).drop_front(5).str());
  EXPECT_EQ(names, (std::vector<std::string>{
                       "experimental.constrained.fcmp", "experimental.constrained.fcmps",
                       "experimental.constrained.fptosi", "experimental.constrained.fptoui",
                       "experimental.constrained.sitofp", "experimental.constrained.uitofp",
                       "fptosi.sat", "fptoui.sat", "is.fpclass"}));
}

TEST(RulesIntrinsics, TargetIntrinsicsAreRefusedUnlessTheyHaveAFormula) {
  Parsed parsed =
      parsedCall("double @llvm.nvvm.sqrt.rn.d(double %x)", "double @llvm.nvvm.sqrt.rn.d(double)");
  EXPECT_FALSE(refusalFor(parsed.call()).empty());
}

TEST(RulesIntrinsics, OrdinaryCallsAreNotRefused) {
  Parsed parsed = parsedCall("double @sin(double %x)", "double @sin(double)");
  EXPECT_TRUE(refusalFor(parsed.call()).empty());
}

} // namespace
