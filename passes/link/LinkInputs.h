//===- LinkInputs.h - the files of a link, and who defines what -----------===//
//
// Problem: which body a name means is decided by the linker: a strong definition
// counts before a weak one, a member of an archive only takes part if it is needed,
// and the first library that defines a name is the one.
//
// Here: the same decisions over the same files, from their symbol tables alone. The
// code itself is read later, from the files that turn out to be needed.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_LINKINPUTS_H
#define ENZYME_LINK_LINKINPUTS_H

#include "carry/Carry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/SymbolicFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace enzyme {

/// An object, a member of an archive, or a shared library.
struct LinkInput {
  std::string name; ///< "libm.a(sin.o)"
  std::unique_ptr<llvm::object::SymbolicFile> file;
  bool isShared = false;
  bool takesPart = false;
  std::vector<CarriedCode> code; ///< filled by `readCode`
  bool isCodeRead = false;
};

class LinkInputs {
public:
  /// Reads the list that the driver wrote (driver/Prelink.cpp): a word and a path a
  /// line. False if it cannot be read.
  bool read(const std::string &listPath);

  /// The file whose definition of `name` counts; null if none has it. A member of an
  /// archive takes part from then on.
  LinkInput *definer(llvm::StringRef name);
  /// The same, of what takes part already.
  LinkInput *knownDefiner(llvm::StringRef name) const;

  /// The files that take part, in the order of the line.
  std::vector<LinkInput *> participants() const;

  /// Bitcode that the file carries. False, with the sentence in `why`.
  bool readCode(LinkInput &input, std::string &why);
  /// The requests it leaves open, as texts.
  bool readOpen(const LinkInput &input, std::vector<std::string> &records, std::string &why);

  /// The files of the line, for messages.
  const std::vector<std::string> &places() const { return named; }
  /// What is linked.
  const std::string &output() const { return linked; }

private:
  enum class Strength : uint8_t { Wanted, Shared, Weak, Common, Strong };
  struct Symbol {
    Strength strength = Strength::Wanted;
    bool isNeeded = false; ///< an undefined symbol that is not weak
    bool isSought = false; ///< all files were searched for it
    LinkInput *input = nullptr;
  };
  struct Archive {
    std::unique_ptr<llvm::object::Archive> file;
    std::string name;
    std::vector<std::pair<llvm::StringRef, unsigned>> index; ///< symbols and their members
    std::vector<std::unique_ptr<LinkInput>> members;         ///< null: not read
    std::vector<llvm::object::Archive::Child> children;
  };
  struct Item {
    std::unique_ptr<LinkInput> file; ///< or
    std::unique_ptr<Archive> archive;
    unsigned group = 0; ///< items of one group are searched until nothing changes
  };

  void add(const std::string &word, const std::string &path, unsigned group);
  std::unique_ptr<LinkInput> open(llvm::MemoryBufferRef buffer, std::string name);
  std::unique_ptr<Archive> openArchive(llvm::MemoryBufferRef buffer, std::string name);
  void takeIn(LinkInput &input);
  bool extract(Archive &archive);
  bool extract(Archive &archive, unsigned member);
  bool searchOnce();
  void searchAll();

  llvm::LLVMContext context; ///< of symbol tables of bitcode files
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  std::vector<Item> items;
  llvm::StringMap<Symbol> symbols;
  std::vector<std::string> named;
  std::string linked;
};

} // namespace enzyme
#endif
