//===- ArgumentEffects.h - what a function does to the memory it is given ----------===//
//
// Problem: two requests for derivatives of one function can be served at once only if the
// function does nothing but read and write memory that its parameters lead to, and if one
// knows which.
//
// Here: for each parameter, whether the function reads or writes behind it, and within which
// bytes; or why that cannot be told. Derivatives touch the same bytes of shadows.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_ARGUMENTEFFECTS_H
#define ENZYME_PIPELINE_ARGUMENTEFFECTS_H

#include "llvm/IR/Function.h"
#include <optional>
#include <string>
#include <vector>

namespace enzyme {

class UserRules;

struct ArgumentEffects {
  /// Distances from the parameter: the first byte, and behind the last.
  struct Bytes {
    int64_t first, end;
  };
  struct Behind {
    bool isRead = false, isWritten = false;
    std::optional<Bytes> bytes; ///< none: any
  };

  std::string obstacle;           ///< "": nothing else happens
  std::vector<Behind> parameters; ///< one per IR parameter
};

/// `function` with all that it calls, as it is after the canonical pipeline.
ArgumentEffects argumentEffectsOf(llvm::Function &function, const UserRules &rules);

} // namespace enzyme
#endif
