//===- Mutation.cpp -------------------------------------------------------===//
#include "support/Mutation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme::mutation {

bool isOn = false;

namespace {

/// One process's mutant, or its list of points.
class Mutant {
public:
  /// The one: its destructor writes the list when the compiler ends.
  static Mutant &ofProcess() {
    static Mutant mutant;
    return mutant;
  }

  void choose(StringRef spelling) {
    if (spelling == chosen) // options are read more than once, and numbers go on
      return;
    chosen = spelling.str();
    list = spelling.consume_front("?") ? spelling.str() : "";
    std::tie(point, row) = spelling.split(':');
    hasNumber =
        StringRef(row).starts_with("#") && !StringRef(row).drop_front().getAsInteger(10, number);
  }

  bool meet(StringRef where, StringRef of) {
    if (!list.empty()) {
      ++met[(where + ":" + of).str()];
      return false;
    }
    if (where != point)
      return false;
    return hasNumber ? ++given == number : row.empty() || of == row;
  }

  ~Mutant() {
    if (met.empty())
      return;
    std::error_code problem;
    raw_fd_ostream out(list, problem, sys::fs::OF_Append);
    for (const auto &[verdict, times] : met)
      out << verdict << "\t" << times << "\n";
  }

private:
  std::string chosen, list, point, row;
  bool hasNumber = false;
  unsigned number = 0, given = 0;
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
  if (isOn || !spelling.empty()) // else nobody needs one
    Mutant::ofProcess().choose(spelling);
  isOn = !spelling.empty();
}

bool meet(StringRef point, StringRef row) { return Mutant::ofProcess().meet(point, row); }

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
