//===- Remarks.cpp - from values to LLVM's remarks ------------------------===//
//
// LLVM prints remarks through the compiler's own diagnostics. What several derivatives
// of one function have in common is said once.
//===----------------------------------------------------------------------===//
#include "report/Remarks.h"
#include "report/Diagnostics.h"
#include "support/Origins.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace llvm;

namespace enzyme {
namespace {

constexpr const char *passName = "enzyme"; // what -Rpass= is matched with

StringRef nameInSource(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  if (!subprogram)
    return function.getName();
  StringRef linkage = subprogram->getLinkageName();
  return linkage.empty() ? subprogram->getName() : linkage;
}

const Function &originOf(const Function &function) {
  const Function &source = functionInSource(function);
  return source.isDeclaration() ? function : source;
}

auto orderOf(const Remark &remark) {
  const DILocation *at = remark.where;
  const DISubprogram *function = remark.function->getSubprogram();
  unsigned line = at ? at->getLine() : function ? function->getLine() : 0;
  StringRef file = at ? at->getFilename() : function ? function->getFilename() : "";
  return std::tuple(file, line, at ? at->getColumn() : 0, unsigned(remark.kind),
                    StringRef(remark.text));
}

template <class Kind> void print(const Remark &remark) {
  const Function &function = originOf(*remark.function);
  DiagnosticLocation where = remark.where ? DiagnosticLocation(remark.where)
                                          : DiagnosticLocation(remark.function->getSubprogram());
  Kind shown(passName, remark.name, where, &function.getEntryBlock());
  shown << remark.text;
  if (remark.bytes != 0)
    shown << DiagnosticInfoOptimizationBase::setExtraArgs()
          << DiagnosticInfoOptimizationBase::Argument("Bytes", remark.bytes);
  function.getContext().diagnose(shown);
}

void print(const Remark &remark) {
  switch (remark.kind) {
  case RemarkKind::Passed:
    return print<OptimizationRemark>(remark);
  case RemarkKind::Missed:
    return print<OptimizationRemarkMissed>(remark);
  case RemarkKind::Analysis:
    return print<OptimizationRemarkAnalysis>(remark);
  }
  llvm_unreachable("all kinds are listed");
}

} // namespace

bool Remarks::areWanted(LLVMContext &context) {
  return context.getLLVMRemarkStreamer() ||
         context.getDiagHandlerPtr()->isAnyRemarkEnabled(passName);
}

std::string placeOf(const Instruction &instruction) {
  const DILocation *location = instruction.getDebugLoc();
  bool isKnown = location && location->getLine() != 0;
  return isKnown ? " at line " + std::to_string(location->getLine()) : "";
}

std::string sourceName(const Function &function) { return readableName(nameInSource(function)); }

std::vector<const Remark *> Remarks::sorted() const {
  std::vector<const Remark *> sorted;
  for (const Remark &remark : collected)
    sorted.push_back(&remark);
  llvm::stable_sort(sorted, [](auto *a, auto *b) { return orderOf(*a) < orderOf(*b); });
  auto areSame = [](auto *a, auto *b) { return orderOf(*a) == orderOf(*b); };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), areSame), sorted.end());
  return sorted;
}

void Remarks::emit() const {
  for (const Remark *remark : sorted())
    print(*remark);
}

} // namespace enzyme
