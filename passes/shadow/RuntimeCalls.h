//===- RuntimeCalls.h - calls of the runtime library, by name ------------===//
//
// The one place in passes/ that spells the runtime's functions; their contract
// is runtime/include/enzyme/runtime.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_RUNTIMECALLS_H
#define ENZYME_SHADOW_RUNTIMECALLS_H

#include "report/Refusal.h"
#include "types/Types.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

class RuntimeCalls {
public:
  explicit RuntimeCalls(llvm::Module &module) : module(module) {}

  /// `bytes` (i64) of tape.
  llvm::CallInst *allocate(llvm::IRBuilderBase &builder, llvm::Value *bytes);
  /// For a variable: aligned as it requires.
  llvm::CallInst *allocate(llvm::IRBuilderBase &builder, llvm::Value *bytes, llvm::Align align);
  llvm::CallInst *allocateZeroed(llvm::IRBuilderBase &builder, llvm::Value *bytes);
  /// Stops the run where a pointer, in a lane, leads to an array that keeps its memory and has
  /// another shadow.
  void checkArray(llvm::IRBuilderBase &builder, llvm::Value *primal, llvm::Value *shadow,
                  unsigned lane, const Position &where);
  /// A position on the tape, in an alloca of the entry block; and back to it.
  llvm::Value *mark(llvm::IRBuilderBase &builder);
  void release(llvm::IRBuilderBase &builder, llvm::Value *mark);
  /// The frames of a loop on the tape, oldest first, given the newest.
  llvm::Value *frames(llvm::IRBuilderBase &builder, llvm::Value *newest);
  /// The tape of a split derivative (enzyme/runtime.h): `bytes` behind its header.
  llvm::CallInst *newTape(llvm::IRBuilderBase &builder, uint64_t bytes);
  void freeTape(llvm::IRBuilderBase &builder, llvm::Value *tape);
  void openTape(llvm::IRBuilderBase &builder, llvm::Value *tape);
  void closeTape(llvm::IRBuilderBase &builder, llvm::Value *tape);
  void discardTape(llvm::IRBuilderBase &builder, llvm::Value *tape);
  /// Memory of a launch (rt-gpu/device/tape.c): where the thread's tape, or its first slot, lies;
  /// `bytes` (i64) of slots; how many words lie between two of those at `slots`.
  llvm::Value *launchBegins(llvm::IRBuilderBase &builder, llvm::Value *launch);
  void launchEnds(llvm::IRBuilderBase &builder, llvm::Value *tape);
  llvm::Value *slots(llvm::IRBuilderBase &builder, llvm::Value *bytes);
  llvm::Value *slotStride(llvm::IRBuilderBase &builder, llvm::Value *slots);
  void checkTape(llvm::IRBuilderBase &builder, llvm::Value *tape, uint64_t tag);
  /// release(memory, others…) when the tape is released; at most two others.
  void defer(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *release,
             llvm::ArrayRef<llvm::Value *> others);
  void refuse(llvm::IRBuilderBase &builder, llvm::StringRef message, const Position &where);
  /// Says which function it is that has no derivative; on a host.
  void refuseFunction(llvm::IRBuilderBase &builder, llvm::Value *function, const Position &where);
  /// A shadow for const memory of any size: zero, may be written; cleared again after.
  llvm::Value *scratch(llvm::IRBuilderBase &builder);
  /// `bytes` (i64) from malloc, for the caller of a derivative.
  llvm::Value *lanes(llvm::IRBuilderBase &builder, llvm::Value *bytes);
  void freeScratch(llvm::IRBuilderBase &builder, llvm::Value *memory);
  /// Adds a double to the bound on rounding errors.
  void addToBound(llvm::IRBuilderBase &builder, llvm::Value *term);
  /// Throws and catches inside derivative code; memory without a shadow behind
  /// globals (runtime/guards.c).
  void throws(llvm::IRBuilderBase &builder, llvm::Value *object, bool isActive);
  void catches(llvm::IRBuilderBase &builder, llvm::Value *exception, llvm::Value *object,
               llvm::Value *leftActiveCall, const Position &where);
  /// Stops the program if `derivative` is NaN or infinite though `incoming` was not (doubles).
  void watch(llvm::IRBuilderBase &builder, llvm::Value *derivative, llvm::Value *incoming,
             llvm::StringRef operation, const Position &where);
  // Derivatives that check themselves (runtime/check.c). A type without a format is told
  // as what cannot be checked.
  struct FloatPlaces {
    llvm::Value *primal, *shadow;
    llvm::Value *count; ///< of numbers, one every `period` bytes
    uint64_t period;
    llvm::Type *number;
    bool isOfGlobal; ///< the shadow is one of ours beside a global
    bool mayBeOwn;   ///< constant where the shadow is the value's own memory
  };
  void checkPlaces(llvm::IRBuilderBase &builder, const FloatPlaces &places);
  void checkUnable(llvm::IRBuilderBase &builder);
  void checkLine(llvm::IRBuilderBase &builder, const Position &where, llvm::Value *number,
                 llvm::Value *tangent); ///< doubles
  void checkWrite(llvm::IRBuilderBase &builder, llvm::Value *place, llvm::Value *bytes);
  void checkMade(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *bytes);
  void checkRelease(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *release,
                    llvm::Value *second);
  llvm::Value *checkBegin(llvm::IRBuilderBase &builder, llvm::Value *checked, llvm::Value *frame,
                          llvm::Value *seed);
  void checkEnd(llvm::IRBuilderBase &builder, llvm::Value *check, llvm::Value *adjoints);

  void met(llvm::IRBuilderBase &builder, llvm::Value *primal, llvm::Value *shadow);
  void written(llvm::IRBuilderBase &builder, llvm::Value *primal, llvm::Value *shadow,
               const Position &where);
  /// *place += part (x86_fp80) beside other threads of a team.
  llvm::CallInst *addLong(llvm::IRBuilderBase &builder, llvm::Value *place, llvm::Value *part);
  /// How far two addresses lie apart, and how far their shadows.
  void distance(llvm::IRBuilderBase &builder, llvm::Value *primal, llvm::Value *shadow,
                const Position &where);
  /// An integer made of bits of active numbers is stored beside the tangent, or was stored beside
  /// the adjoint, at `shadow`: so many bytes, of numbers of so many bytes (0: computed from
  /// than those that lay there).
  struct ChangedBits {
    llvm::Value *shadow, *bytes;
    uint64_t number;
  };
  void bitsStored(llvm::IRBuilderBase &builder, const ChangedBits &bits, const Position &where);
  void bitsRead(llvm::IRBuilderBase &builder, const ChangedBits &bits, const Position &where);
  void forgetMet(llvm::IRBuilderBase &builder);
  /// Stops the run if adjoints have arrived in part.
  void sweepEnds(llvm::IRBuilderBase &builder);
  void enterRule(llvm::IRBuilderBase &builder);
  void leaveRule(llvm::IRBuilderBase &builder);
  llvm::Value *isInRule(llvm::IRBuilderBase &builder); ///< i1
  /// Where addresses may have been in a pool's memory, adjoints begin at zero.
  void forgetAddresses(llvm::IRBuilderBase &builder, llvm::Value *place, llvm::Value *bytes);
  // Moves of shadow memory by its layout (CopyLoops.h).
  struct Move {
    llvm::Value *to, *from, *bytes;
    bool isShared; ///< other threads may add to `from`
  };
  void pullCopy(llvm::IRBuilderBase &builder, const Move &move, const Layout &layout);
  void clearFloats(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *bytes,
                   const Layout &layout);
  void clearPointers(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *bytes,
                     const Layout &layout);
  void copyPointers(llvm::IRBuilderBase &builder, llvm::Value *to, llvm::Value *from,
                    llvm::Value *bytes, const Layout &layout);

  /// Copies of memory of unknown contents (runtime/raw.c): its pointers in the shadow
  /// sweep; the whole from constant memory; the pull, with a null `from` for constant
  /// memory. `only`: the one float type in use, or null.
  struct RawMove {
    llvm::Value *to, *from, *bytes;
    Position where; ///< in the program: not every such copy can be followed
  };
  void copyRaw(llvm::IRBuilderBase &builder, const RawMove &move, bool isFromConst);
  void pullRaw(llvm::IRBuilderBase &builder, const RawMove &move, llvm::Type *only);

  struct Numbers {
    llvm::Value *place, *bytes;
    uint64_t period, size; ///< one of `size` bytes every `period`
  };

  /// Adjoints of such numbers were added; or were taken from there. Those at multiples of their
  /// size need be known only where they lie among others of another type.
  void numbersAt(llvm::IRBuilderBase &builder, const Numbers &numbers, bool areAmongOthers);
  void unskewed(llvm::IRBuilderBase &builder, llvm::Value *place, llvm::Value *bytes);

  /// Snapshots of loops (runtime/checkpoint.c).
  llvm::Value *beginCheckpoints(llvm::IRBuilderBase &builder, llvm::Value *memory,
                                llvm::Value *budget, llvm::Value *count);
  llvm::Value *checkpointsFit(llvm::IRBuilderBase &builder, llvm::Value *memory, llvm::Value *limit,
                              llvm::Value *count);
  void visitCheckpoint(llvm::IRBuilderBase &builder, llvm::Value *tape, llvm::Value *memory);
  llvm::Value *enterCheckpoints(llvm::IRBuilderBase &builder, llvm::Value *tape,
                                llvm::Value *memory);
  llvm::Value *nextCheckpoint(llvm::IRBuilderBase &builder, llvm::Value *schedule);
  void keepStep(llvm::IRBuilderBase &builder, llvm::Value *schedule, llvm::Value *tape);
  llvm::Value *keptStep(llvm::IRBuilderBase &builder, llvm::Value *schedule);

private:
  llvm::FunctionCallee get(llvm::StringRef name, llvm::Type *result,
                           llvm::ArrayRef<llvm::Type *> parameters);
  llvm::Module &module;
};

/// A type by its number in the runtime's interface: float, double, pointer, others.
int formatOf(const llvm::Type &type);

/// An alloca in the entry block that may be written and is never read.
llvm::Value *entrySink(llvm::Function &function, llvm::Type *type);

/// Is `call` one of mark or release?
bool isTapeMark(const llvm::CallBase &call);

/// Is `call` a pull of bytes of unknown type?
bool isPullOfUnknownBytes(const llvm::CallBase &call);

/// Does `call` take memory of the tape?
bool isTapeAllocation(const llvm::CallBase &call);

/// Where nothing is copied without its types being known, where numbers lie is not asked.
void dropSkews(llvm::Module &workshop);

/// The bytes of a number that packed streams may hold askew; 0 for other types.
uint64_t skewableBytes(const llvm::Type &type);
bool mayLieAskew(const llvm::Type &type, llvm::Align align);

} // namespace enzyme
#endif
