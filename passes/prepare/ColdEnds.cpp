//===- ColdEnds.cpp --------------------------------------------------------===//
//
// Which blocks: the largest set in which every block ends in `unreachable`, passes an exception
// on, or leads to blocks of the set alone. It is closed under successors, so what a path enters
// is all that can be reached from there, and a copy of it needs no way out. Paths that enter at
// different blocks get copies of their own.
//===----------------------------------------------------------------------===//
#include "prepare/ColdEnds.h"
#include "request/AddressTaken.h"
#include "request/RewriteCall.h"
#include "request/Vocabulary.h"
#include "rules/Exceptions.h"
#include "rules/Jumps.h"
#include "rules/calls/Text.h"
#include "rules/gpu/Devices.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Origins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

using Blocks = SmallSetVector<BasicBlock *, 8>;
using ColdBlocks = SmallPtrSet<BasicBlock *, 16>;

/// How a call may be left other than by a return or the end of the program.
enum class Exit : uint8_t {
  None,
  Unseen, ///< by an exception of which nothing is seen, and which nothing here catches
  Seen,   ///< by a jump, or by an exception that is thrown here or may be caught here
};

/// Which calls are left so.
class Leaving {
public:
  explicit Leaving(const SetVector<Function *> &functions) {
    if (any_of(functions, [](Function *function) { return catchesExceptions(*function); }))
      exitOfUnseen = Exit::Seen;
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (Function *function : functions) {
        Exit exit = exitOf(*function);
        Exit &known = exits.try_emplace(function, Exit::None).first->second;
        if (exit == known)
          continue;
        known = exit;
        if (mayBeCalledByAddress(*function))
          exitThroughPointers = std::max(exitThroughPointers, exit);
        hasChanged = true;
      }
    }
  }

  Exit exitOf(const CallBase &call) const {
    if (isJump(call) || throwsObject(call) || endsThreadAlone(call))
      return Exit::Seen;
    const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (!callee) // other files have functions, too
      return mayPassException(call) ? std::max(exitThroughPointers, exitOfUnseen)
                                    : exitThroughPointers;
    if (isTextFunction(*callee)) // a message is built of texts whose places are known
      return Exit::None;
    if (!callee->isDeclaration())
      return exits.lookup(callee);
    bool mayThrow = !call.doesNotThrow() && mayBeginException(*callee);
    return mayThrow ? exitOfUnseen : Exit::None;
  }

private:
  /// C's functions pass no exceptions on.
  static bool mayPassException(const CallBase &call) {
    return !call.doesNotThrow() && (isa<InvokeInst>(call) || !call.getFunction()->doesNotThrow());
  }

  Exit exitOf(const Function &function) const {
    Exit exit = Exit::None;
    for (const Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at))
        exit = std::max(exit, exitOf(*call));
    return exit;
  }

  DenseMap<const Function *, Exit> exits;
  Exit exitThroughPointers = Exit::None; ///< of functions that are seen
  Exit exitOfUnseen = Exit::Unseen;
};

/// May a caller that catches the exception read what is written here?
bool mayWriteOutside(const Instruction &at) {
  if (isa<CallBase>(at) && !isa<MemIntrinsic>(at)) {
    const auto &call = cast<CallBase>(at);
    return !call.getCalledFunction() ||
           (!call.getCalledFunction()->isDeclaration() && !call.onlyReadsMemory() &&
            !isTextFunction(*call.getCalledFunction()) &&
            calleeEffect(call) == CalleeEffect::Unknown);
  }
  const Value *place = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&at))
    place = store->getPointerOperand();
  else if (auto *transfer = dyn_cast<MemIntrinsic>(&at))
    place = transfer->getRawDest();
  else
    return at.mayWriteToMemory();
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(place, objects);
  return any_of(objects, [](const Value *object) { return !isa<AllocaInst>(object); });
}

/// What means something in its own frame or thread alone, or asks for a derivative.
bool mustStay(const Instruction &at) {
  if (at.getType()->isTokenTy())
    return true;
  const auto *call = dyn_cast<CallBase>(&at);
  if (!call)
    return false;
  if (call->isInlineAsm() || call->isConvergent() || isTeamCall(*call) || call->isMustTailCall() ||
      call->hasFnAttr(Attribute::ReturnsTwice) || call->hasOperandBundles())
    return true;
  const Function *callee = call->getCalledFunction();
  if (!callee)
    return false;
  switch (callee->getIntrinsicID()) {
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::vastart:
  case Intrinsic::localescape:
    return true;
  default:
    break;
  }
  return (isMadeHere(*callee) && callee->isDeclaration()) || isOpenRequest(*callee) ||
         mayHoldWord(callee->getName());
}

bool isEnd(const BasicBlock &block) {
  return isa<UnreachableInst, ResumeInst>(block.getTerminator());
}

/// Blocks from which every path comes to an end, and nothing comes back.
ColdBlocks blocksWithoutReturn(Function &function, const Leaving &leaving) {
  ColdBlocks blocks;
  for (BasicBlock &block : function) {
    bool isPlain =
        !block.hasAddressTaken() &&
        isa<UnreachableInst, ResumeInst, BranchInst, SwitchInst, InvokeInst>(block.getTerminator());
    if (isPlain && none_of(block, [&](const Instruction &at) {
          auto *call = dyn_cast<CallBase>(&at);
          return mustStay(at) || (call && leaving.exitOf(*call) == Exit::Seen);
        }))
      blocks.insert(&block);
  }
  for (bool hasChanged = true; hasChanged;) {
    ColdBlocks ending; // those from which an end can be reached
    SmallVector<BasicBlock *, 16> pending;
    for (BasicBlock *block : blocks)
      if (isEnd(*block))
        pending.push_back(block);
    while (!pending.empty())
      if (BasicBlock *block = pending.pop_back_val();
          blocks.contains(block) && ending.insert(block).second)
        append_range(pending, predecessors(block));
    hasChanged = blocks.remove_if([&](BasicBlock *block) {
      return !ending.contains(block) ||
             any_of(successors(block), [&](BasicBlock *next) { return !blocks.contains(next); });
    });
  }
  return blocks;
}

/// Without `beyondPads`, what an exception leads to is left out.
Blocks reachedFrom(BasicBlock &entry, bool beyondPads) {
  Blocks reached;
  SmallVector<BasicBlock *, 8> pending = {&entry};
  while (!pending.empty())
    if (BasicBlock *block = pending.pop_back_val();
        (beyondPads || !block->isEHPad()) && reached.insert(block))
      append_range(pending, successors(block));
  return reached;
}

/// Scopes are of their own frame.
bool isDropped(const Instruction &at) { return isa<LifetimeIntrinsic>(at); }

/// What the blocks use of the function around them.
SmallVector<Value *, 8> inputsOf(const Blocks &blocks) {
  SmallSetVector<Value *, 8> found;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      for (Use &use : at.operands()) {
        auto *value = dyn_cast<Instruction>(use.get());
        bool isOutside = value ? !blocks.contains(value->getParent()) : isa<Argument>(use.get());
        auto *phi = dyn_cast<PHINode>(&at);
        if (isOutside && !(phi && !blocks.contains(phi->getIncomingBlock(use))) && !isDropped(at))
          found.insert(use.get());
      }
  return found.takeVector();
}

/// Is the variable used in such blocks alone? Each copy of them then has one of its own.
bool isOwn(const Value &input, const ColdBlocks &cold) {
  const auto *variable = dyn_cast<AllocaInst>(&input);
  return variable && variable->isStaticAlloca() && all_of(variable->users(), [&](const User *user) {
           return isa<LifetimeIntrinsic>(user) ||
                  cold.contains(cast<Instruction>(user)->getParent());
         });
}

/// Does no other function know the variable's address but for what such blocks call? Handed to
/// one, what it holds would stay in memory.
bool isKnownHereAlone(const AllocaInst &variable, const ColdBlocks &cold) {
  SmallSetVector<const Instruction *, 8> addresses;
  addresses.insert(&variable);
  for (unsigned i = 0; i != addresses.size(); ++i)
    for (const Use &use : addresses[i]->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (cold.contains(user->getParent()))
        continue;
      const auto *store = dyn_cast<StoreInst>(user);
      if ((isa<CallBase>(user) && !isa<IntrinsicInst>(user)) || isa<PtrToIntInst>(user) ||
          (store && store->getValueOperand() == use.get()))
        return false;
      if (isa<GetElementPtrInst, PHINode, SelectInst>(user))
        addresses.insert(user);
    }
  return true;
}

bool pinsVariable(const Blocks &blocks, const ColdBlocks &cold) {
  return any_of(inputsOf(blocks), [&](Value *input) {
    const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(input));
    return variable && !isOwn(*input, cold) && isKnownHereAlone(*variable, cold);
  });
}

/// Moves what can be reached from one block out of a function.
class Outlining {
public:
  Outlining(BasicBlock &entry, ArrayRef<BasicBlock *> callers, const ColdBlocks &cold)
      : function(*entry.getParent()), entry(entry), callers(callers),
        blocks(reachedFrom(entry, /*beyondPads=*/true)) {
    for (Value *input : inputsOf(blocks))
      (isOwn(*input, cold) ? own : inputs).push_back(input);
  }

  void run() {
    Function &end = declare();
    copyInto(end);
    BasicBlock *stub = BasicBlock::Create(function.getContext(), "ends", &function, &entry);
    IRBuilder<> builder(stub);
    SmallVector<Value *, 8> arguments;
    for (PHINode &phi : entry.phis()) {
      PHINode *here = builder.CreatePHI(phi.getType(), callers.size(), phi.getName());
      for (BasicBlock *caller : callers)
        here->addIncoming(phi.getIncomingValueForBlock(caller), caller);
      arguments.push_back(here);
    }
    append_range(arguments, inputs);
    CallInst *call = builder.CreateCall(&end, arguments);
    call->setDoesNotReturn();
    for (Instruction &at : entry)
      if (at.getDebugLoc()) {
        call->setDebugLoc(at.getDebugLoc());
        break;
      }
    builder.CreateUnreachable();
    redirect(*stub);
  }

private:
  Function &declare() {
    SmallVector<Type *, 8> parameters;
    for (PHINode &phi : entry.phis())
      parameters.push_back(phi.getType());
    for (Value *input : inputs)
      parameters.push_back(input->getType());
    auto *type = FunctionType::get(Type::getVoidTy(function.getContext()), parameters, false);
    Function *end = Function::Create(type, GlobalValue::InternalLinkage, function.getAddressSpace(),
                                     "enzyme.ends." + function.getName(), function.getParent());
    for (Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with("enzyme"))
        end->addFnAttr(attribute);
    for (auto kind :
         {Attribute::NoUnwind, Attribute::UWTable, Attribute::StrictFP, Attribute::SanitizeAddress,
          Attribute::SanitizeThread, Attribute::SanitizeMemory})
      if (function.hasFnAttribute(kind))
        end->addFnAttr(function.getFnAttribute(kind));
    for (auto kind : {Attribute::NoReturn, Attribute::NoInline, Attribute::Cold})
      end->addFnAttr(kind);
    end->addFnAttr("enzyme_inactive");
    return *end;
  }

  void copyInto(Function &end) {
    ValueToValueMapTy map;
    auto parameter = end.arg_begin();
    BasicBlock *before = BasicBlock::Create(end.getContext(), "entry", &end);
    SmallVector<BasicBlock *, 8> copies;
    for (BasicBlock *block : blocks) {
      copies.push_back(CloneBasicBlock(block, map, "", &end));
      map[block] = copies.back();
      if (block->isEHPad() && !end.hasPersonalityFn())
        end.setPersonalityFn(function.getPersonalityFn());
    }
    for (PHINode &phi : entry.phis())
      cast<PHINode>(map[&phi])->addIncoming(&*parameter++, before);
    for (Value *input : inputs)
      map[input] = &*parameter++;
    for (Value *variable : own) {
      Instruction *copy = cast<Instruction>(variable)->clone();
      copy->insertInto(before, before->end());
      map[variable] = copy;
    }
    for (BasicBlock *copy : copies)
      for (PHINode &phi : copy->phis())
        phi.removeIncomingValueIf(
            [&](unsigned i) {
              BasicBlock *from = phi.getIncomingBlock(i);
              return from != before && !blocks.contains(from);
            },
            /*DeletePHIIfEmpty=*/false);
    for (BasicBlock *copy : copies)
      for (Instruction &at : make_early_inc_range(*copy)) {
        if (isDropped(at))
          at.eraseFromParent();
        else
          RemapInstruction(&at, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
    BranchInst::Create(cast<BasicBlock>(map[&entry]), before);
    stripDebugInfo(end);
  }

  void redirect(BasicBlock &stub) {
    for (BasicBlock *caller : callers) {
      unsigned edges = 0;
      for (unsigned i = 0; i < caller->getTerminator()->getNumSuccessors(); ++i)
        edges += caller->getTerminator()->getSuccessor(i) == &entry;
      for (PHINode &phi : stub.phis()) // an entry for each edge
        for (unsigned more = 1; more < edges; ++more)
          phi.addIncoming(phi.getIncomingValueForBlock(caller), caller);
      for (unsigned edge = 0; edge < edges; ++edge)
        entry.removePredecessor(caller, /*KeepOneInputPHIs=*/true);
      caller->getTerminator()->replaceSuccessorWith(&entry, &stub);
    }
  }

  Function &function;
  BasicBlock &entry;
  ArrayRef<BasicBlock *> callers; ///< from where paths enter
  Blocks blocks;
  SmallVector<Value *, 8> inputs, own; ///< from outside; variables
};

/// An exception that leaves all that is differentiated ends a path as well, but not what the path
/// wrote.
bool isLikeAnEnd(const Blocks &blocks, const Leaving &leaving) {
  bool mayBeLeft = false, mayWrite = false;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block) {
      auto *call = dyn_cast<CallBase>(&at);
      mayBeLeft |= call && leaving.exitOf(*call) != Exit::None;
      mayWrite |= mayWriteOutside(at);
    }
  return !mayBeLeft || !mayWrite;
}

/// A call alone that does not return is all that would be left of it.
bool isWorthIt(const Blocks &blocks) {
  return any_of(blocks, [](BasicBlock *block) {
    return any_of(*block, [](Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && !call->doesNotReturn() && !isa<IntrinsicInst>(call);
    });
  });
}

void outlineIn(Function &function, const Leaving &leaving) {
  auto cold = blocksWithoutReturn(function, leaving);
  if (cold.empty() || cold.contains(&function.getEntryBlock()))
    return;
  SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 4>>, 8> entries;
  for (BasicBlock &block : function) {
    if (!cold.contains(&block) || block.isEHPad())
      continue;
    SmallSetVector<BasicBlock *, 4> callers;
    for (BasicBlock *before : predecessors(&block))
      if (!cold.contains(before))
        callers.insert(before);
    // An exception is passed on where it was held.
    bool passesOn = any_of(reachedFrom(block, /*beyondPads=*/false),
                           [](BasicBlock *at) { return isa<ResumeInst>(at->getTerminator()); });
    if (callers.empty() || passesOn)
      continue;
    Blocks reached = reachedFrom(block, /*beyondPads=*/true);
    if (isWorthIt(reached) && isLikeAnEnd(reached, leaving) && !pinsVariable(reached, cold))
      entries.emplace_back(&block, callers.takeVector());
  }
  for (auto &[entry, callers] : entries)
    Outlining(*entry, callers, cold).run();
  if (!entries.empty())
    removeUnreachableBlocks(function);
}

} // namespace

void outlineColdEnds(const SetVector<Function *> &functions) {
  bool hasPlace = any_of(functions, [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && (isJumpPlace(*call) || call->hasFnAttr(Attribute::ReturnsTwice) ||
                      call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp);
    });
  });
  if (functions.empty() || hasPlace || isForDevice(*functions.front()->getParent()))
    return;
  Leaving leaving(functions);
  for (Function *function : functions)
    if (!function->isDeclaration() && !isMadeHere(*function))
      outlineIn(*function, leaving);
}

} // namespace enzyme
