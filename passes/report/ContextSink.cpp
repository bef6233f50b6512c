//===- ContextSink.cpp - messages through LLVM's own diagnostics ----------===//
//
// For opt, lld and clang on plain IR: the message becomes one diagnostic of a
// plugin's kind with its position in front and its notes behind, a line each.
// The handler adds "error: " and makes the exit code.
//===----------------------------------------------------------------------===//
#include "report/Diagnostics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

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

class PlainDiagnostic : public DiagnosticInfo {
public:
  PlainDiagnostic(const Message &message)
      : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), severityOf(message.severity)),
        message(message) {}

  void print(DiagnosticPrinter &printer) const override {
    printer << readablePosition(message.where) << ": " << message.sentence();
    if (message.severity == Severity::Warning)
      printer << " [-W" << message.group << "]";
    for (const Note &note : message.notes)
      printer << "\n  note: " << readablePosition(note.where) << ": " << note.text;
  }

private:
  const Message &message;
};

} // namespace

void ContextSink::emit(const Message &message) { context.diagnose(PlainDiagnostic(message)); }

} // namespace enzyme
