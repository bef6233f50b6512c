//===- InPlace.cpp --------------------------------------------------------===//
//
// y = f(x) and  r = … + c · y + …  is returned:  y̅ = c · r̅, r̅ the function's seed. What
// the ways consist of says regions/SeedAhead.h; here they are gone backwards.
//===----------------------------------------------------------------------===//
#include "emit/InPlace.h"
#include "emit/Floats.h"
#include "emit/Guard.h"

using namespace llvm;

namespace enzyme {
namespace {

class Seeding {
public:
  Seeding(const Context &context, const ShadowedPrimal &primal, const DerivativeCall &made)
      : context(context), primal(primal), made(made), builder(made.call), lanes(primal.width()) {}

  void run() {
    Value *sum = nullptr;
    for (const WayOut &way : made.region->ahead.ways) {
      Value *adjoint = cameBack(way);
      sum =
          sum ? lanes.map(builder, made.prepared->getType(), sum, adjoint,
                          [&](Value *a, Value *b) {
                            AdjointSums sums(builder, primal);
                            return addFloats(builder, a, b, floatParts(*made.primalResult, primal));
                          })
              : adjoint;
    }
    if (sum)
      made.call->setArgOperand(*made.signature.seedParameter, lanes.pack(builder, sum));
  }

private:
  Value *cameBack(const WayOut &way) {
    Value *adjoint =
        lanes.unpack(builder, primal.function->getArg(*primal.signature.seedParameter));
    for (const Hop &hop : llvm::reverse(way))
      adjoint = hop.input < 0 ? moved(hop, adjoint) : scaled(hop, adjoint);
    return adjoint;
  }

  /// What the function computes behind the call, here already.
  Value *atCall(Value *value) {
    auto *origin = dyn_cast_or_null<Instruction>(primal.origin(value));
    if (!origin || !made.region->ahead.sooner.contains(origin))
      return value;
    if (Value *known = again.lookup(value))
      return known;
    Instruction *copy = cast<Instruction>(value)->clone();
    for (Use &operand : copy->operands())
      operand.set(atCall(operand));
    return again[value] = builder.Insert(copy, value->getName());
  }

  Value *moved(const Hop &hop, Value *adjoint) {
    Type *type = hop.from->getType();
    return lanes.map(builder, type, adjoint, [&](Value *lane) -> Value * {
      if (auto *choice = dyn_cast<SelectInst>(hop.user)) {
        Value *condition = atCall(primal.copyOf(choice->getCondition()));
        bool isTaken = choice->getTrueValue() == hop.from;
        Value *none = zeroOf(lane->getType());
        return builder.CreateSelect(condition, isTaken ? lane : none, isTaken ? none : lane);
      }
      if (auto *extract = dyn_cast<ExtractValueInst>(hop.user))
        return builder.CreateInsertValue(zeroOf(type), lane, extract->getIndices());
      auto *insert = cast<InsertValueInst>(hop.user);
      if (insert->getInsertedValueOperand() == hop.from)
        return builder.CreateExtractValue(lane, insert->getIndices());
      return builder.CreateInsertValue(lane, zeroOf(insert->getInsertedValueOperand()->getType()),
                                       insert->getIndices());
    });
  }

  Value *scaled(const Hop &hop, Value *adjoint) {
    auto *user = cast<Instruction>(primal.copyOf(hop.user));
    BoundFormula formula = *formulaFor(*user);
    IRBuilderBase::FastMathFlagGuard flags(builder);
    if (auto *math = dyn_cast<FPMathOperator>(user))
      builder.setFastMathFlags(math->getFastMathFlags());
    if (context.options.fast_math)
      builder.setFastMathFlags(FastMathFlags::getFast());
    Type *type = hop.from->getType();
    adjoint = convertLanes(builder, lanes, adjoint, user->getType(), type);
    if (formula.isOne(hop.output, hop.input))
      return adjoint;
    if (formula.isMinusOne(hop.output, hop.input))
      return lanes.map(builder, type, adjoint,
                       [&](Value *lane) { return builder.CreateFNeg(lane); });
    Value *partial = formula.emitPartial(builder, hop.output, hop.input,
                                         [&](Value *value) { return atCall(value); });
    return scaleLanes(builder, lanes, adjoint, partial,
                      guardOf(context, primal, {user, formula}, hop.output, hop.input));
  }

  const Context &context;
  const ShadowedPrimal &primal;
  const DerivativeCall &made;
  IRBuilder<> builder;
  const Lanes lanes;
  DenseMap<Value *, Value *> again;
};

} // namespace

void seedInPlace(const Context &context, const ShadowedPrimal &primal, Slots &slots) {
  Lanes lanes(primal.width());
  for (const DerivativeCall &made : primal.calls) {
    if (!made.isInPlace())
      continue;
    Seeding(context, primal, made).run();
    for (auto [i, adjoint] : enumerate(made.adjoints)) {
      if (!adjoint.isSummed)
        continue;
      IRBuilder<> after(cast<Instruction>(adjoint.value)->getNextNode());
      slots.add(after, made.inPrimal(i), lanes.unpack(after, adjoint.value));
    }
  }
}

} // namespace enzyme
