//===- CarriedMemory.cpp ---------------------------------------------------===//
#include "parallel/CarriedMemory.h"
#include "limits/parallel.h"
#include "memory/Coverage.h"
#include "memory/Writes.h"
#include "parallel/Constructs.h"
#include "parallel/ShareParts.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace enzyme {
namespace {

using Functions = SetVector<Function *>;

/// A region with what it calls inlined, to be looked at and thrown away.
class LookedThrough {
public:
  LookedThrough(Function &region, const Functions &inside,
                function_ref<bool(const AllocaInst &)> isLeftOut)
      : copy(*CloneFunction(&region, map)), inside(inside) {
    copy.setLinkage(GlobalValue::InternalLinkage);
    copy.setComdat(nullptr);
    for (Instruction &at : instructions(region)) {
      Value *same = map.lookup(&at);
      if (!same)
        continue;
      meant[same] = &at;
      if (auto *variable = dyn_cast<AllocaInst>(&at); variable && isLeftOut(*variable))
        leftOut.insert(same);
    }
    promote();
    inlineCalls();
    nameVariablesOfThreads();
  }
  ~LookedThrough() { copy.eraseFromParent(); }
  LookedThrough(const LookedThrough &) = delete;

  Function &function() { return copy; }
  bool isLeftOut(const Value &variable) const { return leftOut.contains(&variable); }
  /// Where that is in the region: of inlined code, the call.
  const Instruction *inRegion(const Instruction &at) const {
    const Instruction *found = meant.lookup(&at);
    return found ? found : nearest(at);
  }

private:
  const Instruction *nearest(const Instruction &at) const;
  void promote();
  void inlineCalls();
  void nameVariablesOfThreads();

  ValueToValueMapTy map;
  Function &copy;
  const Functions &inside;
  DenseMap<const Value *, const Instruction *> meant;
  SmallPtrSet<const Value *, 8> leftOut;
};

/// Any instruction of the region before it.
const Instruction *LookedThrough::nearest(const Instruction &at) const {
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> pending{at.getParent()};
  while (!pending.empty()) {
    const BasicBlock *block = pending.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    for (const Instruction &one : reverse(*block))
      if (const Instruction *found = meant.lookup(&one); found && found->getDebugLoc())
        return found;
    append_range(pending, predecessors(block));
  }
  return nullptr;
}

/// Variables that hold one number or address and whose own address goes nowhere.
void LookedThrough::promote() {
  SmallVector<AllocaInst *, 16> variables;
  for (Instruction &at : instructions(copy))
    if (auto *variable = dyn_cast<AllocaInst>(&at); variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  for (AllocaInst *variable : variables)
    for (User *user : variable->users())
      meant.erase(user);
  DominatorTree tree(copy);
  if (!variables.empty())
    PromoteMemToReg(variables, tree);
}

void LookedThrough::inlineCalls() {
  for (unsigned depth = 0; depth != limits::callsLookedThrough; ++depth) {
    SmallVector<CallBase *, 16> calls;
    for (Instruction &at : instructions(copy))
      if (auto *call = dyn_cast<CallBase>(&at))
        if (Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() && inside.contains(callee))
          calls.push_back(call);
    if (calls.empty())
      return;
    bool isChanged = false;
    for (CallBase *call : calls) {
      if (copy.getInstructionCount() > limits::instructionsLookedThrough)
        break;
      InlineFunctionInfo info;
      meant.erase(call);
      isChanged |= InlineFunction(*call, info).isSuccess();
    }
    if (!isChanged)
      return;
    promote();
  }
}

/// One address for each.
void LookedThrough::nameVariablesOfThreads() {
  DenseMap<const Value *, Instruction *> named;
  BasicBlock &entry = copy.getEntryBlock();
  for (Instruction &at : make_early_inc_range(instructions(copy))) {
    auto *own = dyn_cast<IntrinsicInst>(&at);
    if (!own || own->getIntrinsicID() != Intrinsic::threadlocal_address)
      continue;
    auto [entryOf, isNew] = named.try_emplace(own->getArgOperand(0), own);
    if (isNew) {
      own->moveBefore(entry, entry.getFirstInsertionPt());
      continue;
    }
    meant.erase(own);
    own->replaceAllUsesWith(entryOf->second);
    own->eraseFromParent();
  }
}

/// What an instruction of a share does with memory that may be the thread's own.
struct OwnAccess {
  Instruction *at;
  Value *pointer; ///< null: any whose address went elsewhere
  bool reads, writes;
};

/// Whose memory it is.
enum class Owner { Others, Iteration, Thread, Unknown };

class Carried {
public:
  explicit Carried(LookedThrough &code)
      : code(code), analyses(code.function()), evolution(bringLoopsIntoForm()),
        parts(code.function()) {}

  const Instruction *find() {
    listRuntimesVariables();
    countShares();
    for (Instruction &at : instructions(code.function()))
      noteEscape(at);
    for (Instruction &at : instructions(code.function()))
      if (parts.isShared(at))
        note(at);
    for (const OwnAccess &read : accesses)
      if (read.reads && iterationAround(*read.at) && isWrittenBefore(read) &&
          !isWrittenInIteration(read))
        return code.inRegion(*read.at);
    return nullptr;
  }

private:
  ScalarEvolution &bringLoopsIntoForm();
  void listRuntimesVariables();
  void countShares();
  void noteEscape(Instruction &at);
  void note(Instruction &at);
  void noteCall(CallBase &call);
  bool isOwn(const Value &pointer) {
    Owner owner = ownerOf(pointer);
    return owner == Owner::Thread || owner == Owner::Unknown;
  }
  Owner ownerOf(const Value &pointer, unsigned depth = 0);
  Owner ownerOfObject(const Value &object, unsigned depth);
  Owner ownerOfWhatIsIn(const Value &address, unsigned depth);
  Loop *iterationAround(const Instruction &at);
  bool isWrittenBefore(const OwnAccess &read);
  std::optional<ByteAccess> wholeOf(const Value &object, Instruction &at);
  bool isWrittenInIteration(const OwnAccess &read);
  bool isWrittenInIteration(const ByteAccess &bytes);
  bool isAllThatSpreadWritten(Instruction &at);
  bool mayMeet(const OwnAccess &one, const OwnAccess &other);
  bool maySpread(const OwnAccess &access);

  LookedThrough &code;
  Analyses analyses;
  ScalarEvolution &evolution;
  ShareParts parts;
  SmallPtrSet<const Value *, 8> ofRuntime; ///< variables: bounds of shares and the like
  SmallPtrSet<const Loop *, 4> sharedLoops;
  bool areLoopsKnown = true;
  SmallPtrSet<const Value *, 8> escaped; ///< objects whose address went elsewhere
  bool isKeptByOthers = false;         ///< an address of these, in memory that is not the thread's
  SmallVector<OwnAccess, 32> accesses; ///< those in shares
  SmallVector<ByteAccess, 32> fills;   ///< what they write, as far as its place is known
};

/// As memory/Coverage.h wants them.
ScalarEvolution &Carried::bringLoopsIntoForm() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.run(code.function(), analyses.manager());
  analyses.forget();
  return analyses.scalarEvolution();
}

bool isOfShare(const Instruction &at) {
  std::optional<TeamCall> made = madeByCompiler(at);
  return made == TeamCall::Share || made == TeamCall::ShareOfTeams ||
         made == TeamCall::BeginDispatch || made == TeamCall::NextDispatch;
}

void Carried::listRuntimesVariables() {
  for (Instruction &at : instructions(code.function()))
    if (madeByCompiler(at) && !isFork(at))
      for (const Use &argument : cast<CallBase>(at).args())
        if (argument->getType()->isPointerTy())
          ofRuntime.insert(getUnderlyingObject(argument));
}

/// Does the condition that leaves the loop look at what the runtime said of shares?
bool isBoundByRuntime(const Value &condition, const SmallPtrSetImpl<const Value *> &ofRuntime) {
  SetVector<const Value *> slice;
  slice.insert(&condition);
  for (unsigned i = 0; i != slice.size() && i != limits::valuesOfBound; ++i) { // grows
    if (const auto *load = dyn_cast<LoadInst>(slice[i])) {
      if (ofRuntime.contains(getUnderlyingObject(load->getPointerOperand())))
        return true;
      continue;
    }
    if (const auto *at = dyn_cast<Instruction>(slice[i]);
        at &&
        (isa<BinaryOperator, CastInst, CmpInst, SelectInst, PHINode>(at) || isa<IntrinsicInst>(at)))
      for (const Value *operand : at->operand_values())
        slice.insert(operand);
  }
  return false;
}

void Carried::countShares() {
  for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    for (BasicBlock *block : exiting)
      if (const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
          branch && branch->isConditional() && isBoundByRuntime(*branch->getCondition(), ofRuntime))
        sharedLoops.insert(loop);
  }
  unsigned shares = count_if(instructions(code.function()), [](const Instruction &at) {
    return isOfShare(at) && madeByCompiler(at) != TeamCall::NextDispatch;
  });
  areLoopsKnown = sharedLoops.size() >= shares;
}

/// The loop whose iterations a construct shares out: or one in it, so that what an iteration of
/// that wrote is there, too. Null: there is none around.
Loop *Carried::iterationAround(const Instruction &at) {
  Loop *around = analyses.loopInfo().getLoopFor(at.getParent());
  if (!areLoopsKnown)
    return around;
  while (around && !sharedLoops.contains(around))
    around = around->getParentLoop();
  return around;
}

Owner Carried::ownerOf(const Value &pointer, unsigned depth) {
  Owner owner = Owner::Others;
  for (const Value *object : objectsOf(pointer))
    owner = std::max(owner, ownerOfObject(*object, depth));
  return owner;
}

Owner Carried::ownerOfObject(const Value &object, unsigned depth) {
  if (isa<AllocaInst>(object))
    return code.isLeftOut(object) || ofRuntime.contains(&object) ? Owner::Others : Owner::Thread;
  if (const auto *variable = dyn_cast<GlobalVariable>(&object))
    return variable->isThreadLocal() ? Owner::Thread : Owner::Others;
  if (isa<Argument, Constant>(object))
    return Owner::Others;
  if (depth == limits::loadsOfOwner)
    return Owner::Unknown;
  if (const auto *load = dyn_cast<LoadInst>(&object)) {
    Owner of = ownerOf(*load->getPointerOperand(), depth + 1);
    if ((of == Owner::Iteration && !escaped.empty()) || (of == Owner::Others && isKeptByOthers))
      return Owner::Unknown; // that memory may lead to what is the thread's
    return of == Owner::Thread ? ownerOfWhatIsIn(*load, depth + 1) : of;
  }
  // What arrives was thrown in the same iteration: OpenMP has it caught there, too.
  if (const auto *part = dyn_cast<ExtractValueInst>(&object);
      part && isa<LandingPadInst>(part->getAggregateOperand()))
    return parts.isShared(*part) ? Owner::Iteration : Owner::Thread;
  const auto *call = dyn_cast<CallBase>(&object);
  if (!call)
    return Owner::Unknown;
  if (madeByCompiler(*call))
    return Owner::Others;
  if (const auto *own = dyn_cast<IntrinsicInst>(call);
      own && own->getIntrinsicID() == Intrinsic::threadlocal_address)
    return Owner::Thread;
  if (isNoAliasCall(call) || allocatorFact(*call))
    return parts.isShared(*call) ? Owner::Iteration : Owner::Thread;
  return any_of(call->args(),
                [&](const Use &argument) {
                  return argument->getType()->isPointerTy() &&
                         ownerOf(*argument, depth + 1) >= Owner::Thread;
                })
             ? Owner::Unknown
             : Owner::Others;
}

/// Of the addresses that a variable of the thread's own may hold where `read` loads one.
Owner Carried::ownerOfWhatIsIn(const Value &read, unsigned depth) {
  const auto &load = cast<LoadInst>(read);
  SmallVector<const Value *, 4> objects = objectsOf(*load.getPointerOperand());
  if (objects.size() != 1 || !isa<AllocaInst>(objects.front()))
    return Owner::Unknown;
  Owner owner = Owner::Others;
  SetVector<const Value *> addresses;
  addresses.insert(objects.front());
  for (unsigned i = 0; i != addresses.size(); ++i) // grows
    for (const Use &use : addresses[i]->uses()) {
      const auto *at = cast<Instruction>(use.getUser());
      const auto *store = dyn_cast<StoreInst>(at);
      const auto *copy = dyn_cast<AnyMemTransferInst>(at);
      const auto *call = dyn_cast<CallBase>(at);
      if (isa<GetElementPtrInst, CastInst>(at) && at->getType()->isPointerTy())
        addresses.insert(at);
      else if (isa<LoadInst, AnyMemSetInst>(at) || (call && call->isLifetimeStartOrEnd()) ||
               (copy && copy->getRawSource() == use.get()))
        continue;
      else if (store && store->getPointerOperand() == use.get())
        owner = std::max(owner, store->getValueOperand()->getType()->isPointerTy()
                                    ? ownerOf(*store->getValueOperand(), depth)
                                : isa<PtrToIntInst>(store->getValueOperand()) ? Owner::Unknown
                                                                              : Owner::Others);
      else if (copy)
        owner = std::max(owner, ownerOf(*copy->getRawSource(), depth) == Owner::Others
                                    ? Owner::Others
                                    : Owner::Unknown);
      else
        return Owner::Unknown;
    }
  return owner == Owner::Iteration ? Owner::Unknown : owner; // it may be that of an earlier one
}

bool isWithoutEffect(const CallBase &call) {
  return call.isLifetimeStartOrEnd() || madeByCompiler(call) || call.doesNotAccessMemory() ||
         call.onlyAccessesInaccessibleMemory() || allocatorFact(call) || deallocatorFact(call) ||
         isFormulaOfValues(call) || (isa<IntrinsicInst>(call) && isInactiveIntrinsic(call));
}

void Carried::noteEscape(Instruction &at) {
  auto escapes = [&](const Value &pointer) {
    bool isOwn = false;
    for (const Value *object : objectsOf(pointer))
      if (ownerOfObject(*object, 0) >= Owner::Thread) {
        escaped.insert(object);
        isOwn = true;
      }
    return isOwn;
  };
  const auto *store = dyn_cast<StoreInst>(&at);
  if (store && store->getValueOperand()->getType()->isPointerTy() &&
      !ofRuntime.contains(getUnderlyingObject(store->getPointerOperand())))
    isKeptByOthers |=
        escapes(*store->getValueOperand()) && ownerOf(*store->getPointerOperand()) != Owner::Thread;
  if (isa<PtrToIntInst>(at))
    escapes(*at.getOperand(0));
  const auto *call = dyn_cast<CallBase>(&at);
  if (call && (isFork(at) || (!isWithoutEffect(*call) && !isa<IntrinsicInst>(call))))
    for (const Use &argument : call->args())
      if (argument->getType()->isPointerTy() &&
          !call->doesNotCapture(call->getArgOperandNo(&argument)))
        escapes(*argument);
}

void Carried::note(Instruction &at) {
  auto read = readBy(at, evolution), write = writtenBy(at, evolution);
  if (read && isOwn(*read->pointer))
    accesses.push_back({&at, read->pointer, true, false});
  if (write && isOwn(*write->pointer)) {
    accesses.push_back({&at, write->pointer, false, true});
    fills.push_back(*write);
  }
  auto *call = dyn_cast<CallBase>(&at);
  if (!call || read || write)
    return;
  if (call->isLifetimeStartOrEnd()) {
    const auto *variable = dyn_cast<AllocaInst>(call->getArgOperand(0));
    auto size = variable ? variable->getAllocationSize(at.getDataLayout()) : std::nullopt;
    if (cast<IntrinsicInst>(call)->getIntrinsicID() == Intrinsic::lifetime_start && size &&
        size->isFixed())
      fills.push_back(
          {&at, call->getArgOperand(0),
           evolution.getConstant(Type::getInt64Ty(at.getContext()), size->getFixedValue())});
    return;
  }
  if (const auto *update = dyn_cast<IntrinsicInst>(call); update && update->isAssumeLikeIntrinsic())
    return;
  if (isFork(at) || !isWithoutEffect(*call))
    noteCall(*call);
}

void Carried::noteCall(CallBase &call) {
  for (Use &argument : call.args()) {
    if (!argument->getType()->isPointerTy() || !isOwn(*argument))
      continue;
    unsigned number = call.getArgOperandNo(&argument);
    accesses.push_back(
        {&call, argument, !call.onlyWritesMemory(number), !call.onlyReadsMemory(number)});
  }
  if (!escaped.empty() && call.mayReadOrWriteMemory())
    accesses.push_back({&call, nullptr, call.mayReadFromMemory(), call.mayWriteToMemory()});
}

/// May it be an access to anything whose address went elsewhere?
bool Carried::maySpread(const OwnAccess &access) {
  return !access.pointer || any_of(objectsOf(*access.pointer), [&](const Value *object) {
    return escaped.contains(object) || ownerOfObject(*object, 0) == Owner::Unknown;
  });
}

bool Carried::mayMeet(const OwnAccess &one, const OwnAccess &other) {
  if (maySpread(one) && maySpread(other))
    return true;
  if (!one.pointer || !other.pointer)
    return false;
  SmallVector<const Value *, 4> others = objectsOf(*other.pointer);
  return any_of(objectsOf(*one.pointer),
                [&](const Value *object) { return is_contained(others, object); });
}

bool Carried::isWrittenBefore(const OwnAccess &read) {
  return any_of(accesses, [&](const OwnAccess &write) {
    return write.writes && mayMeet(write, read) &&
           isPotentiallyReachable(write.at, read.at, nullptr, &analyses.dominators(),
                                  &analyses.loopInfo());
  });
}

/// All bytes of a variable, as `at` reads them.
std::optional<ByteAccess> Carried::wholeOf(const Value &object, Instruction &at) {
  const auto *variable = dyn_cast<AllocaInst>(&object);
  auto size = variable ? variable->getAllocationSize(at.getDataLayout()) : std::nullopt;
  if (!size || !size->isFixed())
    return std::nullopt;
  auto *all = const_cast<AllocaInst *>(variable); // const_cast: to name it, no more
  Type *word = Type::getInt64Ty(at.getContext());
  return ByteAccess{&at, all, evolution.getConstant(word, size->getFixedValue())};
}

bool Carried::isWrittenInIteration(const ByteAccess &bytes) {
  Loop *iteration = iterationAround(*bytes.at);
  SmallVector<ByteAccess, 16> inIteration;
  copy_if(fills, std::back_inserter(inIteration),
          [&](const ByteAccess &fill) { return iteration->contains(fill.at); });
  Coverage coverage(*iteration, analyses, inIteration);
  SmallVector<const Value *, 4> objects = objectsOf(*bytes.pointer);
  return coverage.covers(bytes, [&](const ByteAccess &fill) {
    return objectsOf(*fill.pointer) == objects;
  }) == Coverage::Answer::Yes;
}

/// All variables whose address went elsewhere, and nothing else is written that a call might find.
bool Carried::isAllThatSpreadWritten(Instruction &at) {
  bool isUnknownWritten = any_of(accesses, [&](const OwnAccess &access) {
    return access.writes && access.pointer && ownerOf(*access.pointer) == Owner::Unknown;
  });
  return !isUnknownWritten && all_of(escaped, [&](const Value *object) {
    auto bytes = wholeOf(*object, at);
    return bytes && isWrittenInIteration(*bytes);
  });
}

bool Carried::isWrittenInIteration(const OwnAccess &read) {
  if (!read.pointer)
    return isAllThatSpreadWritten(*read.at);
  auto bytes = readBy(*read.at, evolution);
  if (!bytes) { // a call: all of a variable
    SmallVector<const Value *, 4> objects = objectsOf(*read.pointer);
    if (objects.size() == 1)
      bytes = wholeOf(*objects.front(), *read.at);
  }
  return bytes && isWrittenInIteration(*bytes);
}

bool usesThreadsOwn(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    return any_of(at.operands(), [](const Use &operand) {
      const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(operand));
      return operand->getType()->isPointerTy() && variable && variable->isThreadLocal() &&
             !variable->isConstant();
    });
  });
}

/// A call that stayed, of code that may use variables of the thread's own: through a pointer, of
/// any that has a body.
const Instruction *unseen(LookedThrough &code, const Functions &inside) {
  ShareParts parts(code.function());
  for (const Instruction &at : instructions(code.function())) {
    const auto *call = dyn_cast<CallBase>(&at);
    if (!call || call->isInlineAsm() || !parts.isShared(at))
      continue;
    const Function *callee = call->getCalledFunction();
    if (callee && (callee->isDeclaration() || isFork(at)))
      continue;
    if (callee ? any_of(make_pointee_range(inside), usesThreadsOwn)
               : any_of(*code.function().getParent(), usesThreadsOwn))
      return code.inRegion(at);
  }
  return nullptr;
}

} // namespace

const Instruction *carriedThroughMemory(Function &region, const Functions &inside,
                                        function_ref<bool(const AllocaInst &)> isLeftOut) {
  if (none_of(instructions(region), isOfShare) && none_of(inside, [](const Function *function) {
        return any_of(instructions(*function), isOfShare);
      }))
    return nullptr;
  LookedThrough code(region, inside, isLeftOut);
  if (const Instruction *found = unseen(code, inside))
    return found;
  return Carried(code).find();
}

} // namespace enzyme
