//===- Checkpoint.cpp -----------------------------------------------------===//
#include "checkpoint/Checkpoint.h"
#include "checkpoint/CellTypes.h"
#include "checkpoint/Marks.h"
#include "support/LoopForm.h"
#include "support/Origins.h"
#include "types/Evidence.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The mark that is outside all other marked loops, with its loop.
CallInst *outermostMark(Function &function, LoopInfo &loops) {
  CallInst *outermost = nullptr;
  for (Instruction &at : instructions(function))
    if (isLoopMark(at) && (!outermost || loops.getLoopDepth(at.getParent()) <
                                             loops.getLoopDepth(outermost->getParent())))
      outermost = cast<CallInst>(&at);
  return outermost;
}

/// Of one loop, once it is known that its state can be told.
class LoopOutliner {
public:
  LoopOutliner(Loop &loop, CheckpointPlan plan, const TypeResults &types)
      : function(*loop.getHeader()->getParent()), header(loop.getHeader()),
        preheader(loop.getLoopPreheader()), blocks(loop.blocks()), plan(std::move(plan)),
        types(types) {
    loop.getUniqueExitBlocks(exits);
  }

  /// The function that is the loop; null if no function can be made of it.
  Function *run();

private:
  bool isInside(const Instruction &at) const { return is_contained(blocks, at.getParent()); }
  BasicBlock::iterator variables() { return function.getEntryBlock().begin(); }
  void addCell(AllocaInst *cell, const Layout &held, bool isState);
  bool isFloat(const Value &input) const;
  void handOnThroughMemory();
  void passFloatsThroughMemory();
  void repeatAddresses();
  BasicBlock *separateBackEdges();
  Function *extract(ArrayRef<BasicBlock *> region, const Twine &name, StringRef attribute);
  SmallPtrSet<const Value *, 8> ownMemory();
  static void describe(const CallInst &call, const SmallPtrSetImpl<const Value *> &own);

  Function &function;
  BasicBlock *header, *preheader;
  SmallVector<BasicBlock *, 16> blocks;
  SmallVector<BasicBlock *, 4> exits;
  CheckpointPlan plan;
  const TypeResults &types; ///< of the function as it was
};

/// A variable that was a value. An address that iterations hand on has a shadow that changes
/// with it.
void LoopOutliner::addCell(AllocaInst *cell, const Layout &held, bool isState) {
  if (!cell)
    return;
  declareCell(*cell, held);
  PieceKind kind = cell->getAllocatedType()->isPointerTy() ? PieceKind::Pointer
                   : isState                               ? PieceKind::State
                                                           : PieceKind::Constant;
  IRBuilder<> builder(function.getContext());
  uint64_t bytes = function.getDataLayout().getTypeAllocSize(cell->getAllocatedType());
  plan.pieces.push_back({kind, cell, builder.getInt64(bytes), cell});
}

void LoopOutliner::handOnThroughMemory() {
  auto handOn = [&](PHINode &phi, bool isState) {
    Layout held = layoutOfCell(phi, types);
    addCell(DemotePHIToStack(&phi, variables()), held, isState);
  };
  for (BasicBlock *exit : exits)
    while (auto *phi = dyn_cast<PHINode>(&exit->front()))
      handOn(*phi, false);
  while (auto *phi = dyn_cast<PHINode>(&header->front()))
    handOn(*phi, true);
  SmallVector<Instruction *, 8> results;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      if (any_of(at.users(), [&](User *user) { return !isInside(*cast<Instruction>(user)); }))
        results.push_back(&at);
  for (Instruction *result : results) {
    Layout held = layoutOfCell(*result, types);
    addCell(DemoteRegToStack(*result, false, variables()), held, false);
  }
}

/// Address arithmetic in front of the loop is done in it: one object, one parameter.
void LoopOutliner::repeatAddresses() {
  for (bool isAny = true; isAny;) {
    SmallSetVector<GetElementPtrInst *, 8> addresses;
    for (BasicBlock *block : blocks)
      for (Instruction &at : *block)
        for (Value *operand : at.operand_values())
          if (auto *address = dyn_cast<GetElementPtrInst>(operand);
              address && !isInside(*address) && !address->getType()->isVectorTy())
            addresses.insert(address);
    for (GetElementPtrInst *address : addresses) {
      Instruction *again = address->clone();
      again->insertInto(header, header->getFirstInsertionPt());
      again->setName(address->getName());
      address->replaceUsesWithIf(again, [&](Use &use) {
        auto *user = dyn_cast<Instruction>(use.getUser());
        return user && user != again && isInside(*user);
      });
    }
    isAny = !addresses.empty();
  }
}

/// Is this a number that may have a derivative, in an integer's clothes or not?
bool LoopOutliner::isFloat(const Value &input) const {
  Type *type = input.getType();
  if (!type->isIntegerTy())
    return !type->isPointerTy();
  return layoutOfCell(input, types).hasFloats();
}

/// Numbers with a derivative that the loop only reads: adjoints are summed up in memory.
void LoopOutliner::passFloatsThroughMemory() {
  SmallSetVector<Value *, 8> inputs;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      for (Value *operand : at.operand_values()) {
        auto *made = dyn_cast<Instruction>(operand);
        bool isInput = isa<Argument>(operand) || (made && !isInside(*made));
        if (isInput && isFloat(*operand))
          inputs.insert(operand);
      }
  for (Value *input : inputs) {
    Layout held = layoutOfCell(*input, types);
    IRBuilder<> entry(&function.getEntryBlock(), variables());
    AllocaInst *cell = entry.CreateAlloca(input->getType(), nullptr, input->getName() + ".cell");
    IRBuilder<> before(preheader->getTerminator());
    before.CreateStore(input, cell);
    IRBuilder<> start(header, header->getFirstInsertionPt());
    Value *value = start.CreateLoad(input->getType(), cell, input->getName());
    input->replaceUsesWithIf(value, [&](Use &use) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      return user && isInside(*user);
    });
    addCell(cell, held, false);
  }
}

/// Iterations end in a block of their own, outside of what is one.
BasicBlock *LoopOutliner::separateBackEdges() {
  BasicBlock *again = BasicBlock::Create(function.getContext(), "again", &function);
  for (BasicBlock *block : SmallVector<BasicBlock *>(predecessors(header)))
    if (is_contained(blocks, block))
      block->getTerminator()->replaceSuccessorWith(header, again);
  BranchInst::Create(header, again);
  return again;
}

Function *LoopOutliner::extract(ArrayRef<BasicBlock *> region, const Twine &name,
                                StringRef attribute) {
  CodeExtractorAnalysisCache cache(function);
  DominatorTree dominators(function);
  CodeExtractor extractor(region, &dominators);
  Function *made = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
  if (!made)
    return nullptr;
  made->setName(name);
  made->addFnAttr(attribute);
  made->addFnAttr(Attribute::NoInline);
  made->removeFnAttr(Attribute::AlwaysInline);
  return made;
}

/// Addresses that lead to this function's own memory, which has not escaped.
SmallPtrSet<const Value *, 8> LoopOutliner::ownMemory() {
  Analyses analyses(function);
  Writes writes(function, analyses);
  SmallPtrSet<const Value *, 8> own;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      for (Value *operand : at.operand_values())
        if (operand->getType()->isPointerTy() && isa<Argument, Instruction>(operand) &&
            writes.leadsToUnshared(*operand))
          own.insert(operand);
  return own;
}

/// Where no other operand leads to such memory, the function that is called may know it.
void LoopOutliner::describe(const CallInst &call, const SmallPtrSetImpl<const Value *> &own) {
  auto sharesObject = [&](const Use &a, const Use &b) {
    SmallVector<const Value *, 4> objects = objectsOf(*a);
    return &a != &b && b->getType()->isPointerTy() &&
           any_of(objectsOf(*b),
                  [&](const Value *object) { return is_contained(objects, object); });
  };
  for (const Use &operand : call.args())
    if (own.contains(operand) &&
        none_of(call.args(), [&](const Use &other) { return sharesObject(operand, other); }))
      call.getCalledFunction()->addParamAttr(operand.getOperandNo(), Attribute::NoAlias);
}

/// Variables whose lifetime the function states, and that are used nowhere else, would become
/// the loop's own, where its derivative cannot find them.
static void dropScopesIn(ArrayRef<BasicBlock *> region) {
  SmallSetVector<Value *, 8> variables;
  for (BasicBlock *block : region)
    for (Instruction &at : *block)
      for (Value *operand : at.operand_values())
        if (isa<AllocaInst>(operand))
          variables.insert(operand);
  for (Value *variable : variables)
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *at = dyn_cast<Instruction>(user); at && at->isLifetimeStartOrEnd())
        at->eraseFromParent();
}

Function *LoopOutliner::run() {
  if (!CodeExtractor(blocks).isEligible())
    return nullptr;
  handOnThroughMemory();
  repeatAddresses();
  passFloatsThroughMemory();
  BasicBlock *again = separateBackEdges();
  BasicBlock *start = SplitEdge(preheader, header);
  SmallPtrSet<const Value *, 8> own = ownMemory();
  Function *step = extract(blocks, "enzyme.step." + function.getName(), stepAttribute);
  assert(step && "was eligible");
  describe(*cast<CallInst>(step->user_back()), own);
  erase_if(plan.pieces, [&](const StatePiece &piece) { // an iteration's own variable went along
    auto *variable = dyn_cast<AllocaInst>(piece.memory);
    return variable && variable->getFunction() != &function;
  });
  IRBuilder<> builder(start->getTerminator());
  writePlan(builder, plan)->setDebugLoc(plan.where);
  BasicBlock *call = start->getSingleSuccessor();
  SmallVector<BasicBlock *, 8> region{start, call, again};
  SmallPtrSet<BasicBlock *, 4> outside(exits.begin(), exits.end());
  for (unsigned i = 1; i != region.size(); ++i) // behind the call it is seen which way out it took
    for (BasicBlock *next : successors(region[i]))
      if (!outside.contains(next) && !is_contained(region, next))
        region.push_back(next);
  dropScopesIn(region);
  return extract(region, "enzyme.checkpointed." + function.getName(), checkpointedAttribute);
}

/// How many iterations there will be, at the end of the preheader; 0 if that is not known.
Value *countOf(Loop &loop, ScalarEvolution &evolution) {
  Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  const SCEV *taken = evolution.getBackedgeTakenCount(&loop);
  SCEVExpander expander(evolution, "count");
  if (isa<SCEVCouldNotCompute>(taken) || evolution.getTypeSizeInBits(taken->getType()) > 64 ||
      !expander.isSafeToExpandAt(taken, at))
    return ConstantInt::get(word, 0);
  taken = evolution.getNoopOrZeroExtend(taken, word);
  return expander.expandCodeFor(evolution.getAddExpr(taken, evolution.getOne(word)), word, at);
}

class FunctionSearch {
public:
  FunctionSearch(Function &function, Diagnostics &diagnostics)
      : function(function), diagnostics(diagnostics) {}

  /// Outlines the outermost marked loop; false if there is none left.
  bool next();
  /// The iterations of those outlined so far, which may have marked loops of their own.
  SmallVector<Function *, 2> takeSteps() { return std::exchange(steps, {}); }

private:
  void refuse(const CallInst &mark, const std::string &why, const Instruction *at = nullptr) {
    if (isBudgetOfBytes(*mark.getArgOperand(0)))
      return;
    Refusal refusal = refusalAt(mark, MessageId::NotCheckpointed, {why});
    if (at && at->getDebugLoc())
      refusal.notes.insert(refusal.notes.begin(), {Position::of(*at), "it does so here"});
    diagnostics.warn(std::move(refusal));
  }

  Function &function;
  Diagnostics &diagnostics;
  SmallVector<Function *, 2> steps;
};

bool FunctionSearch::next() {
  bringLoopsIntoForm(function);
  TypeResults types = analyseTypes(function);
  Analyses analyses(function);
  CallInst *mark = outermostMark(function, analyses.loopInfo());
  if (!mark)
    return false;
  Loop *loop = analyses.loopInfo().getLoopFor(mark->getParent());
  auto done = [&] {
    mark->eraseFromParent();
    return true;
  };
  if (!loop) // it had one iteration, or a few that are straight code now
    return done();
  CheckpointPlan plan;
  plan.budget = mark->getArgOperand(0);
  plan.where = mark->getDebugLoc();
  if (!loop->isLoopSimplifyForm() || !loop->isLoopInvariant(plan.budget)) {
    refuse(*mark, "computes its number of snapshots inside");
    return done();
  }
  LoopState state(*loop, types, analyses);
  if (!state.whyNot().empty()) {
    refuse(*mark, state.whyNot(), state.whereNot());
    return done();
  }
  plan.count = countOf(*loop, analyses.scalarEvolution());
  plan.pieces = state.emit();
  Refusal formless = refusalAt(*mark, MessageId::NotCheckpointed, {"cannot be taken apart"});
  done();
  if (Function *outlined = LoopOutliner(*loop, std::move(plan), types).run())
    steps.push_back(readPlan(*outlined).step->getCalledFunction());
  else
    diagnostics.warn(std::move(formless));
  return true;
}

} // namespace

void checkpointLoops(ArrayRef<Function *> functions, Diagnostics &diagnostics) {
  SmallVector<Function *> pending(functions);
  while (!pending.empty()) {
    Function *function = pending.pop_back_val();
    if (none_of(instructions(*function), [](const Instruction &at) { return isLoopMark(at); }))
      continue;
    FunctionSearch search(*function, diagnostics);
    while (search.next())
      append_range(pending, search.takeSteps());
  }
}

static CallInst *nextOutlined(Function &function) {
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&at))
      if (Function *callee = call->getCalledFunction();
          callee &&
          (callee->hasFnAttribute(checkpointedAttribute) || callee->hasFnAttribute(stepAttribute)))
        return call;
  return nullptr;
}

Function *withLoopsTogether(Function &function) {
  if (function.isDeclaration() || !nextOutlined(function))
    return nullptr;
  ValueToValueMapTy copies;
  Function *copy = CloneFunction(&function, copies);
  copy->setLinkage(GlobalValue::InternalLinkage);
  noteCopy(*copy, function);
  while (CallInst *call = nextOutlined(*copy)) {
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info).isSuccess())
      break;
  }
  dropMarks(*copy);
  return copy;
}

} // namespace enzyme
