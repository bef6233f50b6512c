//===- Diagnostics.h - collects all messages, prints each once ------------===//
//
// Problem: stages fail far from each other, some twice for one cause; a person
// wants one list, in the order of the lines, with every missing function in it.
//
// Here: Diagnostics collects Refusals of one module; flush() sorts them, drops
// duplicates, joins the missing functions into one message, fills in the
// sentences of Diagnostics.def and hands them to a sink. A sink knows how to
// print: ContextSink through LLVM (opt, plain IR), the front end's through clang.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REPORT_DIAGNOSTICS_H
#define ENZYME_REPORT_DIAGNOSTICS_H

#include "report/Refusal.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class GlobalVariable;
class LLVMContext;
} // namespace llvm

namespace enzyme {

enum class Severity { Error, Warning, Remark };

/// One row of Diagnostics.def.
struct MessageRow {
  const char *id;
  unsigned number;
  Severity severity;
  const char *group;
  const char *text;
  const char *hint;
};
const MessageRow &messageRow(MessageId id);
llvm::ArrayRef<MessageRow> allMessages();

/// A message with its sentences filled in.
struct Message {
  MessageId id;
  Severity severity;
  std::string number; ///< "ENZ0001"
  std::string group;  ///< "enzyme-dropped-result"; "" for errors
  std::string text;
  std::string hint; ///< may be empty
  Position where;
  llvm::SmallVector<Note, 2> notes;
  bool staysWarning = false; ///< -Wno-error=enzyme-…: whatever -Werror says

  /// "text; hint [ENZ0001]", without position and severity.
  std::string sentence() const;
};

/// Prints messages. Implementations do not decide what is printed.
class DiagnosticSink {
public:
  virtual ~DiagnosticSink();
  virtual void emit(const Message &message) = 0;
};

/// Prints through LLVMContext::diagnose: "error: file:line:col: text".
class ContextSink : public DiagnosticSink {
public:
  explicit ContextSink(llvm::LLVMContext &context) : context(context) {}
  void emit(const Message &message) override;

private:
  llvm::LLVMContext &context;
};

class Diagnostics {
public:
  /// `warnings`: -W options without "-W", separated by colons; the last one about
  /// a group counts ("no-enzyme-x:error=enzyme-y").
  explicit Diagnostics(DiagnosticSink &sink, llvm::StringRef warnings = "")
      : sink(sink), warnings(warnings) {}
  Diagnostics(const Diagnostics &) = delete;
  Diagnostics &operator=(const Diagnostics &) = delete;
  ~Diagnostics();

  /// An error. The derivative it belongs to is not made.
  void refuse(Refusal refusal);
  void warn(Refusal refusal);
  void remark(Refusal refusal);
  /// A remark that is of use only now.
  void remarkAtOnce(Refusal refusal);

  /// A function without body and rule, met at `call`. All of one module are
  /// joined into one MissingFunctions message.
  void missing(const llvm::Function &callee, Position call, llvm::ArrayRef<Note> chain = {});

  /// True once anything was refused, also after flush().
  bool refused() const { return errors != 0; }
  /// How many errors so far: compare before and after a stage.
  unsigned refusals() const { return errors; }

  /// A point to come back to: what was refused since is forgotten. For attempts
  /// whose failure is not the user's (a function that might be called, but is not).
  struct Mark {
    size_t collected = 0, missing = 0;
    unsigned errors = 0;
  };
  Mark mark() const { return {collected.size(), missingFunctions.size(), errors}; }
  /// The functions without a body that were met, by their names in the IR.
  std::vector<std::string> missingSince(Mark mark) const;
  /// Gives the first sentence that is forgotten; empty if there is none.
  std::string rollBack(Mark mark);
  /// The first sentence since then; empty if there is none.
  std::string firstRefusal(Mark since) const;

  /// Is the only thing that went wrong that functions have no body here?
  bool lacksOnlyBodies() const { return errors != 0 && errors == missingFunctions.size(); }
  /// A later step will find the bodies, or report that there are none.
  void forgetMissing();

  /// Where bodies were sought: then missing functions are those of a whole program.
  struct Search {
    std::string places;
    /// Of a function, by its name in the IR: what else is known, or nothing.
    std::function<std::string(llvm::StringRef name)> fate;
  };
  void sought(Search where) { search = std::move(where); }

  /// Prints what was collected since the last flush.
  void flush();

private:
  struct Missing {
    std::string irName;
    std::string name; ///< readable
    Position where;
    llvm::SmallVector<Note, 2> chain;
  };
  Message joinMissing() const;
  /// False if the message is not wanted; may turn a warning into an error.
  bool adjust(Message &message) const;

  DiagnosticSink &sink;
  std::string warnings;
  std::vector<Refusal> collected;
  std::vector<Missing> missingFunctions;
  std::optional<Search> search;
  unsigned errors = 0;
};

/// A Refusal at an instruction, with a note for each place it was inlined into.
Refusal refusalAt(const llvm::Instruction &instruction, MessageId id,
                  llvm::ArrayRef<std::string> arguments = {});

/// Where a global is defined.
Position positionOf(const llvm::GlobalVariable &global);

/// Demangled: "square(double)" for "_Z6squared"; C names as they are.
std::string readableName(llvm::StringRef irName);
std::string readableName(const llvm::Function &function);

/// "file:line:col", or "in function f" where the line is not known.
std::string readablePosition(const Position &position);

/// The text with %0, %1, … replaced.
std::string fillIn(llvm::StringRef text, llvm::ArrayRef<std::string> arguments);

} // namespace enzyme
#endif
