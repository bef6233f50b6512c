//===- Page.h - the derivatives of one file on one page ----------------------===//
//
// Problem: why a value is active, what is kept for it and what became of it is printed
// by different options, one after the other.
//
// Here: with -fenzyme-report=FILE.html everything goes onto one page: the source with
// the remarks of each line, the derivatives and who calls whom, and each derivative's
// states side by side. The page needs nothing but itself. Its form is in page/, its
// data is gathered here while derivatives are made.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REPORT_PAGE_H
#define ENZYME_REPORT_PAGE_H

#include "report/Remarks.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace enzyme {

class Page {
public:
  /// A state that all derivatives begin with: what was asked.
  void showFirst(const char *name, std::string text) { first.push_back({name, std::move(text)}); }
  /// `derivative` is made of `primal`; states of others do not go onto the page.
  void begin(const llvm::Function &derivative, const llvm::Function &primal, const char *mode);
  void show(const llvm::Function &derivative, const char *state,
            llvm::function_ref<void(llvm::raw_ostream &)> print);
  void calls(const llvm::Function &derivative, const llvm::Function &callee);
  /// It could not be made, and is not needed.
  void drop(const llvm::Function &derivative);

  /// What the page is about, a source file or a program, and where to write it.
  struct Place {
    std::string origin; ///< its path
    std::string path;   ///< of the page
  };
  /// In a folder the page is called after `origin`, with a number if one of another folder's
  /// file of this name lies there.
  static Place placeFor(llvm::StringRef origin, llvm::StringRef fileOrFolder);

  /// False if the file cannot be written.
  bool write(const Place &place, const Remarks &remarks) const;

private:
  struct State {
    std::string name, text;
    void write(llvm::json::OStream &out) const;
  };
  struct Derivative {
    std::string id, of, function, mode;
    std::vector<State> states;
    std::vector<std::string> callees;
    void write(llvm::json::OStream &out) const;
  };
  Derivative *find(const llvm::Function &derivative);

  std::vector<State> first;
  std::vector<Derivative> derivatives; ///< in the order they were made
};

} // namespace enzyme
#endif
