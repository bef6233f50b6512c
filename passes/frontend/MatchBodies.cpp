//===- MatchBodies.cpp - does one name mean one function? ------------------===//
//
// A fingerprint is what no setting of clang's code generation changes: the
// called functions, the floating-point operations and the floating-point numbers
// that are written in the source, in order. Calls that sanitizers and counters
// add are left out. It cannot tell closures apart that differ in what they captured,
// so the numbers in names are aligned first, by the marks of the AST half.
//===----------------------------------------------------------------------===//
#include "frontend/MatchBodies.h"
#include "frontend/ClosureNumbers.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Assumptions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumberedByEmission(const Function &function) { return function.getName().contains("$_"); }

/// Added by -fsanitize, --coverage and the like, not written by the user.
bool isInstrumentation(const CallBase &call) {
  if (isa<IntrinsicInst>(call))
    return !call.getType()->isFPOrFPVectorTy();
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() &&
         (callee->getName().starts_with("__ubsan_") || callee->getName().starts_with("__asan_") ||
          callee->getName().starts_with("__sanitizer_"));
}

/// One of a base may be called in its place, at some levels.
bool isDestructor(const Function &function) {
  StringRef name = function.getName();
  return name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev");
}

void printNumbers(raw_ostream &out, const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    if (auto *number = dyn_cast<ConstantFP>(operand))
      number->getValueAPF().bitcastToAPInt().print(out, /*isSigned=*/false);
  out << ';';
}

std::string fingerprint(const Function &function) {
  std::string text;
  raw_string_ostream out(text);
  out << *function.getFunctionType() << ':';
  for (const Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call ? isInstrumentation(*call) : !isa<FPMathOperator>(instruction))
      continue;
    if (isa<PHINode, SelectInst>(instruction))
      continue;
    out << instruction.getOpcodeName();
    if (call && call->getCalledFunction() && !isDestructor(*call->getCalledFunction()))
      out << ' ' << call->getCalledFunction()->getName();
    printNumbers(out, instruction);
  }
  return text;
}

// -- numbers of closures ------------------------------------------------------

StringRef markOf(const Function &function) {
  StringRef assumptions = function.getFnAttribute(AssumptionAttrKey).getValueAsString();
  return assumptions.starts_with(closureMark) ? assumptions : "";
}

/// The number of a closure, and the function that it counts in.
std::string identityOf(const NumberedName::Number &number) {
  return number.scope + "$_" + number.digits;
}

StringRef digitsOf(StringRef identity) { return identity.rsplit("$_").second; }

/// By identities of the pristine module's numbers, those of the module's.
using Numbers = StringMap<std::string>;

/// Fills the number in `module` of every number in `pristine`. False if a number
/// would have two.
bool matchMarked(const ClosureFamilies &pristine, const Module &module, Numbers &numberInModule) {
  const ClosureFamilies wanted = closureFamilies(module);
  for (auto &[key, numbers] : pristine) {
    auto found = wanted.find(key);
    if (found == wanted.end())
      continue;
    for (auto [number, other] : zip(numbers, found->second)) {
      if (number.empty() || other.empty())
        continue;
      auto [entry, isNew] = numberInModule.try_emplace(number, other);
      if (!isNew && entry->second != other)
        return false;
    }
  }
  return true;
}

/// The module's numbers that marks tell.
StringSet<> matchedNumbers(const Numbers &numberInModule) {
  StringSet<> marked;
  for (const auto &entry : numberInModule)
    marked.insert(entry.second);
  return marked;
}

/// The name in the module. A number that was not matched stays, unless another one
/// has become it.
std::string nameInModule(StringRef name, const Numbers &numberInModule, const StringSet<> &taken) {
  NumberedName parts = takeApart(name);
  std::string result;
  StringRef rest = parts.text;
  for (const NumberedName::Number &number : parts.numbers) {
    auto [before, behind] = rest.split("$_");
    std::string identity = identityOf(number);
    auto known = numberInModule.find(identity);
    result += (before + "$_").str();
    result += known != numberInModule.end() ? digitsOf(known->second).str()
              : taken.contains(identity)    ? number.digits + ".unmatched"
                                            : number.digits;
    rest = behind;
  }
  return result + rest.str();
}

void renumber(Module &pristine, const Numbers &numberInModule) {
  const StringSet<> taken = matchedNumbers(numberInModule);
  std::vector<std::pair<GlobalValue *, std::string>> renamed;
  for (GlobalValue &value : pristine.global_values())
    if (value.getName().contains("$_"))
      renamed.push_back({&value, nameInModule(value.getName(), numberInModule, taken)});
  for (auto &[value, name] : renamed)
    value->setName("");
  for (auto &[value, name] : renamed)
    value->setName(name);
}

/// Does emission number it, in a way that no mark tells?
bool isUnmatched(const Function &function, const StringSet<> &marked) {
  return !function.isDeclaration() && isNumberedByEmission(function) &&
         !all_of(takeApart(function.getName()).numbers, [&](const NumberedName::Number &number) {
           return marked.contains(identityOf(number));
         });
}

/// Functions whose names have numbers that no mark tells are compared by what they
/// compute.
bool hasMatchingBodies(const Module &pristine, const Module &module,
                       const Numbers &numberInModule) {
  const StringSet<> marked = matchedNumbers(numberInModule);
  for (const Function &function : module) {
    if (!isUnmatched(function, marked))
      continue;
    const Function *same = pristine.getFunction(function.getName());
    if (!same || same->isDeclaration() || fingerprint(*same) != fingerprint(function))
      return false;
  }
  return true;
}

} // namespace

ClosureFamilies closureFamilies(const Module &module) {
  ClosureFamilies families;
  for (const Function &function : module) {
    StringRef mark = markOf(function);
    if (mark.empty() || function.isDeclaration() || !isNumberedByEmission(function))
      continue;
    NumberedName name = takeApart(function.getName());
    SmallVector<std::string, 2> identities;
    for (const NumberedName::Number &number : name.numbers)
      identities.push_back(identityOf(number));
    auto [family, isNew] = families.try_emplace((mark + " " + name.text).str(), identities);
    for (auto [identity, other] : zip(family->second, identities))
      if (identity != other)
        identity.clear();
  }
  return families;
}

bool hasNamesOf(const ClosureFamilies &pristine, const Module &module) {
  Numbers numberInModule;
  return matchMarked(pristine, module, numberInModule) &&
         all_of(numberInModule, [](const auto &entry) { return entry.first() == entry.second; }) &&
         none_of(module, [marked = matchedNumbers(numberInModule)](const Function &function) {
           return isUnmatched(function, marked);
         });
}

bool alignNames(Module &pristine, const Module &module) {
  Numbers numberInModule;
  if (!matchMarked(closureFamilies(pristine), module, numberInModule))
    return false;
  renumber(pristine, numberInModule);
  return hasMatchingBodies(pristine, module, numberInModule);
}

/// Clang hands assumptions on to the calls.
void dropClosureMarks(Module &module) {
  for (Function &function : module) {
    if (markOf(function).empty())
      continue;
    function.removeFnAttr(AssumptionAttrKey);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        call->removeFnAttr(AssumptionAttrKey);
  }
}

} // namespace enzyme
