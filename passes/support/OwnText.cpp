//===- OwnText.cpp ---------------------------------------------------------===//
#include "support/OwnText.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace enzyme {

std::unique_ptr<Module> parseOwnText(StringRef text, const Module &user) {
  SMDiagnostic error;
  std::unique_ptr<Module> parsed = parseAssemblyString(text, error, user.getContext());
  assert(parsed && "the texts are valid");
  parsed->setDataLayout(user.getDataLayout());
  parsed->setTargetTriple(user.getTargetTriple());
  return parsed;
}

} // namespace enzyme
