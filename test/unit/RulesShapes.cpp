//===- RulesShapes.cpp - names of the library on functions that are not its own ------===//
//
// Every name that a table knows is declared with signatures that are not its own, in all
// combinations of a few types. Whatever is asked then has an answer, every rewriting leaves
// valid code, and what is believed of the function is true of its signature.
//===----------------------------------------------------------------------===//
#include "RulesJit.h"
#include "RulesParse.h"
#include "rules/Facts.h"
#include "rules/Shape.h"
#include "rules/calls/CanonicalTables.h"
#include "rules/calls/Canonicalise.h"
#include "rules/calls/Cxx.h"
#include "rules/calls/Inactive.h"
#include "rules/calls/Pure.h"
#include "rules/calls/ReadIn.h"
#include "rules/memory/Allocators.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

void addWords(std::set<std::string> &names, StringRef list) {
  SmallVector<StringRef, 64> words;
  SplitString(list, words);
  for (StringRef word : words)
    names.insert(word.str());
}

template <typename Rows> void addRows(std::set<std::string> &names, const Rows &rows) {
  for (const auto &row : rows)
    names.insert(std::string(row.name));
}

/// Formulas in C's spellings.
void addFormulas(std::set<std::string> &names) {
  for (const Formula *row : allRows()) {
    std::string name(row->name);
    if (isInstruction(*row) || StringRef(name).starts_with("llvm.") || name == "fmuladd")
      continue;
    for (const char *suffix : {"", "f", "l"})
      names.insert(name + suffix);
  }
}

std::set<std::string> allNames() {
  std::set<std::string> names;
  for (ArrayRef<ShapedNames> list : std::initializer_list<ArrayRef<ShapedNames>>{
           calls::standardIO, calls::processAndTime, calls::strings, calls::withFloats})
    for (const ShapedNames &group : list)
      addWords(names, group.names);
  addWords(names, calls::pointerMovers);
  addRows(names, memory::allocators);
  addRows(names, memory::deallocators);
  addRows(names, calls::pointersInto);
  addRows(names, calls::outPointers);
  addRows(names, calls::memoryFunctions);
  addRows(names, calls::reallocations);
  addFormulas(names);
  for (StringRef name : readingFunctions())
    names.insert(name.str());
  for (StringRef name : {calls::allocateThroughPointer, calls::roomName, calls::cxxThrowCall,
                         calls::cxxCatchCall, StringLiteral("sincosf"), StringLiteral("modfl")})
    names.insert(name.str());
  return names;
}

/// The results and parameters that are tried, with a value of each type.
constexpr const char *results[] = {"void",         "i32",          "i64",
                                   "ptr",          "float",        "double",
                                   "[2 x double]", "<2 x double>", "{double, double}"};
const std::vector<std::vector<std::string>> parameters = {
    {},
    {"double"},
    {"i64"},
    {"ptr"},
    {"[2 x double]"},
    {"<2 x double>"},
    {"{double, i32}"},
    {"[2 x <2 x float>]"},
    {"double", "double"},
    {"double", "ptr"},
    {"float", "i128"},
    {"i64", "i32"},
    {"ptr", "double"},
    {"ptr", "i8"},
    {"double", "ptr", "double"},
    {"ptr", "ptr", "i1"},
    {"ptr", "i64", "i32"},
    {"ptr", "double", "i64"},
    {"ptr", "i64", "i32", "ptr"},
    {"i32", "ptr", "double", "i64"},
};

std::string callOf(const std::string &name, StringRef result,
                   const std::vector<std::string> &types) {
  std::string operands = join(types, ", "), arguments;
  for (auto [index, type] : enumerate(types))
    arguments += (index ? ", " : "") + type + " %a" + std::to_string(index);
  return ("declare " + result + " @\"" + name + "\"(" + operands + ")\ndefine void @f(" +
          arguments + ") {\n  " + (result == "void" ? "" : "%r = ") + "call " + result + " @\"" +
          name + "\"(" + arguments + ")\n  ret void\n}\n")
      .str();
}

bool isFloatIn(const CallBase &call) {
  return holdsFloat(call.getType()) ||
         any_of(call.args(), [](const Use &use) { return holdsFloat(use->getType()); });
}

/// Emits all partials; each is of the type of its input.
void emitAll(CallBase &call, const BoundFormula &formula) {
  IRBuilder<> builder(call.getParent()->getTerminator());
  for (unsigned o = 0; o != formula.outputs.size(); ++o)
    for (unsigned i = 0; i != formula.inputs.size(); ++i)
      if (formula.hasPartial(o, i))
        EXPECT_TRUE(formula.emitPartial(builder, o, i, [](Value *value) { return value; }));
}

void checkFacts(CallBase &call) {
  if (std::optional<AllocatorFact> fact = allocatorFact(call)) {
    EXPECT_TRUE(call.getType()->isPointerTy());
    for (int argument : {fact->sizeArgument, fact->countArgument, fact->alignArgument})
      EXPECT_TRUE(argument < 0 || call.getArgOperand(argument)->getType()->isIntegerTy());
    EXPECT_FALSE(isFloatIn(call));
  }
  if (std::optional<DeallocatorFact> fact = deallocatorFact(call)) {
    EXPECT_TRUE(call.getArgOperand(fact->pointerArgument)->getType()->isPointerTy());
    EXPECT_TRUE(call.getType()->isVoidTy());
  }
  if (movesPointersOnly(call) || asksForRoom(call) || throwsObject(call) || catchesObject(call))
    EXPECT_FALSE(isFloatIn(call));
  if (std::optional<unsigned> argument = resultPointsInto(call))
    EXPECT_TRUE(call.getArgOperand(*argument)->getType()->isPointerTy());
  ownedPointers(call);
  tapeCall(call);
}

void rewriteAll(Parsed &parsed) {
  canonicaliseLibraryCalls(parsed.function());
  splitReallocations(parsed.function());
  EXPECT_FALSE(verifyModule(*parsed.module, &errs()));
}

TEST(RulesShapes, NamesOfTheLibraryWithOtherSignatures) {
  for (const std::string &name : allNames())
    for (const char *result : results)
      for (const std::vector<std::string> &types : parameters) {
        std::string text = callOf(name, result, types);
        SCOPED_TRACE(text);
        Parsed parsed(text);
        CallBase &call = parsed.call();
        checkFacts(call);
        if (std::optional<BoundFormula> formula = formulaFor(call))
          emitAll(call, *formula);
        rewriteAll(parsed);
        if (HasFailure())
          return;
      }
}

TEST(RulesShapes, OfTheLibrarysOwnShapeOnly) {
  auto isInactive = [](const std::string &name, const char *result,
                       const std::vector<std::string> &types) {
    Parsed parsed(callOf(name, result, types));
    return calleeEffect(parsed.call()) == CalleeEffect::Inactive;
  };
  EXPECT_TRUE(isInactive("select", "i32", {"i32", "ptr", "ptr", "ptr", "ptr"}));
  EXPECT_FALSE(isInactive("select", "void", {"ptr", "i32"}));
  EXPECT_FALSE(isInactive("times", "void", {"ptr", "ptr"}));
  EXPECT_FALSE(isInactive("second_", "double", {"ptr"}));
  EXPECT_TRUE(isInactive("second_", "double", {}));
  EXPECT_FALSE(isInactive("isinf", "double", {"double", "double"}));
}

/// What a shape says.
TEST(RulesShapes, Letters) {
  auto fits = [](const char *result, const std::vector<std::string> &types, StringRef shape) {
    Parsed parsed(callOf("g", result, types));
    return hasShape(parsed.call(), shape);
  };
  EXPECT_TRUE(fits("void", {}, "v"));
  EXPECT_TRUE(fits("ptr", {"i64", "i64"}, "pss"));
  EXPECT_FALSE(fits("ptr", {"i64", "i32"}, "pss"));
  EXPECT_FALSE(fits("ptr", {"i64"}, "pss"));
  EXPECT_FALSE(fits("ptr", {"i64", "i64"}, "ps"));
  EXPECT_TRUE(fits("i32", {"ptr", "double"}, "np*"));
  EXPECT_FALSE(fits("i32", {"ptr", "double"}, "np-"));
  EXPECT_TRUE(fits("i32", {"ptr"}, "np-"));
  EXPECT_FALSE(fits("{double, i32}", {}, "."));
  EXPECT_TRUE(fits("double", {"double"}, "ff"));
}

} // namespace
