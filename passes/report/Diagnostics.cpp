//===- Diagnostics.cpp - collects all messages, prints each once ----------===//
//
// See Diagnostics.h. The order of output is file, line, column, number; equal
// messages at one place are printed once. The joined message about missing
// functions stands where the first of them is called.
//===----------------------------------------------------------------------===//
#include "report/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <map>
#include <tuple>

using namespace llvm;

namespace enzyme {
namespace {

constexpr MessageRow rows[] = {
#define MESSAGE(ID, NUMBER, SEVERITY, GROUP, TEXT, HINT)                                           \
  {#ID, NUMBER, Severity::SEVERITY, GROUP, TEXT, HINT},
#include "report/Diagnostics.def"
#undef MESSAGE
};

auto orderOf(const Message &message) {
  const Position &at = message.where;
  return std::tie(at.file, at.line, at.column, at.function, message.number, message.text);
}

bool sameMessage(const Message &a, const Message &b) { return orderOf(a) == orderOf(b); }

Message filledIn(const Refusal &refusal) {
  const MessageRow &row = messageRow(refusal.id);
  Message message;
  message.id = refusal.id;
  message.severity = row.severity;
  raw_string_ostream(message.number) << format("ENZ%04u", row.number);
  message.group = row.group;
  message.text = fillIn(row.text, refusal.arguments);
  // A hint whose only argument stayed empty ("did you mean ''?") says nothing.
  bool isHollow = false;
  for (size_t i = 0; i < refusal.arguments.size(); ++i)
    if (refusal.arguments[i].empty() && StringRef(row.hint).contains("%" + std::to_string(i)))
      isHollow = true;
  if (!isHollow)
    message.hint = fillIn(row.hint, refusal.arguments);
  message.where = refusal.where;
  message.notes = refusal.notes;
  return message;
}

} // namespace

const MessageRow &messageRow(MessageId id) { return rows[static_cast<size_t>(id)]; }

ArrayRef<MessageRow> allMessages() { return rows; }

std::string fillIn(StringRef text, ArrayRef<std::string> arguments) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isSlot = text[i] == '%' && i + 1 < text.size() && isDigit(text[i + 1]);
    if (!isSlot) {
      result += text[i];
      continue;
    }
    size_t index = text[++i] - '0';
    assert(index < arguments.size() && "a message lacks an argument");
    if (index < arguments.size())
      result += arguments[index];
  }
  return result;
}

std::string Message::sentence() const {
  std::string result = text;
  if (!hint.empty())
    result += "; " + hint;
  return result + " [" + number + "]";
}

DiagnosticSink::~DiagnosticSink() = default;

Diagnostics::~Diagnostics() { flush(); }

void Diagnostics::refuse(Refusal refusal) {
  assert(messageRow(refusal.id).severity == Severity::Error && "only errors are refusals");
  ++errors;
  if (refusal.where.line == 0) // derivatives have no lines: those who asked for them have
    if (const Note *asked =
            find_if(refusal.notes, [](const Note &note) { return note.where.line; });
        asked != refusal.notes.end())
      refusal.where = asked->where;
  collected.push_back(std::move(refusal));
}

void Diagnostics::warn(Refusal refusal) {
  assert(messageRow(refusal.id).severity == Severity::Warning && "the row says it is no warning");
  collected.push_back(std::move(refusal));
}

void Diagnostics::remark(Refusal refusal) {
  assert(messageRow(refusal.id).severity == Severity::Remark && "the row says it is no remark");
  collected.push_back(std::move(refusal));
}

void Diagnostics::remarkAtOnce(Refusal refusal) {
  assert(messageRow(refusal.id).severity == Severity::Remark && "the row says it is no remark");
  sink.emit(filledIn(refusal));
}

void Diagnostics::missing(const Function &callee, Position call, ArrayRef<Note> chain) {
  ++errors;
  Missing entry{callee.getName().str(), readableName(callee), std::move(call), {}};
  for (const Note &note : chain) { // a call made on the way stands where it was asked for
    if (entry.where.line == 0 && note.where.line != 0)
      entry.where = note.where;
    if (note.where.line != 0 || !note.where.function.empty())
      entry.chain.push_back(note);
  }
  missingFunctions.push_back(std::move(entry));
}

/// One message: the functions in its text, a note for each place that calls one.
Message Diagnostics::joinMissing() const {
  std::map<std::string, std::vector<const Missing *>> byName;
  for (const Missing &entry : missingFunctions)
    byName[entry.name].push_back(&entry);

  Refusal refusal{search ? MessageId::MissingAtLink : MessageId::MissingFunctions, {}, {}, {}};
  std::string names;
  bool isFirst = true;
  for (auto &[name, entries] : byName) {
    names += (names.empty() ? "'" : ", '") + name + "'";
    std::string lastPlace;
    for (const Missing *entry : entries) {
      std::string place = readablePosition(entry->where);
      if (place == lastPlace)
        continue;
      lastPlace = place;
      std::string caller = entry->where.function;
      refusal.notes.push_back(
          {entry->where,
           "'" + name + "' is called" +
               (caller.empty() ? "" : " from '" + readableName(StringRef(caller)) + "'") + " here" +
               (search ? search->fate(entry->irName) : "")});
      if (isFirst) {
        refusal.where = entry->where;
        refusal.notes.append(entry->chain.begin(), entry->chain.end());
        isFirst = false;
      }
    }
  }
  std::string head = byName.size() == 1 ? std::string("the function ")
                                        : std::to_string(byName.size()) + " functions: ";
  refusal.arguments.push_back(head + names);
  if (search)
    refusal.arguments.push_back(search->places);
  return filledIn(refusal);
}

void Diagnostics::forgetMissing() {
  errors -= unsigned(missingFunctions.size());
  missingFunctions.clear();
}

std::vector<std::string> Diagnostics::missingSince(Mark mark) const {
  std::vector<std::string> names;
  for (const Missing &entry : ArrayRef(missingFunctions).drop_front(mark.missing))
    names.push_back(entry.irName);
  return names;
}

std::string Diagnostics::firstRefusal(Mark since) const {
  auto refusal =
      std::find_if(collected.begin() + since.collected, collected.end(), [](const Refusal &one) {
        return messageRow(one.id).severity == Severity::Error;
      });
  if (refusal != collected.end())
    return filledIn(*refusal).text;
  if (missingFunctions.size() > since.missing)
    return "no derivative is known for '" + missingFunctions[since.missing].name + "'";
  return "";
}

std::string Diagnostics::rollBack(Mark mark) {
  std::string first = firstRefusal(mark);
  collected.erase(collected.begin() + mark.collected, collected.end());
  missingFunctions.erase(missingFunctions.begin() + mark.missing, missingFunctions.end());
  errors = mark.errors;
  return first;
}

bool Diagnostics::adjust(Message &message) const {
  bool isWanted = true;
  if (message.severity != Severity::Warning)
    return isWanted;
  SmallVector<StringRef, 4> options;
  StringRef(warnings).split(options, ':', -1, /*KeepEmpty=*/false);
  for (StringRef option : options) {
    bool isOff = option.consume_front("no-");
    bool isAboutErrors = option.consume_front("error=");
    if (option != "enzyme" && option != message.group)
      continue;
    if (isAboutErrors) {
      message.severity = isOff ? Severity::Warning : Severity::Error;
      message.staysWarning = isOff;
    }
    isWanted = isAboutErrors ? isWanted || !isOff : !isOff;
  }
  return isWanted;
}

void Diagnostics::flush() {
  std::vector<Message> messages;
  for (const Refusal &refusal : collected)
    messages.push_back(filledIn(refusal));
  if (!missingFunctions.empty())
    messages.push_back(joinMissing());
  collected.clear();
  missingFunctions.clear();

  llvm::sort(messages, [](const Message &a, const Message &b) { return orderOf(a) < orderOf(b); });
  messages.erase(std::unique(messages.begin(), messages.end(), sameMessage), messages.end());
  for (Message &message : messages)
    if (adjust(message))
      sink.emit(message);
}

} // namespace enzyme
