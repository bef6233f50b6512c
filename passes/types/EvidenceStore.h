//===- EvidenceStore.h - what other functions do, kept between analyses ----===//
//
// Problem: to know what lies in memory, the analysis of one function asks what its callers do, and
// all others that use this memory. A program of n functions would collect that n times for each of
// them, in each stage.
//
// Here: what a function does, as others see it, is collected once and kept as long as the function
// is what it was. Stages change functions as they like: whether one has been changed is seen by
// its instructions and their operands, which is looked up each time that a query begins.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_EVIDENCESTORE_H
#define ENZYME_TYPES_EVIDENCESTORE_H

#include "types/CommonBlocks.h"
#include "types/DeclaredTypes.h"
#include "types/Evidence.h"
#include "types/StoredBits.h"
#include <map>
#include <memory>

namespace enzyme {

/// What one function does, and what that took to find out.
struct FunctionEvidence {
  Addresses addresses;
  CalleeRecords callees;
  Evidence evidence;
  FunctionEvidence(llvm::Function &function, const llvm::Function *unheard, unsigned depth,
                   EvidenceStore &store);
};

class EvidenceStore {
public:
  KnownLayouts layouts;

  /// Of `function`; by `unheard`, if not null, its calls say nothing. Not to be asked for more than
  /// where addresses lead and what is recorded there, and for no longer than the function stays.
  std::shared_ptr<FunctionEvidence> of(llvm::Function &function, const llvm::Function *unheard);
  /// As a function knows it that reaches `function` by `depth` calls: what is called from there
  /// counts as far as calls are followed.
  std::shared_ptr<FunctionEvidence> asCallee(llvm::Function &function, unsigned depth) {
    return at(function, nullptr, depth);
  }

  /// The number of so many bytes that is stored as an integer in `module`, as far as `find` finds
  /// one.
  llvm::Type *storedAsWord(const llvm::Module &module, uint64_t bytes,
                           llvm::function_ref<llvm::Type *()> find);
  /// Where integers made of numbers' bits go, in the functions that `module` had when it was asked
  /// for the first time, or since it has others.
  const StoredBits &bitsIn(const llvm::Module &module);

  /// Is some function handed numbers as characters, or are some copied to where characters are
  /// declared (NumbersInText.cpp)? Asked of the program that there is at first.
  bool makesTextOfNumbers(llvm::Module &module);
  /// Does some access of a number not say of which type it is? Asked as above.
  bool hasNumbersWithoutTypes(const llvm::Module &module);
  /// As the program that was there when it was asked for the first time declares them.
  llvm::ArrayRef<CommonMember> singleIntegersIn(const llvm::GlobalVariable &block);

  /// It has been changed after all.
  void forget(const llvm::Function &function);
  void forgetFunctions() {
    kept.clear();
    states.clear();
    instructions = 0;
  }

  /// While one lives, no function is changed, but for prepared copies: each is looked at once.
  class Unchanged {
  public:
    explicit Unchanged(EvidenceStore *store) : store(store) {
      if (store && store->unchanged++ == 0)
        ++store->stretch;
    }
    ~Unchanged() {
      if (store)
        --store->unchanged;
    }
    Unchanged(const Unchanged &) = delete;

  private:
    EvidenceStore *store;
  };

private:
  struct Kept {
    uint64_t state;
    uint64_t stretch;   ///< in which it was looked at last
    uint64_t forgotten; ///< functions, until then
    size_t instructions;
    std::shared_ptr<FunctionEvidence> seen;
  };
  using Key = std::tuple<const llvm::Function *, const llvm::Function *, unsigned>;
  std::map<Key, Kept> kept;
  struct State {
    uint64_t stretch, hash;
    size_t instructions;
  };
  llvm::DenseMap<const llvm::Function *, State> states;
  uint64_t forgotten = 0;
  std::shared_ptr<FunctionEvidence> at(llvm::Function &function, const llvm::Function *unheard,
                                       unsigned depth);
  const State &stateOf(const llvm::Function &function);
  uint64_t stateWithCallees(const llvm::Function &function, unsigned depth);
  size_t instructions = 0; ///< of all that is kept
  unsigned unchanged = 0;
  uint64_t stretch = 0; ///< counts the stretches in which nothing is changed
  struct Word {
    uint64_t stretch;
    llvm::Type *number;
  };
  std::map<std::pair<const llvm::Module *, uint64_t>, Word> words;
  std::map<std::pair<const llvm::Module *, std::string>, llvm::SmallVector<CommonMember, 4>>
      commonBlocks; ///< by name
  std::map<const llvm::Module *, bool> textOfNumbers, numbersWithoutTypes;
  struct Bits {
    size_t all, functions;      ///< names in the module, and functions that the program defines
    const llvm::Function *last; ///< the module's
    std::unique_ptr<StoredBits> stored;
  };
  std::map<const llvm::Module *, Bits> bits;
};

} // namespace enzyme
#endif
