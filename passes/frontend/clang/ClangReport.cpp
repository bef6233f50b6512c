//===- ClangReport.cpp - messages as clang's own ---------------------------===//
//
// A position (file, line, column) is looked up in clang's source manager; one
// that is not there is written into the text instead.
//===----------------------------------------------------------------------===//
#include "frontend/clang/ClangReport.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/Regex.h"
#include <cstring>

using namespace llvm;
using Level = clang::DiagnosticsEngine::Level;

namespace enzyme {
namespace {

/// The file, whose lines then have places. When linking, no file was compiled.
clang::OptionalFileEntryRef readFile(clang::CompilerInstance &compiler, const std::string &path) {
  auto file = compiler.getFileManager().getOptionalFileRef(path);
  clang::SourceManager &sources = compiler.getSourceManager();
  if (file && sources.translateFile(*file).isInvalid())
    sources.createFileID(*file, clang::SourceLocation(), clang::SrcMgr::C_User);
  return file;
}

class Reporter {
public:
  explicit Reporter(clang::CompilerInstance &compiler) : compiler(compiler) {}

  void operator()(const PlacedMessage &message) {
    Level level = levelOf(message.severity);
    bool isForWhoAsks = level == Level::Remark && !message.group.empty(); // others are notices
    if (isForWhoAsks && !isRemarkWanted(message.group))
      return;
    clang::DiagnosticsEngine &engine = compiler.getDiagnostics();
    const bool hasErrors = engine.getWarningsAsErrors();
    if (level == Level::Warning && engine.getIgnoreAllWarnings()) // -w
      return;
    if (level == Level::Warning && hasErrors && !message.staysWarning) // -Werror
      level = Level::Error;
    if (message.staysWarning)
      engine.setWarningsAsErrors(false);
    say(level, message.main, optionOf(level, message.group));
    engine.setWarningsAsErrors(hasErrors);
    for (const PlacedText &note : message.notes)
      say(Level::Note, note);
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

  /// What turns the message off, or what made it an error, as clang writes it.
  std::string optionOf(Level level, const std::string &group) const {
    bool isShown = compiler.getDiagnosticOpts().ShowOptionNames && !group.empty();
    if (!isShown || (level != Level::Warning && level != Level::Error))
      return "";
    return (level == Level::Error ? " [-Werror,-W" : " [-W") + group + "]";
  }

  /// -Rpass=<regular expression>.
  bool isRemarkWanted(StringRef group) const {
    return compiler.getCodeGenOpts().OptimizationRemark.patternMatches(group);
  }

  clang::SourceLocation locate(const Position &position) const {
    if (position.line == 0 || position.file.empty())
      return {};
    clang::OptionalFileEntryRef file = readFile(compiler, position.file);
    if (!file)
      return {};
    const clang::SourceManager &sources = compiler.getSourceManager();
    clang::SourceLocation line =
        sources.translateFileLineCol(*file, position.line, std::max(position.column, 1u));
    return position.column == 0 ? pastBlanks(line) : line;
  }

  /// Of code that was carried, statements are known by their lines.
  clang::SourceLocation pastBlanks(clang::SourceLocation line) const {
    bool isUnreadable = line.isInvalid();
    const char *text =
        isUnreadable ? "" : compiler.getSourceManager().getCharacterData(line, &isUnreadable);
    return isUnreadable ? line : line.getLocWithOffset(strspn(text, " \t"));
  }

  void say(Level level, const PlacedText &line, const std::string &suffix = "") {
    clang::DiagnosticsEngine &engine = compiler.getDiagnostics();
    clang::SourceLocation location = locate(line.where);
    std::string text = line.text + suffix;
    bool hasPlace = line.where.line != 0 || !line.where.function.empty();
    if (location.isInvalid() && hasPlace)
      text = line.place + ": " + text;
    engine.Report(location, engine.getCustomDiagID(level, "%0")) << text;
  }

  clang::CompilerInstance &compiler;
};

} // namespace

std::function<void(const PlacedMessage &)> clangReport(clang::CompilerInstance &compiler) {
  return Reporter(compiler);
}

std::function<void(const std::string &)> clangSources(clang::CompilerInstance &compiler) {
  return [&](const std::string &path) { readFile(compiler, path); };
}

} // namespace enzyme
