//===- Evidence.h - what is known about each object -----------------------===//
//
// Problem: an access of integer type, or a copy of bytes, does not say what it
// moves. Something else about the same object often does: its declaration,
// another access, the body of a function it is handed to.
//
// Here: such facts are collected per root (Addresses.h) as records "at this
// offset lies this pattern", ranked by how much they may be trusted, and a query
// combines the records that fall into the bytes it asks about.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_EVIDENCE_H
#define ENZYME_TYPES_EVIDENCE_H

#include "types/Addresses.h"
#include "types/Types.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include <memory>

namespace enzyme {

/// Later ranks are trusted more.
enum class Rank : uint8_t {
  Arithmetic, ///< an integer access whose value is computed with
  Suggested,  ///< source element type of address arithmetic
  Accessed,   ///< a float or pointer was loaded or stored there
  Declared,   ///< declared so: debug info, alloca and global types, metadata
};

struct Record {
  int64_t offset = 0;
  uint64_t stride = 0; ///< as in Address
  Layout pattern;      ///< period 0: once, not repeated
  Rank rank = Rank::Arithmetic;
  const llvm::DIType *declared = nullptr; ///< where `pattern` came from, if from there
  /// Bytes for which the pattern is stated; beyond them, its repetition is only
  /// suggested. 0: all of the object.
  uint64_t extent = 0;
  uint64_t end = 0; ///< of a variable: bytes, behind which nothing is stated. 0: of no variable
  /// What lies behind `extent` may be more of the last member (OpenTail): not even suggested.
  enum class Behind { Repeated, PerhapsOfTail, OfTail } behind = Behind::Repeated;
  /// The address of an access that may be one of several objects' (of this function); else null.
  const llvm::Value *through = nullptr;
};

/// The bytes a query asks about: `size` bytes at an address; size 0: an unknown
/// number, which is a multiple of `factor`.
struct Extent {
  uint64_t size = 0;
  uint64_t factor = 1;
  uint64_t whole = 0; ///< of which these are the first; 0: of no others

  uint64_t all() const { return whole ? whole : size; }
};

using Records = llvm::SmallVector<Record, 4>;

/// Bytes that may be those of numbers: a copy that does not say what it moves, or an integer
/// that a number is made of, was met there.
struct Moved {
  int64_t offset = 0;
  uint64_t stride = 0; ///< as in Address
  uint64_t bytes = 0;  ///< 0: an unknown number
  bool operator==(const Moved &) const = default;
  static Moved anywhere() { return {0, 1, 0}; }
};
using Moves = llvm::SmallVector<Moved, 2>;

/// Do those count where numbers are looked for? Not where an integer is declared, nor in text.
enum class Copies { Count, AreNone, AreText };

class Evidence;
class EvidenceStore;
struct CommonMember;
struct FunctionEvidence;
class KnownLayouts;
class SameMemory;

/// What the bodies of callees say about their parameters; shared by one analysis.
class CalleeRecords {
public:
  /// `shared`: what analyses have in common; null: this one has its own.
  explicit CalleeRecords(EvidenceStore *shared = nullptr);
  ~CalleeRecords();
  EvidenceStore &store() const { return *shared; } ///< of all that are asked in turn
  KnownLayouts &layouts() const;

  struct Known {
    Records records; ///< at offsets from the parameter
    Moves moves;     ///< of bytes that may be those of numbers
  };
  /// Of parameter `index`; empty for declarations, and beyond a small depth of calls.
  const Known &of(llvm::Function &callee, unsigned index, unsigned depth);

private:
  std::unique_ptr<EvidenceStore> own;
  EvidenceStore *shared;
  std::map<std::tuple<llvm::Function *, unsigned, unsigned>, Known> known; ///< by depth, too
};

/// What the callers of a function hand to its parameters: asked only where nothing
/// else speaks, and believed only if every caller is known.
class CallerRecords {
public:
  explicit CallerRecords(EvidenceStore &store);
  ~CallerRecords();
  /// One list for each call; empty if some caller is not known or knows nothing.
  using ByCall = std::vector<Records>;
  const ByCall &of(const llvm::Argument &argument);
  /// What says that numbers lie there, by all known calls, whether there are others or not. Each
  /// is in it once; if there are very many, numbers may lie anywhere.
  struct Numbers {
    Records records; ///< with floats, of rank Suggested or higher
    Moves moves;
  };
  const Numbers &numbersBehind(const llvm::Argument &argument);
  /// What another function does itself.
  Evidence &evidenceOf(llvm::Function &other);

private:
  class Gathering;
  EvidenceStore &store;
  FunctionEvidence &at(llvm::Function &caller, const llvm::Function *unheard);
  struct Behind;
  void addCallers(const Behind &behind, Gathering &into, std::vector<Behind> &next);
  static void addSiblings(FunctionEvidence &caller, const Address &given, const Address &from,
                          Gathering &into);
  std::map<const llvm::Argument *, Numbers> numbers;
  std::map<const llvm::Argument *, ByCall> known;
  using Asked = std::pair<const llvm::Function *, const llvm::Function *>;
  std::map<Asked, std::shared_ptr<FunctionEvidence>> callers; ///< as they were when first asked
};

/// What lies, at other times, in the bytes of a number.
enum class Beside : uint8_t {
  Nothing,
  OneFloat, ///< of four bytes, where a double begins: which it is shows by the rest
  Floats,   ///< others
};

class Evidence {
public:
  /// `unheard`: a callee whose declaration must not count, because this function is asked
  /// on its behalf.
  Evidence(llvm::Function &function, Addresses &addresses, CalleeRecords &callees,
           unsigned depth = 0, const llvm::Function *unheard = nullptr);
  ~Evidence();

  /// What the bytes at `pointer` are.
  Layout at(const llvm::Value &pointer, Extent extent);

  /// Floats (or pointers: `kind`) that were declared to be there, or that callers say
  /// are, whatever the accesses in this function look like; no pieces when there are
  /// none. Of an integer that is computed with, only callers that know of nothing else.
  Layout saidToHold(Kind kind, const llvm::Value &pointer, Extent extent, bool isComputed);
  /// The one type of floats that these lead to, wherever in their objects; else null.
  llvm::Type *onlyFloat(llvm::ArrayRef<const llvm::Value *> pointers);
  /// Floats (or pointers: `kind`) that are accessed there; parts of some are Unknown.
  Layout seenAs(Kind kind, const llvm::Value &pointer, Extent extent);

  /// Are some of the `size` bytes declared a union, seen as a float by one part of the program
  /// and as a pointer by another? (A std::function holds numbers, or where they are.)
  bool holdsOneOrAnother(const llvm::Value &pointer, uint64_t size);
  /// Is this declared as memory that holds now a float, now a pointer: a union?
  bool isDeclaredEither(const llvm::Value &pointer);
  /// The same of any of so many bytes, or of all that there are (0); also as callers declare it.
  bool holdsDeclaredEither(const llvm::Value &pointer, uint64_t bytes);

  /// Which other floats are kept where this leads to one of so many bytes: by a union, in the
  /// program's words, or as code reads and writes them (MixedFloats.cpp).
  Beside besideNumber(const llvm::Value &pointer, uint64_t bytes);
  /// Does it lead to declared unions of both, one float or double in each of their words?
  bool leadsToEitherFloat(const llvm::Value &pointer);

  /// May a pointer to single bytes lead to parts of floats and pointers? One that steps from
  /// byte to byte may, if the object holds any and the bytes are only moved.
  bool mayStepThroughParts(const llvm::Value &pointer, bool isMoved);

  /// May numbers lie in so many bytes, which are read or written as an integer there? What is
  /// declared a single integer in a structure is one, unless it is seen to be used as a number
  /// (NumbersInMemory.cpp).
  /// `isAskedOfAll`: also by what functions do that this one does not see.
  /// `from`: how far behind the pointer.
  bool mayHoldNumbers(const llvm::Value &pointer, uint64_t bytes, bool isAskedOfAll,
                      Copies copies = Copies::Count, uint64_t from = 0);

  /// Is it the member of a structure, declared an enumeration of names? Those are moved as what
  /// they are, and hold no numbers' bits.
  bool holdsChoice(const llvm::Value &pointer, uint64_t bytes);

  /// The one type of numbers that are read, written or declared in just these bytes, whatever else
  /// is; null if there is none, or several. In memory that other code may use, the type that is
  /// stored as an integer somewhere.
  llvm::Type *numberIn(const llvm::Value &pointer, uint64_t bytes);
  /// The double that is declared to begin so many bytes before, within the object that this
  /// function steps in; null if that may begin later (PartsOfNumbers.cpp).
  llvm::Type *doubleAround(const llvm::Value &pointer, uint64_t before);
  /// Is an address of so many bytes accessed just there, by what is known here of that memory?
  bool isAddressIn(const llvm::Value &pointer, uint64_t bytes);

  /// Is an integer made of a number's bits stored where one is loaded of which a number is made, or
  /// the other way round (NumbersApart.cpp)?
  bool meetsOtherPart(const llvm::Instruction &access, const llvm::Value &pointer);

  /// Does the copy move an array of integers, as it is declared, that may be the words of numbers?
  /// Beside numbers and addresses only what is known to be one counts.
  bool movesNumbers(const llvm::AnyMemTransferInst &copy, const Layout &said);

  /// Does this function hand numbers on as characters, or copy them to declared ones?
  bool makesTextOfNumbers();

  /// What the copy moves, where integers that others may reach from a single number before them are
  /// unknown (SteppedThrough.cpp).
  Layout withStepped(const llvm::AnyMemTransferInst &copy, Layout said);

  /// What the `size` bytes at `pointer` are declared to be, where all declarations agree; some may
  /// be left open. No period if there is none.
  Layout declaredAt(const llvm::Value &pointer, uint64_t size);

  /// A fact found by the analysis itself; true if it is new.
  bool add(const llvm::Value &pointer, Record record);

  /// Was more found about what this leads to than is remembered? Then it may be any float or
  /// pointer that is not.
  bool hasForgotten(const llvm::Value &pointer) const;

  /// Records of one root and of what is linked to it.
  Records recordsOf(unsigned root) const;

  /// The same, as seen from a pointer.
  Records recordsAt(const llvm::Value &pointer);

  Moves movesOf(unsigned root) const;
  Moves movesAt(const llvm::Value &pointer);

  /// Where this function stores which addresses, and where it copies bytes from and to.
  using AddressPairs = llvm::SmallVector<std::pair<Address, Address>, 2>;
  llvm::ArrayRef<std::pair<Address, Address>> pointersStoredAt(unsigned root) const {
    return behind(stored, root);
  }
  struct Copied {
    Address to, from;
    uint64_t bytes; ///< 0: an unknown number

    /// May bytes of a pointer or a number be copied that lie there, at the one end or at the other?
    bool reachesTo(const Address &place) const { return reaches(to, place); }
    bool reachesFrom(const Address &place) const { return reaches(from, place); }

  private:
    bool reaches(const Address &start, const Address &place) const;
  };
  using AllCopied = llvm::SmallVector<Copied, 2>;
  llvm::ArrayRef<Copied> copiedTo(unsigned root) const { return behind(copies, root); }
  /// Does it lie in the object, as far as the size of that is known?
  bool mayExist(const Address &place) const;
  /// The roots that are loaded from memory behind a root.
  llvm::ArrayRef<unsigned> cellsOf(unsigned root) const { return behind(cells, root); }
  /// What functions are passed of the memory behind a root, in the order of the calls.
  struct Handed {
    llvm::Function *callee;
    unsigned index;
    Address place;
  };
  llvm::ArrayRef<Handed> handedOf(unsigned root);
  /// An integer made of numbers' bits, where it is stored.
  struct Part {
    Address at;
    uint64_t bytes;
    bool keepsPlaces; ///< of the bits, in the numbers
  };
  /// All copies, and from and to where it moves single words: to, from.
  const AllCopied &copied() const { return allCopied; }
  const AddressPairs &wordsMoved() const { return movedWords; }
  llvm::SmallVector<Address, 2> addressesOf(const llvm::Value &pointer);
  llvm::ArrayRef<Root> roots() const { return addresses.roots(); }

private:
  struct Link {
    unsigned other;
    int64_t offset; ///< this root is `offset` bytes into `other`
    uint64_t stride;
    bool isDown; ///< from a cell to what it holds the address of
  };

  llvm::Function &function;
  Addresses &addresses;
  CalleeRecords &callees;
  CallerRecords callers;
  unsigned depth;
  const llvm::Function *unheard;
  const llvm::DataLayout &layout;
  unsigned rootsRead = 0;
  std::vector<Records> records;
  std::vector<Moves> moves;
  /// By the root that is stored to, copied to, or loaded from: the key of look-ups.
  llvm::DenseMap<unsigned, AddressPairs> stored;
  llvm::DenseMap<unsigned, AllCopied> copies;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> cells;
  std::optional<llvm::DenseMap<unsigned, llvm::SmallVector<Handed, 2>>> handed;
  AllCopied allCopied;
  AddressPairs movedWords;
  /// Where the bits of numbers are stored or loaded as integers.
  llvm::SmallVector<std::pair<Address, llvm::Type *>, 2> words;
  /// Where numbers are taken apart, and loaded integers of which numbers are made.
  llvm::SmallVector<Part, 2> takenApart;
  llvm::SmallVector<Address, 2> rebuilt;
  llvm::SmallDenseSet<const llvm::Instruction *, 4> parts; ///< those stores and loads
  std::unique_ptr<SameMemory> sameMemory;
  std::optional<bool> hasTypes;
  llvm::SmallDenseSet<unsigned, 4> full; ///< roots with dropped records
  std::vector<llvm::SmallVector<Link, 2>> links;

  template <typename List>
  static llvm::ArrayRef<typename List::value_type>
  behind(const llvm::DenseMap<unsigned, List> &lists, unsigned root) {
    auto list = lists.find(root);
    return list == lists.end() ? llvm::ArrayRef<typename List::value_type>() : list->second;
  }
  llvm::SmallVector<Address, 2> placesOf(const llvm::Value &pointer);
  Records saidByCallers(const Address &address);
  bool mayHoldMore(const Address &address);
  void addRecord(unsigned root, Record record);
  void addMoved(const llvm::Value &pointer, Moved moved);
  void readMove(llvm::Instruction &instruction);
  void readWord(const llvm::Instruction &access, const llvm::Value &pointer);
  void readParts();
  void readByteMove(const llvm::StoreInst &store, const llvm::LoadInst &byte);
  void boundCopiesOfText();
  void addWord(const llvm::Value &pointer, llvm::Type &number);
  bool isOneInteger(const Address &place, uint64_t bytes) const;
  bool saysNumbers(const Address &place, uint64_t bytes, Copies copies) const;
  bool isNumberAmong(const Address &text) const;
  bool othersSayNumbers(const Address &place, uint64_t bytes, Copies copies);
  bool addWords(const Address &place, uint64_t bytes, llvm::Type *&number) const;
  struct NumbersFound {
    llvm::Type *number = nullptr;
    bool hasOthers = false; ///< parts of numbers, or of other sizes
    bool isMember = false;  ///< it is declared an integer
    bool isSteppedThrough = false;
  };
  bool stepsThroughNumbers(const Address &place, uint64_t bytes) const;
  bool saysTypes();
  SameMemory &memory();
  bool accessesNumbersAsText(const llvm::Instruction &access);
  llvm::SmallVector<const llvm::DIType *, 4> membersAt(const Address &place, uint64_t bytes) const;
  bool isSteppedTo(const Address &place, uint64_t bytes);
  using Functions = llvm::SmallVector<llvm::Function *, 4>;
  std::optional<Functions> callables; ///< what callablesThatMayStep() found
  const Functions &callablesThatMayStep();
  llvm::Type *steppedFrom(const llvm::Argument &parameter, const Address &seen, uint64_t bytes);
  llvm::Type *steppedByCalls(const Address &place, uint64_t bytes, const Functions &callables);
  /// Does the function step through numbers at this place of its, by itself or by one that it calls
  /// through a pointer, or that the library calls for it? `byPointer`: then the number's type.
  bool isSteppedThroughBy(llvm::Function &user, const Address &place, uint64_t bytes,
                          llvm::Type *&byPointer);
  bool isSingleNumber(const Address &place, uint64_t bytes) const;
  bool isOfOtherNumber(const Record &record, const Address &place, uint64_t bytes) const;
  bool isSteppedInto(const Address &place, const Piece &integer, const Layout &said);
  bool addNumbers(const Address &place, uint64_t bytes, NumbersFound &found) const;
  void readDeclarations(llvm::Instruction &instruction);
  void readAccess(llvm::Instruction &access, const llvm::Value &pointer, llvm::Type *type);
  void readGep(const llvm::GEPOperator &gep);
  void readCall(llvm::CallBase &call);
  void readHint(llvm::CallBase &call);
  void readHandedOver();
  void readRoots();
  void readRoot(unsigned root);
  void readArgument(const llvm::Argument &argument);
  Layout askCallers(const Address &address, Extent extent, Layout otherwise);
  const CallerRecords::ByCall &fromCallers(const Address &address);
  void readStoredPointer(const llvm::StoreInst &store);
  Record declaredAt(const CommonMember &member);
  void declare(const llvm::Value &pointer, const llvm::DIType *type, Rank rank = Rank::Declared);
  bool gather(const Address &from, bool mayGoDown, llvm::SmallVectorImpl<unsigned> &seen,
              llvm::function_ref<void(const Address &)> visit) const;
};

/// Combines records into the answer for `extent` at (offset, stride) of their root.
Layout combine(llvm::ArrayRef<Record> records, const Address &place, Extent extent);
/// Do only copies of other bytes of the object say what lies there, if it goes on as it does there?
bool isSuggestedBeyond(llvm::ArrayRef<Record> records, const Address &place, Extent extent);

/// Two answers for the same bytes; a settled one wins, a contradiction is Unknown.
Layout reconcile(const Layout &first, const Layout &second);

/// Every byte an integer by itself: what a buffer of characters looks like.
bool isRawBytes(const Layout &layout);

/// Do all accesses of numbers say of which type they are?
bool sayTypes(const llvm::Function &function);

} // namespace enzyme
#endif
