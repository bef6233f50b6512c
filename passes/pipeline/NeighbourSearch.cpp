//===- NeighbourSearch.cpp - which requests of one function can be one ------===//
#include "pipeline/NeighbourSearch.h"
#include "limits/pipeline.h"
#include "request/Scratch.h"
#include "support/Analyses.h"
#include "support/Mutation.h"
#include "transform/Dense.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

bool mayBeLane(const Request &request) {
  auto isSimple = [](const Passed &passed) { return passed.how == Passed::How::Value; };
  bool isPlain = (request.family == Family::Autodiff || request.family == Family::Fwddiff) &&
                 isa<CallInst>(request.call) && !request.runtimeActivity && !request.noFree &&
                 !request.lanesArgument && request.hiddenResult == HiddenResult::None &&
                 !request.seed && !request.resultArgument && !request.errorBound &&
                 !request.truncation && !isShadowed(request.returned) &&
                 !request.function->isVarArg() && all_of(request.seedPieces, isSimple);
  if (!isPlain || request.function->getReturnType()->isPtrOrPtrVectorTy())
    return false;
  for (const Argument &parameter : request.function->args())
    if (parameter.hasByValAttr() || parameter.hasStructRetAttr())
      return false;
  for (auto [index, argument] : enumerate(request.call->args()))
    if (request.call->isByValArgument(index) || mayBeDense(argument))
      return false;
  return all_of(request.parameters, [&](const Binding &binding) {
    return binding.primal && isSimple(*binding.primal) && !binding.stride &&
           all_of(binding.shadows, isSimple);
  });
}

namespace {

/// Do both ask for the same, but for shadows, seeds and the number of lanes?
bool isAlike(const Request &one, const Request &other) {
  if (one.function != other.function || one.family != other.family ||
      one.seedPieces.empty() != other.seedPieces.empty())
    return false;
  DerivativeKey key = shapeOf(one, one.function), same = shapeOf(other, other.function);
  same.width = key.width;
  return key == same;
}

/// What a request touches in memory.
struct Touch {
  MemoryLocation where;
  bool isWritten;
};

/// A request in the copy.
struct Seen {
  unsigned index;
  const Request *request;
  const ArgumentEffects *conduct;
  CallBase *call;

  const Value *operand(const Passed &passed) const { return call->getArgOperand(passed.argument); }

  MemoryLocation place(const Passed &passed, const ArgumentEffects::Behind &behind) const {
    const Value *pointer = operand(passed);
    bool isBounded = behind.bytes && behind.bytes->first >= 0;
    if (!isBounded)
      return MemoryLocation::getBeforeOrAfter(pointer);
    return MemoryLocation(pointer, LocationSize::upperBound(behind.bytes->end));
  }

  SmallVector<Touch, 4> primals() const {
    SmallVector<Touch, 4> touched;
    for (auto [binding, behind] : zip(request->parameters, conduct->parameters))
      if (behind.isRead || behind.isWritten)
        touched.push_back({place(*binding.primal, behind), behind.isWritten});
    return touched;
  }

  /// In reverse a place that is read is one that is added to.
  SmallVector<Touch, 4> shadows() const {
    SmallVector<Touch, 4> touched;
    for (auto [binding, behind] : zip(request->parameters, conduct->parameters))
      if (behind.isRead || behind.isWritten)
        for (const Passed &shadow : binding.shadows)
          touched.push_back({place(shadow, behind), behind.isWritten || !request->isForward()});
    return touched;
  }

  SmallVector<Touch, 8> all() const {
    SmallVector<Touch, 8> touched(primals());
    append_range(touched, shadows());
    return touched;
  }
};

/// Goes through one block of the copy.
class Block {
public:
  using Marked = DenseMap<const Instruction *, Seen>;

  Block(const Marked &marked, AAResults &aliases, NeighboursFound &found)
      : marked(marked), aliases(aliases), found(found) {}

  void search(BasicBlock &block) {
    for (Instruction &at : block)
      if (auto seen = marked.find(&at); seen != marked.end())
        meet(seen->second);
      else if (!group.empty() && obstacle.empty())
        obstacle = pass(at);
    close();
  }

private:
  void meet(const Seen &seen) {
    bool isSecond = before && isAlike(*before, *seen.request);
    before = seen.request;
    std::string why = whyNotTwice(seen);
    if (why.empty() && isSecond) {
      why = obstacle.empty() ? whyApart(seen) : obstacle;
      if (why.empty())
        return join(seen);
      found.alone.push_back({seen.index, why});
      why.clear();
    }
    close();
    if (why.empty())
      join(seen);
    else if (isSecond)
      found.alone.push_back({seen.index, why});
  }

  void join(const Seen &seen) {
    group.push_back(seen);
    lanes += seen.request->width;
    dependent.insert(seen.call);
  }

  void close() {
    if (group.size() > 1) {
      SmallVector<unsigned, 4> members;
      for (const Seen &seen : group)
        members.push_back(seen.index);
      found.groups.push_back(std::move(members));
    }
    group.clear();
    dependent.clear();
    obstacle.clear();
    lanes = 0;
  }

  bool mayMeet(const Touch &one, const Touch &other) const {
    return (one.isWritten || other.isWritten) && !aliases.isNoAlias(one.where, other.where) &&
           !mutation::breaks("neighbours", "memory");
  }

  bool mayMeet(ArrayRef<Touch> some, ArrayRef<Touch> others) const {
    return any_of(some, [&](const Touch &one) {
      return any_of(others, [&](const Touch &other) { return mayMeet(one, other); });
    });
  }

  /// Would the function, run again, do the same? What it writes it must not read, by whatever name.
  std::string whyNotTwice(const Seen &seen) const {
    if (!seen.conduct->obstacle.empty())
      return seen.conduct->obstacle;
    SmallVector<Touch, 4> reads, writes;
    for (auto [binding, behind] : zip(seen.request->parameters, seen.conduct->parameters)) {
      MemoryLocation place = behind.isRead || behind.isWritten ? seen.place(*binding.primal, behind)
                                                               : MemoryLocation();
      if (behind.isRead)
        reads.push_back({place, false});
      if (behind.isWritten)
        writes.push_back({place, true});
    }
    return mayMeet(reads, writes) ? "it may read what it has written" : "";
  }

  /// Why the request cannot be one with those of the group.
  std::string whyApart(const Seen &seen) const {
    if (lanes + seen.request->width > limits::lanesOfNeighbours)
      return "there are " + std::to_string(lanes) + " lanes already";
    for (const Use &argument : seen.call->args())
      if (dependent.contains(argument)) // this one could not be called otherwise
        return "what is passed depends on the result of the request before";
    const Seen &first = group.front();
    for (auto [index, pair] : enumerate(zip(first.request->parameters, seen.request->parameters))) {
      auto &[one, other] = pair;
      if (!isSame(first.operand(*one.primal), seen.operand(*other.primal), limits::depthOfEqual) &&
          !mutation::breaks("neighbours", "values"))
        return "the value of parameter " + std::to_string(index + 1) +
               " may be another than in the request before";
    }
    for (const Seen &before : group) {
      if (mayMeet(before.shadows(), seen.shadows()))
        return "its shadows may overlap those of the request before";
      if (mayMeet(before.shadows(), seen.primals()) || mayMeet(before.primals(), seen.shadows()))
        return "shadows may overlap what the function reads or writes itself";
    }
    return "";
  }

  /// Are both the same number? `later` was computed behind requests of the group.
  bool isSame(const Value *one, const Value *later, unsigned depth) const {
    if (one == later)
      return true;
    auto *from = dyn_cast<Instruction>(one), *to = dyn_cast<Instruction>(later);
    if (!from || !to || depth == 0 || !from->isSameOperationAs(to))
      return false;
    auto *load = dyn_cast<LoadInst>(from);
    bool isPure = isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(from);
    if (!isPure && !(load && isUnchanged(*load, cast<LoadInst>(*to))))
      return false;
    return all_of(zip(from->operands(), to->operands()), [&](const auto &pair) {
      return isSame(std::get<0>(pair), std::get<1>(pair), depth - 1);
    });
  }

  /// Is what `one` reads still there when `other` reads?
  bool isUnchanged(const LoadInst &one, const LoadInst &other) const {
    if (!one.isSimple() || one.getParent() != other.getParent() || !one.comesBefore(&other))
      return false;
    MemoryLocation place = MemoryLocation::get(&one);
    for (const Instruction *at = &one; at != &other; at = at->getNextNode()) {
      auto seen = marked.find(at);
      bool isOurs = seen != marked.end() && seen->second.conduct->obstacle.empty();
      bool changes = isOurs ? mayMeet(Touch{place, false}, seen->second)
                            : isModSet(aliases.getModRefInfo(at, place));
      if (changes)
        return false;
    }
    return true;
  }

  bool mayMeet(const Touch &touch, const Seen &seen) const {
    return mayMeet(ArrayRef<Touch>(touch), ArrayRef<Touch>(seen.all()));
  }

  // What is in between: it now comes ahead of all the group does.

  std::string pass(Instruction &at) {
    bool depends = any_of(at.operands(), [&](const Use &use) { return dependent.contains(use); });
    if (depends)
      dependent.insert(&at);
    if (isa<DbgInfoIntrinsic, PseudoProbeInst, AssumeInst>(at) || isMarker(at))
      return "";
    SmallVector<Touch, 2> touched;
    if (!touchedBy(at, touched))
      return "what is done in between is not known" + placeIn(at);
    if (depends && !touched.empty())
      return "the result of the request before is in memory in between" + placeIn(at);
    for (const Touch &touch : touched)
      for (const Seen &seen : group)
        if (mayMeet(touch, seen))
          return "memory that the request before uses may be used in between" + placeIn(at);
    return "";
  }

  /// Read for its name, not for its value.
  static bool isMarker(const Instruction &at) {
    auto *load = dyn_cast<LoadInst>(&at);
    auto *variable = load ? dyn_cast<GlobalVariable>(load->getPointerOperand()) : nullptr;
    return variable && markerOf(writtenVariable(variable->getName()));
  }

  static std::string placeIn(const Instruction &at) {
    const DebugLoc &line = at.getDebugLoc();
    return line ? ", at line " + std::to_string(line.getLine()) : "";
  }

  /// False: more than memory that is listed.
  static bool touchedBy(Instruction &at, SmallVectorImpl<Touch> &touched) {
    if (auto *load = dyn_cast<LoadInst>(&at)) {
      touched.push_back({MemoryLocation::get(load), false});
      return load->isSimple();
    }
    if (auto *store = dyn_cast<StoreInst>(&at)) {
      touched.push_back({MemoryLocation::get(store), true});
      return store->isSimple();
    }
    if (auto *block = dyn_cast<MemIntrinsic>(&at)) {
      touched.push_back({MemoryLocation::getForDest(block), true});
      if (auto *transfer = dyn_cast<MemTransferInst>(block))
        touched.push_back({MemoryLocation::getForSource(transfer), false});
      return !block->isVolatile();
    }
    if (auto *mark = dyn_cast<LifetimeIntrinsic>(&at)) {
      touched.push_back(
          {MemoryLocation::getBeforeOrAfter(mark->getArgOperand(mark->arg_size() - 1)), true});
      return true;
    }
    return at.isTerminator() || (!at.mayReadOrWriteMemory() && !at.mayHaveSideEffects());
  }

  const Marked &marked;
  AAResults &aliases;
  NeighboursFound &found;
  const Request *before = nullptr; ///< the last one that was met
  SmallVector<Seen, 4> group;
  SmallPtrSet<const Value *, 8> dependent; ///< on results of the group
  std::string obstacle;                    ///< behind the last member
  unsigned lanes = 0;
};

/// Alias analysis takes what a call is given for known to all from then on. A function whose
/// conduct is known hands nothing on.
void noteCaptures(CallBase &call) {
  for (auto [index, argument] : enumerate(call.args()))
    if (argument->getType()->isPointerTy())
      call.addParamAttr(index,
                        Attribute::getWithCaptureInfo(call.getContext(), CaptureInfo::none()));
}

} // namespace

NeighboursFound
findNeighbours(Function &caller, ArrayRef<Request> requests,
               function_ref<const ArgumentEffects &(const Request &)> argumentEffectsOf) {
  NeighboursFound found;
  CallMarks marks(*caller.getParent());
  SmallVector<unsigned, 8> numbers;
  for (const Request &request : requests)
    numbers.push_back(marks.mark(*request.call));
  Scratch scratch(caller, marks);
  for (unsigned round = 0; round != limits::callsAroundNeighbours && scratch.expandHelpers();
       ++round)
    ;
  Block::Marked marked;
  Function *copy = nullptr;
  for (auto [index, number] : enumerate(numbers)) {
    CallBase *call = scratch.find(number);
    if (!call)
      continue;
    copy = call->getFunction();
    const Request &request = requests[index];
    marked[call] = {unsigned(index), &request, &argumentEffectsOf(request), call};
    if (argumentEffectsOf(request).obstacle.empty())
      noteCaptures(*call);
  }
  if (!copy)
    return found;
  Analyses analyses(*copy);
  for (BasicBlock &block : *copy)
    Block(marked, analyses.aliases(), found).search(block);
  return found;
}

} // namespace enzyme
