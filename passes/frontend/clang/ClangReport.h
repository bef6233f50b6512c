//===- ClangReport.h - messages as clang's own -----------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_CLANGREPORT_H
#define ENZYME_FRONTEND_CLANG_CLANGREPORT_H

#include "frontend/FrontendRecord.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace enzyme {

/// A function that prints messages through the compiler's diagnostics: with its
/// source line, caret, colours, -Werror and exit code. Valid as long as the
/// compiler instance is.
std::function<void(const PlacedMessage &)> clangReport(clang::CompilerInstance &compiler);

/// A function that makes a source file known, so that LLVM's own remarks find its lines.
std::function<void(const std::string &path)> clangSources(clang::CompilerInstance &compiler);

} // namespace enzyme
#endif
