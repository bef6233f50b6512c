//===- Mutation.cpp -------------------------------------------------------===//
#include "support/Mutation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme::mutation {

bool isOn = false;

namespace {

/// A point and what of it is broken: all rows, one row, or the n-th verdict.
struct Chosen {
  StringRef point, row;
  unsigned number = 0, given = 0;

  explicit Chosen(StringRef spelling) {
    std::tie(point, row) = spelling.split(':');
    if (row.consume_front("#") && row.getAsInteger(10, number))
      number = ~0U; // never
  }

  bool meets(StringRef where, StringRef of) {
    if (where != point)
      return false;
    return number != 0 ? ++given == number : row.empty() || of == row;
  }
};

/// One process's mutants, or its list of points.
class Mutants {
public:
  /// The one: its destructor writes the list when the compiler ends.
  static Mutants &ofProcess() {
    static Mutants mutants;
    return mutants;
  }

  void choose(StringRef wanted) {
    if (wanted == spelling) // options are read more than once, and numbers go on
      return;
    spelling = wanted.str();
    list = wanted.consume_front("?") ? wanted.str() : "";
    chosen.clear();
    if (list.empty())
      for (StringRef one : split(spelling, ','))
        chosen.emplace_back(one);
  }

  bool meet(StringRef where, StringRef of) {
    if (!list.empty()) {
      ++met[(where + ":" + of).str()];
      return false;
    }
    bool isBroken = false;
    for (Chosen &one : chosen)
      isBroken |= one.meets(where, of);
    return isBroken;
  }

  ~Mutants() {
    if (met.empty())
      return;
    std::error_code problem;
    raw_fd_ostream out(list, problem, sys::fs::OF_Append);
    for (const auto &[verdict, times] : met)
      out << verdict << "\t" << times << "\n";
  }

private:
  std::string spelling, list;
  SmallVector<Chosen, 2> chosen;
  StringMap<unsigned> met;
};

StringRef rowOfCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return "call through a pointer";
  if (callee->isIntrinsic())
    return Intrinsic::getBaseName(callee->getIntrinsicID());
  return callee->isDeclaration() ? "call without a body" : "call";
}

} // namespace

void choose(StringRef spelling) {
  if (isOn || !spelling.empty()) // else none is needed
    Mutants::ofProcess().choose(spelling);
  isOn = !spelling.empty();
}

bool meet(StringRef point, StringRef row) { return Mutants::ofProcess().meet(point, row); }

StringRef rowOf(const Value &judged) {
  if (const auto *call = dyn_cast<CallBase>(&judged))
    return rowOfCall(*call);
  if (const auto *instruction = dyn_cast<Instruction>(&judged))
    return instruction->getOpcodeName();
  const Type *type = judged.getType();
  return type->isPtrOrPtrVectorTy()   ? "pointer"
         : type->isFPOrFPVectorTy()   ? "float"
         : type->isIntOrIntVectorTy() ? "integer"
                                      : "aggregate";
}

} // namespace enzyme::mutation
