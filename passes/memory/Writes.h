//===- Writes.h - what may write to memory that is read again -------------===//
//
// Problem: a part of a function may be run again later only if what it reads is
// still there.
//
// Here: the writes of one function on which nothing depends but the values in
// memory, and the question which of them may change a location. Aliasing is asked
// in LLVM's cross-iteration mode: a[i] and a[i+1] are the same address one
// iteration later.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_WRITES_H
#define ENZYME_MEMORY_WRITES_H

#include "memory/BlocksAfter.h"
#include "memory/WritesByPlace.h"
#include "support/Analyses.h"
#include "llvm/Analysis/MemoryLocation.h"

namespace enzyme {

class Writes {
public:
  Writes(llvm::Function &function, Analyses &analyses);

  /// Memory made in this function whose address does not escape.
  bool isPrivate(const llvm::Value &object);
  /// Are all objects `pointer` may lead to private?
  bool leadsToPrivate(const llvm::Value &pointer);
  /// Are they all private, or a restrict parameter's, whose address does not lie in memory
  /// either? Then only pointers that are seen to be made of `pointer` lead there.
  bool leadsToUnshared(const llvm::Value &pointer);
  /// May a write that can run after `from` begins touch `read`?
  bool mayChange(const llvm::MemoryLocation &read, const llvm::BasicBlock &from);
  /// Can `write` run after `from` begins?
  bool mayRunAfter(const llvm::Instruction &write, const llvm::BasicBlock &from) {
    return blocks.canFollow(*write.getParent(), from);
  }
  /// Can `write` run after `from` did, or in a later iteration?
  bool mayRunAfter(const llvm::Instruction &write, const llvm::Instruction &from);
  /// May a write that can run after `from` touch `read`?
  bool mayChange(const llvm::MemoryLocation &read, const llvm::Instruction &from);
  bool mayTouch(const llvm::Instruction &write, const llvm::MemoryLocation &read);
  /// The first write that can run after `load` and may touch what it reads, but for those that
  /// `isElsewhere` knows better; null if there is none.
  const llvm::Instruction *
  firstChange(const llvm::LoadInst &load,
              llvm::function_ref<bool(const llvm::Instruction &)> isElsewhere);
  /// May `access` read or write at `place`, in this iteration or another?
  bool mayMeet(const llvm::Instruction &access, const llvm::MemoryLocation &place);
  /// Does the call leave all memory as it is that code of the program may read?
  static bool onlyReads(const llvm::CallBase &call);
  /// For such a call: does it read nothing but what lies directly behind its arguments?
  static bool onlyReadsArguments(const llvm::CallBase &call);
  /// For such a call: may a write that can run after `from` begins change what it reads? Those
  /// that `doesNotCount` knows are left out.
  bool
  mayChangeWhatReads(const llvm::CallBase &call, const llvm::BasicBlock &from,
                     llvm::function_ref<bool(const llvm::Instruction &)> doesNotCount = nullptr);

  /// All of them; frees do not count: they are deferred.
  llvm::ArrayRef<const llvm::Instruction *> all() const { return writes; }

private:
  bool isUnshared(const llvm::Value &object);
  bool areApart(const llvm::Value &written, const llvm::Value &read);
  /// The same of a write that runs after the read: at a barrier other threads' writes are asked
  /// for.
  bool mayTouchLater(const llvm::Instruction &write, const llvm::MemoryLocation &read);
  bool mayOthersTouchAfter(const llvm::Instruction &barrier, const llvm::Value &read);
  llvm::ModRefInfo effectOn(const llvm::Instruction &access, const llvm::Value *pointer,
                            llvm::MemoryLocation place);

  llvm::BatchAAResults aliases;
  std::vector<const llvm::Instruction *> writes, frees;
  llvm::DenseMap<const llvm::Value *, bool> unshared;
  BlocksAfter blocks;
  std::optional<WritesByPlace> byPlace;
};

/// The objects a pointer may lead to, through phis and selects; null leads to none.
llvm::SmallVector<const llvm::Value *, 4> objectsOf(const llvm::Value &pointer);

/// Memory that its function made and whose address does not escape, other than to be freed.
bool isUnsharedObject(const llvm::Value &object);

/// Does the instruction write to memory that code of the program may read?
bool writesMemory(const llvm::Instruction &instruction);

/// The function's writes through `pointer`; false if it does anything else with it than
/// write, add to what is there, compute addresses, and hand it to functions that do no more.
bool collectWritesThrough(const llvm::Value &pointer,
                          llvm::SmallVectorImpl<const llvm::Instruction *> &writes);

/// What a store or a fill or a copy writes to; null for other instructions.
const llvm::Value *writtenPointer(const llvm::Instruction &write);

} // namespace enzyme
#endif
