//===- EvidenceStore.cpp ---------------------------------------------------===//
#include "types/EvidenceStore.h"
#include "limits/types.h"
#include "support/Origins.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueSymbolTable.h"

using namespace llvm;

namespace enzyme {

/// Evidence of callers does not look further.
static constexpr unsigned beyondCalls = limits::callsForRecords;

FunctionEvidence::FunctionEvidence(Function &function, const Function *unheard, unsigned depth,
                                   EvidenceStore &store)
    : addresses(function), callees(&store), evidence(function, addresses, callees, depth, unheard) {
}

/// The type that an instruction names beside that of its value.
static const Type *typeNamedBy(const Instruction &at) {
  if (const auto *gep = dyn_cast<GetElementPtrInst>(&at))
    return gep->getSourceElementType();
  const auto *local = dyn_cast<AllocaInst>(&at);
  return local ? local->getAllocatedType() : nullptr;
}

/// Two functions at one address, at different times, with instructions at the same addresses that
/// do the same with the same: they are one.
static uint64_t hashOf(const Function &function, size_t &instructionCount) {
  hash_code state = hash_combine(function.getAttributes().getRawPointer(), function.arg_size());
  instructionCount = 0;
  for (const Instruction &at : instructions(function)) {
    ++instructionCount;
    state = hash_combine(state, &at, at.getOpcode(), at.getType(), typeNamedBy(at),
                         hash_combine_range(at.value_op_begin(), at.value_op_end()));
    if (const auto *call = dyn_cast<CallBase>(&at))
      state = hash_combine(state, call->getAttributes().getRawPointer());
    if (!at.hasMetadataOtherThanDebugLoc())
      continue;
    SmallVector<std::pair<unsigned, MDNode *>, 4> notes;
    at.getAllMetadataOtherThanDebugLoc(notes);
    state = hash_combine(state, hash_combine_range(notes));
  }
  return state;
}

const EvidenceStore::State &EvidenceStore::stateOf(const Function &function) {
  auto [entry, isNew] = states.try_emplace(&function);
  State &state = entry->second;
  if (isNew || !unchanged || state.stretch != stretch) {
    state.hash = hashOf(function, state.instructions);
    state.stretch = stretch;
  }
  return state;
}

uint64_t EvidenceStore::stateWithCallees(const Function &function, unsigned depth) {
  uint64_t state = stateOf(function).hash;
  if (depth >= beyondCalls)
    return state;
  SmallPtrSet<const Function *, 16> callees;
  for (const Instruction &at : llvm::instructions(function))
    if (const auto *call = dyn_cast<CallBase>(&at))
      if (const Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && callees.insert(callee).second)
        state = hash_combine(state, stateWithCallees(*callee, depth + 1));
  return state;
}

std::shared_ptr<FunctionEvidence> EvidenceStore::of(Function &function, const Function *unheard) {
  return at(function, unheard, beyondCalls);
}

std::shared_ptr<FunctionEvidence> EvidenceStore::at(Function &function, const Function *unheard,
                                                    unsigned depth) {
  Key key(&function, unheard, depth);
  auto entry = kept.find(key);
  bool isOfNow = entry != kept.end() && unchanged && entry->second.stretch == stretch &&
                 (depth >= beyondCalls || entry->second.forgotten == forgotten);
  if (isOfNow)
    return entry->second.seen;
  uint64_t state = stateWithCallees(function, depth);
  if (entry != kept.end() && entry->second.state == state) {
    entry->second.stretch = stretch;
    entry->second.forgotten = forgotten;
    return entry->second.seen;
  }
  size_t count = stateOf(function).instructions;
  auto seen = std::make_shared<FunctionEvidence>(function, unheard, depth, *this);
  if (entry = kept.find(key); entry != kept.end()) // others may have been added, or forgotten
    instructions -= entry->second.instructions;
  if (instructions + count > limits::instructionsKept) {
    kept.clear();
    instructions = 0;
  }
  instructions += count;
  kept.insert_or_assign(key, Kept{state, stretch, forgotten, count, seen});
  return seen;
}

void EvidenceStore::forget(const Function &function) {
  for (auto entry = kept.lower_bound({&function, nullptr, 0});
       entry != kept.end() && std::get<0>(entry->first) == &function;) {
    instructions -= entry->second.instructions;
    entry = kept.erase(entry);
  }
  states.erase(&function);
  ++forgotten; // callers' evidence may rest on it
}

Type *EvidenceStore::storedAsWord(const Module &module, uint64_t bytes,
                                  function_ref<Type *()> find) {
  auto [entry, isNew] = words.try_emplace({&module, bytes}, Word{stretch, nullptr});
  if (isNew || !unchanged || entry->second.stretch != stretch)
    entry->second = {stretch, find()};
  return entry->second.number;
}

bool EvidenceStore::makesTextOfNumbers(Module &module) {
  auto [entry, isNew] = textOfNumbers.try_emplace(&module, false);
  if (isNew)
    entry->second = any_of(module, [&](Function &function) {
      return !function.isDeclaration() && !isMadeHere(function) &&
             of(function, nullptr)->evidence.makesTextOfNumbers();
    });
  return entry->second;
}

bool EvidenceStore::hasNumbersWithoutTypes(const Module &module) {
  auto [entry, isNew] = numbersWithoutTypes.try_emplace(&module, false);
  if (isNew)
    entry->second = any_of(module, [](const Function &function) {
      return !function.isDeclaration() && !isMadeHere(function) && !sayTypes(function);
    });
  return entry->second;
}

ArrayRef<CommonMember> EvidenceStore::singleIntegersIn(const GlobalVariable &block) {
  auto [entry, isNew] = commonBlocks.try_emplace({block.getParent(), block.getName().str()});
  if (isNew)
    entry->second = singleIntegersOf(block);
  return entry->second;
}

const StoredBits &EvidenceStore::bitsIn(const Module &module) {
  Bits &known = bits[&module];
  // Asked for each function, so nothing is walked unless the module has others: all have names,
  // and what is new stands last.
  const size_t all = module.getValueSymbolTable().size();
  const Function *last = module.empty() ? nullptr : &module.getFunctionList().back();
  if (known.stored && known.all == all && known.last == last)
    return *known.stored;
  size_t count = count_if(module, [](const Function &function) {
    return !function.isDeclaration() && !isMadeHere(function);
  });
  if (!known.stored || known.functions != count)
    known = {all, count, last, std::make_unique<StoredBits>(module)};
  known.all = all;
  known.last = last;
  return *known.stored;
}

} // namespace enzyme
