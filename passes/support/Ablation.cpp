//===- Ablation.cpp --------------------------------------------------------===//
#include "support/Ablation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

using namespace llvm;

namespace enzyme::ablation {

static std::string &chosen() {
  static std::string names;
  return names;
}

void choose(StringRef names) { chosen() = names.str(); }

bool leavesOut(StringRef name) {
  return !chosen().empty() && is_contained(split(chosen(), ','), name);
}

} // namespace enzyme::ablation
