//===- Optimise.h - make it fast -----------------------------------------===//
#ifndef ENZYME_OPTIMISE_OPTIMISE_H
#define ENZYME_OPTIMISE_OPTIMISE_H

#include "Context.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

namespace enzyme {

/// State 8. Optimises derivative functions where they were made, the same way
/// whatever -O the user gave; the user's own pipeline then works on the result.
void optimiseDerivatives(Context &context, llvm::ArrayRef<llvm::Function *> derivatives);

/// Stack variables that one block alone needs are cleared there, not at the entry.
void makeSlotsLocal(llvm::Function &function);

/// Inlines what is one iteration of a loop in `function`; true if there was any.
bool inlineIterations(llvm::Function &function);

/// Products and the sums that take them up become one operation where the source allows it.
void contractSums(llvm::Function &function);

/// Loops that add to several places of an array become loops of one place each; true if
/// there was any.
bool splitScatter(llvm::Function &function);

/// Sums that all iterations of a loop add to one place become values, added behind the loop; true
/// if there was any.
bool keepSumsAtOnePlace(llvm::Function &function);

/// Sums that threads of a device take in few places, gathered by each thread; true if there was
/// any.
bool gatherSums(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// The same of threads of a team that go back through a region which only reads: a table for each
/// thread. After the functions are optimised.
void gatherTeamSums(llvm::Module &workshop);

/// Copies loops whose iterations wait for guarded products, for factors that are finite; true if
/// there was any.
bool freeRecurrences(llvm::Function &function);

/// Copies loops that ask in each iteration whether a pointer's memory is constant, so that they
/// ask once; true if there was any.
bool askOnceWhatIsConstant(llvm::Function &function);

/// Marks the loops around others that run backwards.
void markBackwardNests(llvm::Function &function);

/// Ahead of LLVM's vectoriser: where it is to ask whether arrays overlap.
struct AskInsideBackwardNests : llvm::PassInfoMixin<AskInsideBackwardNests> {
  AskInsideBackwardNests();
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool hoistsElsewhere; ///< as the command line says
};

/// Where the vectoriser runs in a linker, which none of us sees: it runs before, for functions
/// with such a nest.
struct VectoriseBackwardNests : llvm::PassInfoMixin<VectoriseBackwardNests> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Marks loops that have many addresses at one distance from as many places.
void markLaneAddresses(llvm::Function &function);

/// Where code is generated next: such addresses keep the distance that they share.
struct KeepLaneAddresses : llvm::PassInfoMixin<KeepLaneAddresses> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// What llvm.ident says of a module that has derivatives (driver/Mentions.cpp looks for it, too).
inline constexpr llvm::StringLiteral derivativesNote = "enzyme-clang derivatives";

/// Where code is generated next: several numbers that one comparison with zero guards are masked.
/// In modules with that note, or in all: a file without requests becomes the object that clang
/// makes.
struct MaskSharedGuards : llvm::PassInfoMixin<MaskSharedGuards> {
  explicit MaskSharedGuards(bool isOfAllModules) : isOfAllModules(isOfAllModules) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  bool isOfAllModules;
};

/// Marks instructions at regular distances in blocks of thousands.
void markLongBlocks(llvm::Function &function);

/// Is `function` a derivative for which `pass` of LLVM would take the square of its size?
bool isTooLongFor(llvm::StringRef pass, const llvm::Function &function);

/// What one long block was divided into.
using BlockPieces = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

/// In functions of thousands of instructions: values that are used far from where they were
/// computed, or by another of the pieces, lie in memory; true if there was any.
bool keepFarValuesInMemory(llvm::Function &function, const BlockPieces &pieces);

/// Ahead of the code generator: divides blocks at the marks, and keeps far values in memory.
struct DivideLongBlocks : llvm::PassInfoMixin<DivideLongBlocks> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; } // also where nothing is optimised
};

/// Stores that the next iteration of a loop overwrites become values that it takes over.
void carryStores(llvm::Function &function);

/// Sums in memory that wander over an array are not joined to vectors.
void keepUpdatesSingle(llvm::Function &function);

/// Nests of loops that use the program's memory of several lanes again and again get copies of it,
/// which are own memory; true if there was any. `uncopied`: the innermost loops of such nests as
/// they were, which run where copies are not worth it.
bool copyLanes(llvm::Function &function, llvm::SmallPtrSetImpl<llvm::BasicBlock *> &uncopied);

/// Vectors of lanes become numbers in loops that LLVM can then vectorise: these loops, of one
/// block each.
llvm::SmallPtrSet<llvm::BasicBlock *, 8>
takeLanesApart(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
               const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &uncopied);

/// Own memory of several lanes becomes one array in which they stand side by side, but for
/// what is used in loops whose lanes were taken `apart`; true if there was any.
bool putLanesTogether(llvm::Function &function,
                      const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &apart);

/// Zeros that are written to memory that was cleared when it was made; true if there were any.
bool dropRepeatedZeros(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Memory is cleared only where the loop that writes it next does not write all of it; true if
/// there was any.
bool dropOverwrittenZeros(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Calls of `allocate`, which gives memory of the tape, that follow one another become one.
void joinAllocations(llvm::Function &allocate);

/// Loops whose iterations have sweeps of their own find an open tape, where their function has one
/// around them. `mark` and `allocate`: the runtime's.
void openTapesAheadOfLoops(llvm::Function &mark, llvm::Function &allocate);

/// Sweeps note the tape's end where they begin to use it. `mark` and `release`: the runtime's.
void markLate(llvm::Function &mark, const llvm::Function &release);

/// What derivatives allocate by malloc and free is taken from the runtime's small blocks, and given
/// back to them. Of hosts only, and when nothing is differentiated any more.
void reuseBlocks(llvm::ArrayRef<llvm::Function *> derivatives);

/// Behind that: the blocks of several lanes are taken, cleared and given back by one call each.
void joinBlockCalls(llvm::ArrayRef<llvm::Function *> derivatives);

/// Last step before derivatives leave the workshop: tape allocation without a call, and checks of
/// pointers that may be their own shadows called only where they are.
void inlineRuntime(llvm::Module &workshop);

/// Inlines what requests became, in the user's module, where LLVM would do so anyway.
void inlineServed(llvm::ArrayRef<llvm::WeakVH> derivatives);

} // namespace enzyme
#endif
