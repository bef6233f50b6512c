//===- ClangReport.cpp - messages as clang's own ---------------------------===//
//
// A position (file, line, column) is looked up in clang's source manager; one
// that is not there is written into the text instead.
//===----------------------------------------------------------------------===//
#include "frontend/clang/ClangReport.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using Level = clang::DiagnosticsEngine::Level;

namespace enzyme {
namespace {

class Reporter {
public:
  explicit Reporter(clang::CompilerInstance &compiler) : compiler(compiler) {}

  void operator()(const Message &message) {
    Level level = levelOf(message.severity);
    if (level == Level::Remark && !isRemarkWanted(message.group))
      return;
    std::string text = message.sentence();
    if (level == Level::Warning)
      text += " [-W" + message.group + "]";
    say(level, message.where, text);
    for (const Note &note : message.notes)
      say(Level::Note, note.where, note.text);
  }

private:
  static Level levelOf(Severity severity) {
    switch (severity) {
    case Severity::Error:
      return Level::Error;
    case Severity::Warning:
      return Level::Warning;
    case Severity::Remark:
      return Level::Remark;
    }
    llvm_unreachable("all severities are listed");
  }

  /// -Rpass=<regular expression>.
  bool isRemarkWanted(StringRef group) const {
    return compiler.getCodeGenOpts().OptimizationRemark.patternMatches(group);
  }

  clang::SourceLocation locate(const Position &position) const {
    if (position.line == 0 || position.file.empty())
      return {};
    auto file = compiler.getFileManager().getOptionalFileRef(position.file);
    if (!file)
      return {};
    return compiler.getSourceManager().translateFileLineCol(
        *file, position.line, std::max(position.column, 1u));
  }

  void say(Level level, const Position &where, const std::string &text) {
    clang::DiagnosticsEngine &engine = compiler.getDiagnostics();
    clang::SourceLocation location = locate(where);
    std::string placed = text;
    if (location.isInvalid() && (where.line != 0 || !where.function.empty()))
      placed = readablePosition(where) + ": " + text;
    engine.Report(location, engine.getCustomDiagID(level, "%0")) << placed;
  }

  clang::CompilerInstance &compiler;
};

} // namespace

std::function<void(const Message &)> clangReport(clang::CompilerInstance &compiler) {
  return Reporter(compiler);
}

} // namespace enzyme
