//===- Outline.cpp --------------------------------------------------------===//
//
//     header: phis                         header: phis
//             body …               ->              {o…} = iteration(i…)
//     latch:  …body, i + 1 < n             tail:   i + 1 < n ? header : exit
//
// What decides about going on, and counters, stay outside: they are computed again in
// the tail, and what is left of them in the body is dead. Address arithmetic in front
// of the loop is repeated in the body, so that one object is one parameter; a stack
// variable that only the body uses moves into it.
//===----------------------------------------------------------------------===//
#include "regions/Outline.h"
#include "limits/regions.h"
#include "regions/Iterations.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumber(const Type *type) { return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(); }

/// Counters, exit conditions: can `value` be computed from the loop's phis and from
/// what does not change in it, without floats and memory?
bool isControl(Value *value, Loop &loop, unsigned depth = 0) {
  auto *at = dyn_cast<Instruction>(value);
  if (!at || !loop.contains(at))
    return true;
  if (isa<PHINode>(at))
    return at->getParent() == loop.getHeader();
  bool isPlain = isa<BinaryOperator, ICmpInst, CastInst, GetElementPtrInst>(at) &&
                 !at->getType()->isFPOrFPVectorTy() &&
                 !at->getOperand(0)->getType()->isFPOrFPVectorTy();
  switch (at->getOpcode()) { // may trap where the body would not have run them
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return false;
  default:
    return isPlain && depth != limits::depthOfControl &&
           all_of(at->operand_values(),
                  [&](Value *operand) { return isControl(operand, loop, depth + 1); });
  }
}

class Outliner {
public:
  Outliner(Loop &loop, const ReplayTerms &terms, Analyses &analyses)
      : loop(loop), terms(terms), function(*loop.getHeader()->getParent()),
        writes(function, analyses), header(loop.getHeader()) {}

  CallInst *run(const Twine &name);

private:
  void gatherControl(Value *value);
  Value *repeat(Value *value, Instruction &before);
  void splitOffTail();
  void gatherInputs();
  void addInput(Value *value);
  void gatherOutputs();
  bool isOnlyUsedInside(const AllocaInst &local) const;
  void makeFunction(const Twine &name);
  void moveBody();
  Value *inside(Value *value, IRBuilder<> &entry);
  void describe(unsigned index, Argument &parameter);
  bool isOnlyWay(const Value &input) const;
  bool isReadThrough(const Value &input) const;
  CallInst *makeCall();

  Loop &loop;
  const ReplayTerms &terms;
  Function &function;
  Writes writes;
  BasicBlock *header, *body = nullptr, *last = nullptr, *tail = nullptr;
  SmallSetVector<BasicBlock *, 16> blocks;
  SmallSetVector<Value *, 16> inputs;
  SmallSetVector<Instruction *, 8> outputs, addresses; ///< addresses: computed in front of the loop
  SmallSetVector<AllocaInst *, 4> locals;
  SmallPtrSet<Instruction *, 8> control;
  DenseMap<Value *, Value *> repeated;
  SmallVector<Value *, 4> sizes; ///< of copied objects: parameters behind those of the inputs
  SmallVector<bool, 16> isAlone; ///< per input: no other input leads to its memory
  Function *made = nullptr;
  DenseMap<Value *, Value *> within;
};

/// Everything behind `value` that decides about going on.
void Outliner::gatherControl(Value *value) {
  auto *at = dyn_cast<Instruction>(value);
  if (!at || isa<PHINode>(at) || !loop.contains(at) || !control.insert(at).second)
    return;
  for (Value *operand : at->operand_values())
    gatherControl(operand);
}

Value *Outliner::repeat(Value *value, Instruction &before) {
  auto *at = dyn_cast<Instruction>(value);
  if (!at || !control.contains(at))
    return value;
  Value *&known = repeated[at];
  if (known)
    return known;
  Instruction *again = at->clone();
  for (Use &operand : again->operands())
    operand.set(repeat(operand, before));
  again->insertBefore(before.getIterator());
  again->setName(at->getName() + ".again");
  return repeated[at] = again;
}

void Outliner::splitOffTail() {
  BasicBlock *latch = loop.getLoopLatch();
  auto *branch = cast<BranchInst>(latch->getTerminator());
  SmallVector<Use *, 8> decisions;
  if (branch->isConditional())
    decisions.push_back(&branch->getOperandUse(0));
  for (BasicBlock *next : successors(latch))
    for (PHINode &phi : next->phis())
      decisions.push_back(&phi.getOperandUse(phi.getBasicBlockIndex(latch)));
  erase_if(decisions, [&](Use *use) { return !isControl(*use, loop); });
  for (Use *use : decisions)
    gatherControl(*use);
  body = header->splitBasicBlock(header->getFirstNonPHIOrDbg(), header->getName() + ".body");
  last = latch == header ? body : latch;
  tail = last->splitBasicBlock(branch->getIterator(), header->getName() + ".tail");
  for (Use *use : decisions)
    use->set(repeat(*use, *branch));
  blocks.insert(body);
  for (BasicBlock *block : loop.blocks())
    if (block != header)
      blocks.insert(block);
}

bool Outliner::isOnlyUsedInside(const AllocaInst &local) const {
  SmallVector<const Value *, 8> pending{&local};
  while (!pending.empty())
    for (const User *user : pending.pop_back_val()->users()) {
      auto *at = cast<Instruction>(user);
      bool isInside =
          blocks.contains(const_cast<BasicBlock *>(at->getParent())); // const_cast: a key
      if (isa<GetElementPtrInst>(at) && !isInside)
        pending.push_back(at);
      else if (!isInside)
        return false;
    }
  return true;
}

void Outliner::addInput(Value *value) {
  auto *at = dyn_cast<Instruction>(value);
  if (isa<Constant, BasicBlock, MetadataAsValue, InlineAsm>(value) ||
      (at && blocks.contains(at->getParent())))
    return;
  if (auto *local = dyn_cast<AllocaInst>(value);
      local && !terms.copied.contains(local) && isOnlyUsedInside(*local)) {
    locals.insert(local);
  } else if (auto *address = dyn_cast<GetElementPtrInst>(value);
             address && !address->getType()->isVectorTy()) {
    for (Value *operand : address->operands())
      addInput(operand);
    addresses.insert(address); // behind what it needs
  } else {
    inputs.insert(value);
  }
}

void Outliner::gatherInputs() {
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      for (Value *operand : at.operand_values())
        addInput(operand);
  for (auto &[object, how] : terms.copied) // for the call, the body does not use them
    sizes.push_back(how.bytes);
}

void Outliner::gatherOutputs() {
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      if (any_of(at.users(), [&](User *user) {
            return !blocks.contains(cast<Instruction>(user)->getParent());
          }))
        outputs.insert(&at);
}

void Outliner::makeFunction(const Twine &name) {
  LLVMContext &context = function.getContext();
  SmallVector<Type *, 16> types;
  for (Value *input : inputs)
    types.push_back(input->getType());
  for (Value *bytes : sizes)
    types.push_back(bytes->getType());
  SmallVector<Type *, 8> results;
  for (Instruction *output : outputs)
    results.push_back(output->getType());
  Type *result = results.empty()       ? Type::getVoidTy(context)
                 : results.size() == 1 ? results[0]
                                       : StructType::get(context, results);
  made = Function::Create(FunctionType::get(result, types, false), GlobalValue::InternalLinkage,
                          name, function.getParent());
  for (auto kind : {Attribute::MustProgress, Attribute::UWTable})
    if (function.hasFnAttribute(kind))
      made->addFnAttr(function.getFnAttribute(kind));
  for (StringRef word : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
    if (function.hasFnAttribute(word))
      made->addFnAttr(function.getFnAttribute(word));
  made->setDoesNotThrow();
  made->addFnAttr(Attribute::NoFree);
  made->addFnAttr(Attribute::NoSync);
  made->addFnAttr(iterationAttribute);
  for (auto [input, parameter] : zip(inputs, made->args()))
    parameter.setName(input->getName());
}

/// Is `input` the only one that leads to its memory?
bool Outliner::isOnlyWay(const Value &input) const {
  SmallVector<const Value *, 4> own = objectsOf(input);
  return none_of(inputs, [&](const Value *other) {
    return other != &input && other->getType()->isPointerTy() &&
           any_of(objectsOf(*other),
                  [&](const Value *object) { return is_contained(own, object); });
  });
}

/// Sums read what they add to.
bool Outliner::isReadThrough(const Value &input) const {
  return any_of(blocks, [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &at) {
      auto *load = dyn_cast<LoadInst>(&at);
      return load &&
             is_contained(objectsOf(*load->getPointerOperand()), getUnderlyingObject(&input));
    });
  });
}

/// What is known about the memory behind a parameter here and would be unknown there.
void Outliner::describe(unsigned index, Argument &parameter) {
  Value *input = inputs[index];
  if (!input->getType()->isPointerTy())
    return;
  auto *outer = dyn_cast<Argument>(input);
  parameter.addAttr(Attribute::getWithCaptureInfo(parameter.getContext(), CaptureInfo::none()));
  if (isAlone[index] && writes.leadsToUnshared(*input))
    parameter.addAttr(Attribute::NoAlias);
  if (terms.unwanted.contains(input)) {
    if (!isReadThrough(*input))
      parameter.addAttr(Attribute::WriteOnly);
    parameter.addAttr(Attribute::get(parameter.getContext(), writtenOnceAttribute));
  }
  if (isAlone[index] && writes.leadsToUnshared(*input) && writes.leadsToPrivate(*input))
    parameter.addAttr(Attribute::get(parameter.getContext(), scratchAttribute));
  if (auto *copied = terms.copied.find(input); copied != terms.copied.end()) {
    unsigned bytes = inputs.size() + std::distance(terms.copied.begin(), copied);
    parameter.addAttr(Attribute::get(parameter.getContext(), copiedAttribute, utostr(bytes)));
  }
  if (outer)
    for (auto kind : {Attribute::NonNull, Attribute::NoUndef, Attribute::Alignment})
      if (outer->hasAttribute(kind))
        parameter.addAttr(outer->getAttribute(kind));
}

Value *Outliner::inside(Value *value, IRBuilder<> &entry) {
  auto *address = dyn_cast<GetElementPtrInst>(value);
  if (!address || !addresses.contains(address))
    return within.lookup(value);
  Value *&known = within[address];
  if (known)
    return known;
  Instruction *again = address->clone();
  for (Use &operand : again->operands())
    if (!isa<Constant>(operand))
      operand.set(inside(operand, entry));
  entry.Insert(again, address->getName());
  return within[address] = again;
}

/// Is the object behind the pointer the parameter's or the function's own?
static bool leadsToParameters(const Value *pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return all_of(objects, [](const Value *object) { return isa<Argument, AllocaInst>(object); });
}

/// A call inside the body reads at most (Replayable.h).
static MemoryEffects effectsOf(const CallBase &call) {
  MemoryEffects effects = call.getMemoryEffects();
  bool isOfParameters =
      effects.onlyAccessesInaccessibleOrArgMem() && all_of(call.args(), [](const Use &argument) {
        return !argument->getType()->isPointerTy() || leadsToParameters(argument);
      });
  return isOfParameters ? effects : effects | MemoryEffects::readOnly();
}

/// What a caller may conclude of a call without looking inside.
static void summarise(Function &made) {
  MemoryEffects effects = MemoryEffects::none();
  for (Instruction &at : instructions(made)) {
    if (!at.mayReadOrWriteMemory())
      continue;
    SmallVector<const Value *, 2> pointers;
    if (auto *bytes = dyn_cast<MemIntrinsic>(&at)) {
      pointers.push_back(bytes->getRawDest());
      if (auto *transfer = dyn_cast<MemTransferInst>(bytes))
        pointers.push_back(transfer->getRawSource());
    } else if (const Value *pointer = getLoadStorePointerOperand(&at)) {
      pointers.push_back(pointer);
    }
    auto *call = dyn_cast<CallBase>(&at);
    if (call && pointers.empty() && call->getCalledFunction() &&
        !call->getCalledFunction()->isDeclaration())
      effects |= effectsOf(*call);
    else if (pointers.empty()) // functions with a formula
      effects |= MemoryEffects::inaccessibleMemOnly() | MemoryEffects::errnoMemOnly();
    else
      effects |= all_of(pointers, leadsToParameters) ? MemoryEffects::argMemOnly()
                                                     : MemoryEffects::unknown();
  }
  made.setMemoryEffects(effects);
}

void Outliner::moveBody() {
  BasicBlock *start = BasicBlock::Create(function.getContext(), "entry", made);
  IRBuilder<> entry(start);
  for (auto [input, parameter] : zip(inputs, made->args()))
    within[input] = &parameter;
  for (AllocaInst *local : locals) {
    Instruction *own = local->clone();
    entry.Insert(own, local->getName());
    within[local] = own;
  }
  for (Instruction *address : addresses)
    inside(address, entry);
  entry.CreateBr(body);
  for (BasicBlock *block : blocks) {
    for (Instruction &at : *block) {
      at.dropDbgRecords();
      for (Use &operand : at.operands())
        if (Value *here = within.lookup(operand))
          operand.set(here);
    }
    block->removeFromParent();
    block->insertInto(made);
  }
  last->getTerminator()->eraseFromParent();
  IRBuilder<> end(last);
  Value *result = outputs.size() == 1 ? outputs[0] : nullptr;
  if (outputs.size() > 1) {
    result = PoisonValue::get(made->getReturnType());
    for (auto [index, output] : enumerate(outputs))
      result = end.CreateInsertValue(result, output, index);
  }
  result ? end.CreateRet(result) : end.CreateRetVoid();
}

CallInst *Outliner::makeCall() {
  header->getTerminator()->eraseFromParent();
  IRBuilder<> builder(header);
  SmallVector<Value *, 16> operands(inputs.begin(), inputs.end());
  append_range(operands, sizes);
  CallInst *call = builder.CreateCall(made, operands);
  call->setDoesNotThrow();
  MDNode *yes = MDNode::get(function.getContext(), {});
  call->setMetadata(replayMark, yes);
  call->setMetadata(leavesNothingMark, terms.leavesNothing ? yes : nullptr);
  call->setMetadata(onlyAddsMark, terms.onlyAdds ? yes : nullptr);
  SmallVector<Metadata *, 4> declared;
  for (auto &[object, how] : terms.copied)
    declared.push_back(how.declared ? how.declared : yes);
  call->setMetadata(copiedMark,
                    declared.empty() ? nullptr : MDNode::get(function.getContext(), declared));
  for (auto [index, output] : enumerate(outputs)) {
    Value *result = outputs.size() == 1 ? call : builder.CreateExtractValue(call, index);
    result->setName(output->getName() + ".out");
    output->replaceUsesWithIf(result, [&](Use &use) {
      return cast<Instruction>(use.getUser())->getFunction() == &function;
    });
  }
  if (!call->getType()->isVoidTy() && !call->hasName())
    call->setName("iteration");
  builder.CreateBr(tail);
  return call;
}

CallInst *Outliner::run(const Twine &name) {
  DebugLoc where = loop.getStartLoc();
  for (Instruction &at : *header)
    if (!where && at.getDebugLoc())
      where = at.getDebugLoc();
  splitOffTail();
  gatherInputs();
  gatherOutputs();
  for (Value *input : inputs)
    isAlone.push_back(input->getType()->isPointerTy() && isOnlyWay(*input));
  makeFunction(name);
  for (unsigned i = 0; i != inputs.size(); ++i)
    describe(i, *made->getArg(i));
  moveBody();
  CallInst *call = makeCall();
  call->setDebugLoc(where);
  summarise(*made);
  for (AllocaInst *local : locals)
    if (local->use_empty())
      local->eraseFromParent();
  return call;
}

} // namespace

bool hasOutlineForm(Loop &loop, const TypeResults &types, Analyses &analyses) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isLoopSimplifyForm() || loop.getExitingBlock() != latch ||
      !isa<BranchInst>(latch->getTerminator()))
    return false;
  auto isPlain = [&](Value *value) {
    return isNumber(value->getType()) &&
           !(value->getType()->isIntOrIntVectorTy() && types.carriesFloat(*value)) &&
           !(value->getType()->isIntOrIntVectorTy() && types.carriesPointer(*value));
  };
  auto goesOut = [&](Value *value) {
    auto *at = dyn_cast<Instruction>(value);
    return !at || !loop.contains(at) || isPlain(at) || isControl(at, loop);
  };
  for (BasicBlock *next : successors(latch))
    for (PHINode &phi : next->phis())
      if (!goesOut(phi.getIncomingValueForBlock(latch)))
        return false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block)
      for (Value *operand : at.operand_values()) {
        auto *from = dyn_cast<Instruction>(operand);
        bool isInput = isa<Argument>(operand) || (from && !loop.contains(from)) ||
                       (from && isa<PHINode>(from) && from->getParent() == loop.getHeader());
        if (isInput && !operand->getType()->isPointerTy() && !isPlain(operand))
          return false;
      }
  (void)analyses;
  return true;
}

CallInst *outlineIteration(Loop &loop, const ReplayTerms &terms, Analyses &analyses,
                           const Twine &name) {
  return Outliner(loop, terms, analyses).run(name);
}

} // namespace enzyme
