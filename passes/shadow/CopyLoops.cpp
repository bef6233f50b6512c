//===- CopyLoops.cpp -----------------------------------------------------===//
//
//   for each period of `bytes`, for each run of equal pieces in it, for each piece
//   and for each run that begins behind the last whole period, for each piece before the end
//
// upwards or downwards: under overlap a piece must not be met twice. A copy may end within a
// structure; of a number that it cuts in two it moves the lower bytes, by which the number hardly
// changes.
//===----------------------------------------------------------------------===//
#include "shadow/CopyLoops.h"
#include "request/Vocabulary.h"
#include "shadow/ThreadSums.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

SmallVector<PieceRun, 8> runsOf(ArrayRef<Piece> pieces) {
  SmallVector<PieceRun, 8> runs;
  for (const Piece &piece : pieces) {
    PieceRun *last = runs.empty() ? nullptr : &runs.back();
    bool isAlike = last && last->first.kind == piece.kind && last->first.size == piece.size &&
                   last->first.floatType == piece.floatType;
    uint64_t distance =
        isAlike ? piece.offset - last->first.offset - last->distance * (last->count - 1) : 0;
    if (isAlike && (last->count == 1 || last->distance == distance)) {
      last->distance = distance;
      ++last->count;
    } else {
      runs.push_back({piece});
    }
  }
  return runs;
}

SmallVector<NumberRun, 8> numbersIn(const Layout &layout, Value *bytes, IRBuilderBase &builder) {
  auto *known = dyn_cast<ConstantInt>(bytes);
  bool isOnce = known && known->getValue() == layout.period;
  auto count = [&](const Piece &piece) { // those behind the last whole period, too
    auto number = [&](uint64_t value) { return ConstantInt::get(bytes->getType(), value); };
    uint64_t behind = layout.period - piece.offset - piece.size;
    Value *upTo = behind ? builder.CreateNUWAdd(bytes, number(behind)) : bytes;
    return builder.CreateUDiv(upTo, number(layout.period));
  };
  SmallVector<NumberRun, 8> numbers;
  for (const PieceRun &run : runsOf(layout.pieces)) {
    if (run.first.kind != Kind::Float)
      continue;
    if (isOnce && run.count > 1) {
      numbers.push_back({run.first, ConstantInt::get(bytes->getType(), run.count), run.distance});
      continue;
    }
    Piece piece = run.first;
    for (uint64_t i = 0; i != run.count; ++i, piece.offset += run.distance)
      numbers.push_back({piece, count(piece), layout.period});
  }
  return numbers;
}

namespace {

/// A counted loop that runs at least once; `index` goes up or down.
class CountedLoop {
public:
  CountedLoop(IRBuilder<> &builder, Value *trips, bool isUpwards) : builder(builder), trips(trips) {
    BasicBlock *before = builder.GetInsertBlock();
    body = BasicBlock::Create(builder.getContext(), "each", before->getParent());
    builder.CreateBr(body);
    builder.SetInsertPoint(body);
    counter = builder.CreatePHI(trips->getType(), 2, "counter");
    counter->addIncoming(builder.getInt64(0), before);
    index = counter;
    if (!isUpwards)
      index = builder.CreateSub(builder.CreateSub(trips, builder.getInt64(1)), counter, "index");
  }
  ~CountedLoop() {
    BasicBlock *latch = builder.GetInsertBlock();
    BasicBlock *after = BasicBlock::Create(builder.getContext(), "after", latch->getParent());
    Value *next = builder.CreateNUWAdd(counter, builder.getInt64(1), "next");
    counter->addIncoming(next, latch);
    builder.CreateCondBr(builder.CreateICmpEQ(next, trips), after, body);
    builder.SetInsertPoint(after);
  }
  CountedLoop(const CountedLoop &) = delete;

  Value *index;

private:
  IRBuilder<> &builder;
  Value *trips;
  BasicBlock *body;
  PHINode *counter;
};

/// What is done with one piece, `offset` bytes into the memory.
using PieceWriter = function_ref<void(IRBuilder<> &, const Piece &, Value *offset)>;

void writeRuns(IRBuilder<> &builder, ArrayRef<PieceRun> runs, Value *base, bool isUpwards,
               PieceWriter write) {
  for (unsigned i = 0; i != runs.size(); ++i) {
    const PieceRun &run = runs[isUpwards ? i : runs.size() - 1 - i];
    Value *start = builder.CreateNUWAdd(base, builder.getInt64(run.first.offset));
    if (run.count == 1) {
      write(builder, run.first, start);
      continue;
    }
    CountedLoop loop(builder, builder.getInt64(run.count), isUpwards);
    Value *distance = builder.CreateNUWMul(loop.index, builder.getInt64(run.distance));
    write(builder, run.first, builder.CreateNUWAdd(start, distance));
  }
}

/// What repeats every `period` bytes.
struct Pattern {
  ArrayRef<Piece> pieces;
  uint64_t period;
};

/// Goes on behind what `write` does where `isWanted`.
void writeWhere(IRBuilder<> &builder, Value *isWanted, function_ref<void()> write) {
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *some = BasicBlock::Create(builder.getContext(), "some", function);
  BasicBlock *done = BasicBlock::Create(builder.getContext(), "done", function);
  builder.CreateCondBr(isWanted, some, done);
  builder.SetInsertPoint(some);
  write();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

/// May a piece lie in less than a period?
bool hasRest(const Pattern &pattern) {
  return any_of(pattern.pieces,
                [&](const Piece &piece) { return piece.offset + piece.size < pattern.period; });
}

/// The pieces of one period from `base` on that end within `rest` bytes.
void writeRest(IRBuilder<> &builder, const Pattern &pattern,
               std::pair<Value *, Value *> baseAndRest, bool isUpwards, PieceWriter write) {
  auto [base, rest] = baseAndRest;
  SmallVector<PieceRun, 8> runs = runsOf(pattern.pieces);
  for (unsigned i = 0; i != runs.size(); ++i) {
    const PieceRun &run = runs[isUpwards ? i : runs.size() - 1 - i];
    uint64_t end = run.first.offset + run.first.size;
    if (end >= pattern.period)
      continue;
    writeWhere(builder, builder.CreateICmpUGE(rest, builder.getInt64(end)), [&] {
      Value *count = builder.getInt64(1), *start = builder.getInt64(run.first.offset);
      if (run.count > 1) {
        Value *more = builder.CreateUDiv(builder.CreateSub(rest, builder.getInt64(end)),
                                         builder.getInt64(run.distance));
        count = builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateNUWAdd(more, count),
                                              builder.getInt64(run.count));
      }
      CountedLoop loop(builder, count, isUpwards);
      Value *distance = builder.CreateNUWMul(loop.index, builder.getInt64(run.distance));
      write(builder, run.first, builder.CreateNUWAdd(builder.CreateNUWAdd(base, start), distance));
    });
  }
}

/// All pieces of `bytes`.
void writePeriods(IRBuilder<> &builder, const Pattern &pattern, Value *bytes, bool isUpwards,
                  PieceWriter write) {
  Value *period = builder.getInt64(pattern.period);
  Value *count = builder.CreateUDiv(bytes, period, "count");
  auto writeBehind = [&] {
    Value *base = builder.CreateNUWMul(count, period), *rest = builder.CreateSub(bytes, base);
    writeWhere(builder, builder.CreateIsNotNull(rest),
               [&] { writeRest(builder, pattern, {base, rest}, isUpwards, write); });
  };
  if (!isUpwards && hasRest(pattern))
    writeBehind();
  writeWhere(builder, builder.CreateIsNotNull(count), [&] {
    CountedLoop loop(builder, count, isUpwards);
    Value *base = builder.CreateNUWMul(loop.index, period, "base");
    writeRuns(builder, runsOf(pattern.pieces), base, isUpwards, write);
  });
  if (isUpwards && hasRest(pattern))
    writeBehind();
}

Value *at(IRBuilder<> &builder, Value *memory, Value *offset) {
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), memory, offset);
}

std::string nameOf(StringRef what, const Layout &layout, ArrayRef<Piece> pieces) {
  std::string name = ("enzyme." + what + "." + Twine(layout.period)).str();
  raw_string_ostream out(name);
  for (const PieceRun &run : runsOf(pieces)) {
    out << "." << run.first.offset;
    if (run.count > 1)
      out << "x" << run.count << "by" << run.distance;
    if (run.first.floatType)
      run.first.floatType->print(out);
    else
      out << spelled(run.first.kind) << run.first.size;
  }
  return name;
}

SmallVector<Piece, 8> piecesThat(const Layout &layout, function_ref<bool(const Piece &)> isWanted) {
  SmallVector<Piece, 8> pieces;
  copy_if(layout.pieces, std::back_inserter(pieces), isWanted);
  return pieces;
}

SmallVector<Piece, 8> floatsOf(const Layout &layout) {
  return piecesThat(layout, [](const Piece &piece) { return piece.kind == Kind::Float; });
}

SmallVector<Piece, 8> othersOf(const Layout &layout) {
  return piecesThat(layout, [](const Piece &piece) { return piece.kind != Kind::Float; });
}

/// The function of that name, empty if it is new; its memory parameters come first,
/// the bytes last.
Function *declare(Module &module, const std::string &name, unsigned memories) {
  if (Function *known = module.getFunction(name))
    return known;
  LLVMContext &context = module.getContext();
  SmallVector<Type *, 3> types(memories, PointerType::get(context, 0));
  types.push_back(Type::getInt64Ty(context));
  auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
  Function *function = Function::Create(type, GlobalValue::InternalLinkage, name, module);
  function->setDoesNotThrow();
  function->setMemoryEffects(MemoryEffects::argMemOnly());
  BasicBlock::Create(context, "entry", function);
  return function;
}

/// Overlapping moves go away from where they come from.
void writeBothWays(Function &function, const Pattern &pattern, bool isUpwardsAbove,
                   PieceWriter write) {
  IRBuilder<> builder(&function.getEntryBlock());
  Value *to = function.getArg(0), *from = function.getArg(1), *bytes = function.getArg(2);
  BasicBlock *above = BasicBlock::Create(builder.getContext(), "above", &function);
  BasicBlock *below = BasicBlock::Create(builder.getContext(), "below", &function);
  builder.CreateCondBr(builder.CreateICmpUGE(to, from), above, below);
  for (auto [block, isUpwards] :
       {std::pair(above, isUpwardsAbove), std::pair(below, !isUpwardsAbove)}) {
    builder.SetInsertPoint(block);
    writePeriods(builder, pattern, bytes, isUpwards, write);
    builder.CreateRetVoid();
  }
}

/// The type that moves a piece which is not a float.
Type *carrierOf(const Piece &piece, LLVMContext &context) {
  return piece.kind == Kind::Pointer ? cast<Type>(PointerType::get(context, 0))
                                     : IntegerType::get(context, unsigned(piece.size * 8));
}

/// Says what an integer being copied is, for derivatives of this code.
void declarePiece(Instruction &access, Piece piece) {
  piece.offset = 0;
  Layout layout;
  layout.period = piece.size;
  layout.pieces = {piece};
  layout.known = true;
  access.setMetadata(layoutMetadata, encode(layout, access.getContext()));
}

} // namespace

Function *pullCopyFunction(Module &module, const Layout &layout, bool isShared) {
  SmallVector<Piece, 8> floats = floatsOf(layout);
  Function *function =
      declare(module, nameOf(isShared ? "pull.shared" : "pull", layout, floats), 2);
  if (!function->getEntryBlock().empty())
    return function;
  if (floats.size() == 1 && floats[0].size == layout.period && !isShared) // an array of numbers
    function->addFnAttr(nameOf(Runtime::PullCopy));
  Value *to = function->getArg(0), *from = function->getArg(1);
  writeBothWays(*function, {floats, layout.period}, /*isUpwardsAbove=*/true,
                [&](IRBuilder<> &builder, const Piece &piece, Value *offset) {
                  Value *taken = at(builder, to, offset);
                  Value *adjoint = builder.CreateAlignedLoad(piece.floatType, taken, Align(1));
                  builder.CreateAlignedStore(Constant::getNullValue(piece.floatType), taken,
                                             Align(1));
                  Value *given = at(builder, from, offset);
                  if (isShared || isSharedByThreads(*given, module)) {
                    addForThreads(builder, given, adjoint, Align(1));
                    return;
                  }
                  Value *old = builder.CreateAlignedLoad(piece.floatType, given, Align(1));
                  builder.CreateAlignedStore(builder.CreateFAdd(old, adjoint), given, Align(1));
                });
  return function;
}

Function *clearFloatsFunction(Module &module, const Layout &layout) {
  SmallVector<Piece, 8> floats = floatsOf(layout);
  Function *function = declare(module, nameOf("clear", layout, floats), 1);
  if (!function->getEntryBlock().empty())
    return function;
  IRBuilder<> builder(&function->getEntryBlock());
  Value *memory = function->getArg(0);
  writePeriods(builder, {floats, layout.period}, function->getArg(1), true,
               [&](IRBuilder<> &inner, const Piece &piece, Value *offset) {
                 inner.CreateAlignedStore(Constant::getNullValue(piece.floatType),
                                          at(inner, memory, offset), Align(1));
               });
  builder.CreateRetVoid();
  return function;
}

Function *clearPointersFunction(Module &module, const Layout &layout) {
  SmallVector<Piece, 8> others = othersOf(layout);
  Function *function = declare(module, nameOf("null", layout, others), 1);
  if (!function->getEntryBlock().empty())
    return function;
  IRBuilder<> builder(&function->getEntryBlock());
  Value *memory = function->getArg(0);
  writePeriods(builder, {others, layout.period}, function->getArg(1), true,
               [&](IRBuilder<> &inner, const Piece &piece, Value *offset) {
                 Constant *none = Constant::getNullValue(carrierOf(piece, inner.getContext()));
                 declarePiece(*inner.CreateAlignedStore(none, at(inner, memory, offset), Align(1)),
                              piece);
               });
  builder.CreateRetVoid();
  return function;
}

Function *copyPointersFunction(Module &module, const Layout &layout) {
  SmallVector<Piece, 8> others = othersOf(layout);
  Function *function = declare(module, nameOf("move", layout, others), 2);
  if (!function->getEntryBlock().empty())
    return function;
  Value *to = function->getArg(0), *from = function->getArg(1);
  writeBothWays(
      *function, {others, layout.period}, /*isUpwardsAbove=*/false,
      [&](IRBuilder<> &builder, const Piece &piece, Value *offset) {
        Type *type = carrierOf(piece, builder.getContext());
        auto *moved = builder.CreateAlignedLoad(type, at(builder, from, offset), Align(1));
        declarePiece(*moved, piece);
        declarePiece(*builder.CreateAlignedStore(moved, at(builder, to, offset), Align(1)), piece);
      });
  return function;
}

} // namespace enzyme
