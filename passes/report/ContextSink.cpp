//===- ContextSink.cpp - messages through LLVM's own diagnostics ----------===//
//
// For opt, lld and clang on plain IR: the message becomes one diagnostic of a
// plugin's kind with its position in front and its notes behind, a line each.
// The handler adds "error: " and makes the exit code. flang's printer takes the
// position that its own remarks bring along from the text again and puts it in front,
// where editors look for it: so do messages here.
//===----------------------------------------------------------------------===//
#include "report/Diagnostics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace enzyme {
namespace {

DiagnosticSeverity severityOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return DS_Error;
  case Severity::Warning:
    return DS_Warning;
  case Severity::Remark:
    return DS_Remark;
  }
  llvm_unreachable("all severities are listed");
}

/// What flang's printer splits at: the position ends with it, then the file's path does, of which
/// the folder is printed in front of the position, and the root is not.
constexpr StringLiteral FlangsMark = ";;";

/// Text in which flang's printer finds no mark.
std::string withoutMarks(std::string text) {
  for (size_t at = 0; (at = text.find(FlangsMark, at)) != std::string::npos;)
    text.insert(at + 1, " ");
  return text;
}

/// Is it flang that has loaded the passes? Its handler does not say so.
bool isFlang() {
  static const bool is =
      sys::path::filename(sys::fs::getMainExecutable(nullptr, nullptr)).starts_with("flang");
  return is;
}

class PlainDiagnostic : public DiagnosticInfo {
public:
  PlainDiagnostic(const Message &message, bool isForFlang)
      : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), severityOf(message.severity)),
        message(message), isForFlang(isForFlang) {}

  void print(DiagnosticPrinter &printer) const override {
    std::string text = message.sentence();
    if (message.severity == Severity::Warning)
      text += " [-W" + message.group + "]";
    if (isForFlang)
      return printForFlang(printer, text);
    printer << readablePosition(message.where) << ": " << text;
    for (const Note &note : message.notes)
      printer << "\n  note: " << readablePosition(note.where) << ": " << note.text;
  }

private:
  void printForFlang(DiagnosticPrinter &printer, std::string text) const {
    for (const Note &note : message.notes)
      text += "\n" + readablePosition(note.where) + ": note: " + note.text;
    // An empty path gives a root, a folder of one dot that of the run.
    std::string written = readablePosition(message.where);
    StringRef position = written;
    if (!message.where.line)
      printer << withoutMarks((position + ": ").str() + text);
    else if (position.consume_front("/"))
      printer << withoutMarks(position.str()) << FlangsMark << FlangsMark << withoutMarks(text);
    else
      printer << withoutMarks(position.str()) << FlangsMark << "./" << FlangsMark
              << withoutMarks(text);
  }

  const Message &message;
  bool isForFlang;
};

} // namespace

void ContextSink::emit(const Message &message) {
  context.diagnose(PlainDiagnostic(message, isFlang()));
}

} // namespace enzyme
