//===- ThreadIndex.cpp ------------------------------------------------------===//
#include "shadow/ThreadIndex.h"
#include "limits/shadow.h"
#include "rules/gpu/Launch.h"
#include "shadow/StructureFields.h"
#include "support/Mutation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {

/// No number reaches this: neither are they negative with 32 bits, nor do products of two wrap with
/// 64.
static constexpr uint64_t most = uint64_t(1) << 31;
static constexpr unsigned axes = 3;

static std::string productKey(StringRef a, StringRef b) {
  SmallVector<StringRef, 8> factors;
  a.split(factors, '*');
  SmallVector<StringRef, 8> more;
  b.split(more, '*');
  factors.append(more);
  sort(factors);
  return join(factors, "*");
}

/// What it is made of, where that is a sum with no carry.
static bool isSum(const Value &value, const Value *&a, const Value *&b) {
  return match(&value, m_Add(m_Value(a), m_Value(b))) ||
         match(&value, m_DisjointOr(m_Value(a), m_Value(b)));
}

static const Value &withoutExtension(const Value &value) {
  auto *extended = dyn_cast<CastInst>(&value);
  return extended && isa<ZExtInst, SExtInst>(extended) ? *extended->getOperand(0) : value;
}

ThreadIndices::ThreadIndices(ShadowedPrimal &primal, Analyses &analyses)
    : primal(primal), evolution(analyses.scalarEvolution()), loops(analyses.loopInfo()),
      builder(&*primal.function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {
  SmallPtrSet<const Value *, 8> seen;
  for (const Instruction &at : instructions(*primal.prepared))
    if (auto *compared = dyn_cast<ICmpInst>(&at))
      for (const Value *operand : compared->operands())
        if (operand->getType()->isIntegerTy() && !isa<ConstantInt>(operand) &&
            seen.insert(operand).second)
          bounds.push_back(operand);
}

/// How many numbers there are in that direction, of threads or blocks.
Value *ThreadIndices::extent(unsigned number) {
  Value *&known = extents[number];
  if (!known)
    known = readLaunchNumber(
        builder, {number < axes ? LaunchNumber::Threads : LaunchNumber::Blocks, number % axes});
  return known;
}

Value *ThreadIndices::areAllNumbers(unsigned numbers) {
  Value *all = builder.getTrue();
  for (unsigned number = 0; number != 2 * axes; ++number)
    if (!(numbers >> number & 1))
      all = builder.CreateAnd(all, builder.CreateICmpEQ(extent(number), builder.getInt64(1)));
  return all;
}

Value *ThreadIndices::limited(Value *number) {
  conditions->push_back(builder.CreateICmpULT(number, builder.getInt64(most)));
  return number;
}

std::optional<SameNumber> ThreadIndices::same(const Value &value, unsigned depth) {
  if (depth == limits::depthOfShared || !value.getType()->isIntegerTy() ||
      value.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (auto *constant = dyn_cast<ConstantInt>(&value)) {
    if (constant->getValue().isNegative() || constant->getValue().uge(most))
      return std::nullopt;
    return SameNumber{std::to_string(constant->getZExtValue()),
                      builder.getInt64(constant->getZExtValue())};
  }
  if (auto *parameter = dyn_cast<Argument>(&value))
    return SameNumber{"a" + std::to_string(parameter->getArgNo()),
                      limited(builder.CreateSExt(primal.copyOf(parameter), builder.getInt64Ty()))};
  if (std::optional<StructureField> field = structureField(primal, value)) {
    // As often as it is asked for: the structure is read only.
    Value *place = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), primal.copyOf(field->structure), field->offset);
    Value *number =
        builder.CreateAlignedLoad(value.getType(), place, cast<LoadInst>(value).getAlign());
    return SameNumber{"a" + std::to_string(field->structure->getArgNo()) + "." +
                          std::to_string(field->offset) + "i" +
                          std::to_string(value.getType()->getIntegerBitWidth()),
                      limited(builder.CreateSExt(number, builder.getInt64Ty()))};
  }
  if (std::optional<LaunchNumber> number = launchNumber(value);
      number && number->kind >= LaunchNumber::Threads) {
    bool isOfBlocks = number->kind == LaunchNumber::Blocks;
    return SameNumber{(isOfBlocks ? "m" : "n") + std::to_string(number->axis),
                      limited(extent(number->axis + (isOfBlocks ? axes : 0)))};
  }
  if (std::optional<unsigned> axis = axisOfAllThreads(value)) {
    std::string number = std::to_string(*axis);
    return SameNumber{productKey("n" + number, "m" + number),
                      limited(builder.CreateMul(extent(*axis), extent(*axis + axes)))};
  }
  auto *at = dyn_cast<Instruction>(&value);
  // All numbers are below half of what 32 bits hold: extended they are the same.
  if (at && isa<ZExtInst, SExtInst>(at))
    return same(*at->getOperand(0), depth + 1);
  const Value *a, *b;
  if (!match(&value, m_Mul(m_Value(a), m_Value(b))) || value.getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  std::optional<SameNumber> first = same(*a, depth + 1), second = same(*b, depth + 1);
  if (!first || !second)
    return std::nullopt;
  return SameNumber{productKey(first->key, second->key),
                    limited(builder.CreateMul(first->value, second->value))};
}

/// Is it so in `where`, for a bound that is not negative? Of a value that may be, as unsigned
/// numbers.
bool ThreadIndices::isBelow(const Value &value, const Value &bound, bool mayBeNegative) {
  auto scalar = [&](const Value &number) {
    return evolution.getSCEV(const_cast<Value *>(&number)); // const_cast: LLVM only reads it
  };
  auto asks = [&](const Value &a, const Value &b) {
    const SCEV *number = scalar(a), *limit = scalar(b);
    return number->getType() == limit->getType() &&
           ((!mayBeNegative &&
             evolution.isKnownPredicateAt(ICmpInst::ICMP_SLT, number, limit, where)) ||
            evolution.isKnownPredicateAt(ICmpInst::ICMP_ULT, number, limit, where));
  };
  return asks(value, bound) || asks(withoutExtension(value), withoutExtension(bound));
}

std::optional<uint64_t> ThreadIndices::largest(const Value &value) {
  // const_cast: as above
  ConstantRange range = evolution.getSignedRange(evolution.getSCEV(const_cast<Value *>(&value)));
  if (range.isEmptySet() || range.getSignedMin().isNegative() || range.getSignedMax().uge(most))
    return std::nullopt;
  return range.getSignedMax().getZExtValue();
}

/// A number of the launch that `value` is below in `where`.
std::optional<SameNumber> ThreadIndices::boundOf(const Value &value, bool mayBeNegative) {
  for (const Value *bound : bounds)
    if (bound->getType() == value.getType() && isBelow(value, *bound, mayBeNegative))
      if (std::optional<SameNumber> number = same(*bound))
        return number;
  return std::nullopt;
}

std::optional<ThreadIndex> ThreadIndices::index(const Value &value, unsigned depth) {
  if (depth == limits::depthOfShared || !value.getType()->isIntegerTy())
    return std::nullopt;
  if (std::optional<LaunchNumber> number = launchNumber(value)) {
    if (number->kind >= LaunchNumber::Threads)
      return std::nullopt;
    bool isOfBlock = number->kind == LaunchNumber::Block;
    std::string axis = std::to_string(number->axis);
    unsigned which = number->axis + (isOfBlock ? axes : 0);
    Value *limit = limited(extent(which));
    return ThreadIndex{(isOfBlock ? "b" : "t") + axis, 1u << which, (isOfBlock ? "m" : "n") + axis,
                       limit, limit};
  }
  if (auto *phi = dyn_cast<PHINode>(&value))
    return walked(*phi, depth);
  auto *at = dyn_cast<Instruction>(&value);
  if (!at || at->getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  if (isa<CastInst>(at))
    return isa<ZExtInst, SExtInst, TruncInst>(at) ? index(*at->getOperand(0), depth + 1)
                                                  : std::nullopt;
  const Value *a, *b;
  if (!isSum(value, a, b))
    return std::nullopt;
  std::optional<ThreadIndex> found = combined(*a, *b, depth);
  if (!found)
    found = combined(*b, *a, depth);
  if (!found)
    found = inRows(*a, index(*b, depth + 1));
  if (!found)
    found = inRows(*b, index(*a, depth + 1));
  if (found)
    if (std::optional<SameNumber> bound = boundOf(value))
      found->count = bound->value;
  return found;
}

/// outer * w + inner
std::optional<ThreadIndex> ThreadIndices::combined(const Value &product, const Value &inner,
                                                   unsigned depth) {
  const Value *a, *b;
  if (!match(&withoutExtension(product), m_Mul(m_Value(a), m_Value(b))))
    return std::nullopt;
  for (auto [slow, width] : {std::pair(a, b), std::pair(b, a)}) {
    std::optional<SameNumber> wide = same(*width);
    std::optional<ThreadIndex> outer = wide ? index(*slow, depth + 1) : std::nullopt;
    std::optional<ThreadIndex> within = outer ? index(inner, depth + 1) : std::nullopt;
    if (!within || (outer->numbers & within->numbers))
      continue;
    bool isFull = within->all == wide->key;
    if (!isFull && !isBelow(inner, *width))
      continue;
    ThreadIndex made{"(" + outer->key + "*" + wide->key + "+" + within->key + ")",
                     outer->numbers | within->numbers, "",
                     limited(builder.CreateMul(outer->limit, wide->value)),
                     builder.CreateMul(outer->count, wide->value)};
    if (isFull && !outer->all.empty())
      made.all = productKey(outer->all, wide->key);
    return made;
  }
  return std::nullopt;
}

/// How often a loop runs whose counter that is: a number before which it ends, if it is not zero.
std::optional<SameNumber> ThreadIndices::countOfIterations(const SCEV &counter) {
  auto *counted = dyn_cast<SCEVAddRecExpr>(&counter);
  return counted && counted->getStart()->isZero() && counted->getStepRecurrence(evolution)->isOne()
             ? countOfIterations(*counted->getLoop())
             : std::nullopt;
}

std::optional<SameNumber> ThreadIndices::countOfIterations(const Loop &loop) {
  const SCEV *last = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(last))
    return std::nullopt;
  for (const Value *bound : bounds) {
    if (bound->getType() != last->getType())
      continue;
    // const_cast: as above
    const SCEV *count = evolution.getSCEV(const_cast<Value *>(bound));
    if (evolution.getMinusSCEV(count, evolution.getOne(count->getType())) != last)
      continue;
    if (std::optional<SameNumber> number = same(*bound)) {
      conditions->push_back(builder.CreateIsNotNull(number->value));
      return number;
    }
  }
  ConstantRange range = evolution.getUnsignedRange(last);
  if (range.getUnsignedMax().uge(most))
    return std::nullopt;
  return SameNumber{"", builder.getInt64(range.getUnsignedMax().getZExtValue() + 1)};
}

/// Above `row`, which is not negative: itself where that is the same in all threads.
std::optional<SameNumber> ThreadIndices::countOfRows(const Value &row, unsigned depth) {
  auto after = [&](const SameNumber &last, uint64_t more) {
    return SameNumber{"", limited(builder.CreateAdd(last.value, builder.getInt64(more)))};
  };
  if (depth == limits::depthOfShared)
    return std::nullopt;
  if (std::optional<SameNumber> number = same(row))
    return after(*number, 1);
  auto *cast = dyn_cast<CastInst>(&row);
  if (cast && isa<ZExtInst, SExtInst, TruncInst>(cast) &&
      cast->getType()->getIntegerBitWidth() >= 32)
    if (std::optional<SameNumber> count = countOfRows(*cast->getOperand(0), depth + 1))
      return count;
  const Value *before;
  const APInt *more;
  if (row.getType()->getIntegerBitWidth() >= 32 &&
      match(&row, m_Add(m_Value(before), m_APInt(more))) && more->ult(most))
    if (std::optional<SameNumber> count = countOfRows(*before, depth + 1))
      return after(*count, more->getZExtValue());
  // const_cast: LLVM only reads it
  const SCEV *number = evolution.getSCEV(const_cast<Value *>(&row));
  if (std::optional<SameNumber> count = countOfIterations(*number))
    return count;
  if (std::optional<SameNumber> bound = boundOf(row, !evolution.isKnownNonNegative(number)))
    return bound;
  if (std::optional<uint64_t> last = largest(row))
    return SameNumber{"", builder.getInt64(*last + 1)};
  return std::nullopt;
}

/// A product of numbers that are the same in all threads, and of one that need not be: the row's.
std::optional<ThreadIndices::Rows> ThreadIndices::rowsOf(const Value &product) {
  SmallVector<const Value *, 4> factors{&product};
  const Value *row = nullptr;
  std::optional<SameNumber> length;
  for (unsigned next = 0; next != factors.size() && next != limits::depthOfShared; ++next) {
    const Value &factor = withoutExtension(*factors[next]), *a, *b;
    const APInt *shift;
    std::optional<SameNumber> number;
    if (factor.getType()->getIntegerBitWidth() < 32)
      return std::nullopt;
    if (match(&factor, m_Mul(m_Value(a), m_Value(b)))) {
      factors.append({a, b});
      continue;
    }
    if (match(&factor, m_Shl(m_Value(a), m_APInt(shift)))) {
      if (shift->uge(31))
        return std::nullopt;
      factors.push_back(a);
      number = SameNumber{std::to_string(1u << shift->getZExtValue()),
                          builder.getInt64(1u << shift->getZExtValue())};
    } else {
      number = same(factor);
    }
    bool isRow = !number || (isa<ConstantInt>(factor) && !row && length);
    if (isRow && row)
      return std::nullopt;
    if (isRow)
      row = &factor;
    else
      length = length ? SameNumber{productKey(length->key, number->key),
                                   limited(builder.CreateMul(length->value, number->value))}
                      : *number;
  }
  if (!length || factors.size() > limits::depthOfShared)
    return std::nullopt;
  if (!row) // the second one
    return Rows{{"", builder.getInt64(2)}, *length};
  std::optional<SameNumber> count = countOfRows(*row);
  return count ? std::optional(Rows{*count, *length}) : std::nullopt;
}

std::optional<ThreadIndex> ThreadIndices::inRows(const Value &product,
                                                 const std::optional<ThreadIndex> &within) {
  std::optional<Rows> rows = within && within->column.empty() ? rowsOf(product) : std::nullopt;
  return rows ? std::optional(inRows(*rows, *within)) : std::nullopt;
}

/// row * n + inner: in whatever rows threads read, they meet in no column.
ThreadIndex ThreadIndices::inRows(const Rows &rows, const ThreadIndex &within) {
  if (!mutation::breaks("launch-sums.columns"))
    conditions->push_back(builder.CreateICmpULE(within.count, rows.length.value));
  Value *all = limited(builder.CreateMul(rows.count.value, rows.length.value));
  return ThreadIndex{within.key + "%" + rows.length.key,
                     within.numbers,
                     "",
                     all,
                     all,
                     within.key,
                     rows.length.value};
}

/// for (i = start; i < n; i += how many there are)
std::optional<ThreadIndex> ThreadIndices::walked(const PHINode &phi, unsigned depth) {
  const Loop *loop = loops.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopPreheader() ||
      !loop->getLoopLatch() || phi.getNumIncomingValues() != 2)
    return std::nullopt;
  const Value *next = phi.getIncomingValueForBlock(loop->getLoopLatch()), *step;
  if (!match(next, m_c_Add(m_Specific(&phi), m_Value(step))))
    return std::nullopt;
  std::optional<ThreadIndex> start =
      index(*phi.getIncomingValueForBlock(loop->getLoopPreheader()), depth + 1);
  std::optional<SameNumber> all = start ? same(*step) : std::nullopt;
  std::optional<SameNumber> bound = all && all->key == start->all ? boundOf(phi) : std::nullopt;
  if (!bound)
    return std::nullopt;
  start->all = ""; // it goes on behind them
  start->limit = limited(builder.CreateAdd(bound->value, all->value));
  start->count = bound->value;
  return start;
}

/// index * w + r, where r < w
std::optional<ThreadSlice> ThreadIndices::partOf(const Value &product, const Value &inner,
                                                 unsigned depth) {
  const Value *a, *b;
  const Value &multiple = withoutExtension(product);
  std::optional<ThreadSlice> whole = sliceOf(product, depth + 1);
  std::optional<uint64_t> last = largest(inner);
  if (whole && whole->knownWidth && last && *last < *whole->knownWidth && !whole->low &&
      whole->high == 1) {
    whole->high = int64_t(*last) + 1;
    return whole;
  }
  if (!match(&multiple, m_Mul(m_Value(a), m_Value(b))))
    return std::nullopt;
  for (auto [slow, width] : {std::pair(a, b), std::pair(b, a)}) {
    // const_cast: as above
    const SCEV *within = evolution.getSCEV(const_cast<Value *>(&inner));
    if (isa<ConstantInt>(width) || !evolution.isKnownNonNegative(within) || !isBelow(inner, *width))
      continue;
    std::optional<SameNumber> wide = same(*width);
    std::optional<ThreadIndex> found = wide ? index(*slow, depth + 1) : std::nullopt;
    if (found)
      return ThreadSlice{*found, *wide, std::nullopt};
  }
  return std::nullopt;
}

std::optional<ThreadSlice> ThreadIndices::sliceOf(const Value &value, unsigned depth) {
  if (depth == limits::depthOfShared || !value.getType()->isIntegerTy())
    return std::nullopt;
  if (std::optional<ThreadIndex> whole = index(value, depth))
    return ThreadSlice{*whole, {"1", builder.getInt64(1)}, 1};
  auto *at = dyn_cast<Instruction>(&value);
  if (!at || at->getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  if (isa<ZExtInst, SExtInst>(at)) {
    std::optional<ThreadSlice> found = sliceOf(*at->getOperand(0), depth + 1);
    bool mayBeNegative = found && found->low < 0;
    return mayBeNegative && isa<ZExtInst>(at) ? std::nullopt : found;
  }
  const Value *a, *b;
  const APInt *factor;
  bool isShift = match(&value, m_Shl(m_Value(a), m_APInt(factor)));
  if (isShift || match(&value, m_Mul(m_Value(a), m_APInt(factor)))) {
    std::optional<ThreadIndex> found = index(*a, depth + 1);
    if (!found || factor->isNegative() || factor->uge(isShift ? 16 : 1 << 16) || factor->isZero())
      return std::nullopt;
    uint64_t width = isShift ? uint64_t(1) << factor->getZExtValue() : factor->getZExtValue();
    return ThreadSlice{*found, {std::to_string(width), builder.getInt64(width)}, width};
  }
  if (!isSum(value, a, b))
    return std::nullopt;
  const APInt *more;
  if (match(b, m_APInt(more))) {
    std::optional<ThreadSlice> found = sliceOf(*a, depth + 1);
    if (!found || !found->knownWidth || more->abs().uge(most))
      return std::nullopt;
    found->low += more->getSExtValue();
    found->high += more->getSExtValue();
    return found;
  }
  std::optional<ThreadSlice> found = partOf(*a, *b, depth);
  return found ? found : partOf(*b, *a, depth);
}

std::optional<ThreadSlice> ThreadIndices::slice(const Value &value, const Instruction &at,
                                                Conditions &found) {
  where = &at;
  conditions = &found;
  std::optional<ThreadSlice> result = sliceOf(value, 0);
  if (!result)
    return std::nullopt;
  Value *all = builder.CreateMul(result->index.limit, result->width.value);
  limited(all);
  if (result->knownWidth && result->high > 0)
    limited(builder.CreateAdd(all, builder.getInt64(uint64_t(result->high))));
  return result;
}

static bool isOneNumber(const ThreadSlice &slice) {
  return slice.knownWidth == 1 && !slice.low && slice.high == 1;
}

bool ThreadIndices::addRows(ThreadSlice &slice, const Value &rows, const Instruction &at,
                            Conditions &found) {
  where = &at;
  conditions = &found;
  std::optional<ThreadIndex> all = isOneNumber(slice) ? inRows(rows, slice.index) : std::nullopt;
  if (all)
    slice.index = *all;
  return all.has_value();
}

bool ThreadIndices::addSteps(ThreadSlice &slice, const Loop &loop, const Value &step,
                             Conditions &found) {
  conditions = &found;
  if (!isOneNumber(slice) || !slice.index.column.empty())
    return false;
  std::optional<SameNumber> length = same(step);
  std::optional<SameNumber> count = length ? countOfIterations(loop) : std::nullopt;
  if (count)
    slice.index = inRows(Rows{*count, *length}, slice.index);
  return count.has_value();
}

} // namespace enzyme
