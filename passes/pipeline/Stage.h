//===- Stage.h - what every stage gets for nothing -----------------------===//
//
// An entry in -ftime-trace, an entry in the crash stack ("while planning the
// reverse of f"), printing of its state on request, verification of what it made,
// a note in the chain of every refusal, and the function's name when it takes long.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_STAGE_H
#define ENZYME_PIPELINE_STAGE_H

#include "Context.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/TimeProfiler.h"
#include <chrono>
#include <optional>

namespace enzyme {

class Stage {
public:
  Stage(Context &context, const DerivativeKey &key);
  ~Stage();

  void begin(const char *doing);
  /// Prints to stderr when `wanted`; `state` also goes onto the page, if there is one.
  void show(bool wanted, const char *state, llvm::function_ref<void(llvm::raw_ostream &)> print);
  /// The derivative is there: verifies it.
  bool finish(llvm::Function &function);
  /// LLVM's verifier; a broken function is refused as our own fault.
  bool verify(llvm::Function &function);
  bool fail(const std::string &why);

private:
  void nameIfSlow();

  Context &context;
  const DerivativeKey &key;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  bool isNamed = false;
  const char *doing = "starting";
  std::string where;
  std::optional<llvm::PrettyStackTraceString> crashEntry;
  std::optional<llvm::TimeTraceScope> time;
};

} // namespace enzyme
#endif
