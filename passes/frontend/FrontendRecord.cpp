//===- FrontendRecord.cpp - what the AST half leaves for the pass half ----===//
//
// The one table of the process. LLVM hands a pass nothing but its module, so the
// two halves of the plugin can only meet in a place of their own.
//===----------------------------------------------------------------------===//
#include "frontend/FrontendRecord.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <mutex>

using namespace llvm;

namespace enzyme {
namespace {

struct Table {
  std::mutex mutex;
  StringMap<std::unique_ptr<FrontendRecord>> records;
};

// structure: allow a mutable global, because the two halves share nothing else.
Table &table() {
  static Table only;
  return only;
}

PlacedText placed(const Position &where, std::string text) {
  return {where, readablePosition(where), std::move(text)};
}

/// Hands messages over to the AST half.
class ReportSink : public DiagnosticSink {
public:
  explicit ReportSink(std::function<void(const PlacedMessage &)> report)
      : report(std::move(report)) {}

  void emit(const Message &message) override {
    PlacedMessage plain{message.severity,
                        message.group,
                        placed(message.where, message.sentence()),
                        {},
                        message.staysWarning};
    for (const Note &note : message.notes)
      plain.notes.push_back(placed(note.where, note.text));
    report(plain);
  }

private:
  std::function<void(const PlacedMessage &)> report;
};

} // namespace

void leaveRecord(StringRef moduleIdentifier, FrontendRecord record) {
  std::lock_guard<std::mutex> lock(table().mutex);
  table().records[moduleIdentifier] = std::make_unique<FrontendRecord>(std::move(record));
}

const FrontendRecord *recordFor(StringRef moduleIdentifier) {
  std::lock_guard<std::mutex> lock(table().mutex);
  auto found = table().records.find(moduleIdentifier);
  return found == table().records.end() ? nullptr : found->second.get();
}

std::unique_ptr<DiagnosticSink> sinkFor(Module &module) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  if (record && record->report)
    return std::make_unique<ReportSink>(record->report);
  return std::make_unique<ContextSink>(module.getContext());
}

} // namespace enzyme
