//===- Formulas.cpp - a formula bound to an instruction ------------------===//
#include "rules/Formulas.h"
#include "rules/Lookup.h"
#include "rules/RoundingSums.h"
#include "rules/scalar/Arithmetic.h"
#include "rules/term/Emit.h"
#include "rules/term/Needs.h"
#include "support/Mutation.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

static uint8_t partialOf(const BoundFormula &bound, unsigned output, unsigned input) {
  assert(output < bound.outputs.size() && input < bound.inputs.size() &&
         "the formula has no such output or input");
  return bound.formula->partial[output][input];
}

static bool isBroken(const BoundFormula &bound, unsigned output, unsigned input) {
  if (!mutation::isOn)
    return false;
  std::string row(bound.formula->name);
  raw_string_ostream(row) << " d" << output << "/d" << input;
  return mutation::breaks("formula", row);
}

bool BoundFormula::hasPartial(unsigned output, unsigned input) const {
  return partialOf(*this, output, input) != NoPartial;
}

SmallVector<Value *, 3> BoundFormula::needs(unsigned output, unsigned input) const {
  assert(hasPartial(output, input) && "needs of a partial that is zero");
  SmallVector<Value *, 3> values;
  auto addValue = [&](Value *value) {
    if (!isa<Constant>(value) && !is_contained(values, value))
      values.push_back(value);
  };
  term::Needs leaves = term::needsOf(formula->nodes, partialOf(*this, output, input));
  for (unsigned i = 0; i < inputs.size(); ++i)
    if (leaves.inputs >> i & 1)
      addValue(inputs[i].value);
  for (unsigned i = 0; i < outputs.size(); ++i)
    if (leaves.outputs >> i & 1)
      addValue(outputs[i].value);
  for (unsigned i = 0; i < parameters.size(); ++i)
    if (leaves.parameters >> i & 1)
      addValue(parameters[i]);
  return values;
}

bool BoundFormula::isOne(unsigned output, unsigned input) const {
  uint8_t node = partialOf(*this, output, input);
  return node != NoPartial && term::isConstant(formula->nodes, node, 1.0) &&
         !isBroken(*this, output, input);
}

bool BoundFormula::isMinusOne(unsigned output, unsigned input) const {
  uint8_t node = partialOf(*this, output, input);
  return node != NoPartial && term::isConstant(formula->nodes, node, -1.0) &&
         !isBroken(*this, output, input);
}

bool BoundFormula::maySingular(unsigned output, unsigned input) const {
  uint8_t node = partialOf(*this, output, input);
  return node != NoPartial && !term::isBounded(formula->nodes, node);
}

/// The type of one real: the port's, or its component's.
static Type *typeOf(const Port &port) {
  Type *type = port.value->getType();
  if (port.component < 0)
    return type;
  if (type->isVectorTy())
    return type->getScalarType();
  return type->getContainedType(type->isArrayTy() ? 0 : port.component);
}

static Value *extract(IRBuilderBase &builder, Value *value, int component) {
  if (component < 0)
    return value;
  if (value->getType()->isVectorTy())
    return builder.CreateExtractElement(value, component);
  return builder.CreateExtractValue(value, component);
}

Value *BoundFormula::emitPartial(IRBuilderBase &builder, unsigned output, unsigned input,
                                 function_ref<Value *(Value *)> lookup) const {
  assert(hasPartial(output, input) && "a partial that is zero is not emitted");
  auto leaf = [&](term::Op op, unsigned index) -> Value * {
    if (op == term::Op::Parameter) {
      Value *value = parameters[index];
      return isa<Constant>(value) ? value : lookup(value);
    }
    const Port &port = op == term::Op::Input ? inputs[index] : outputs[index];
    Value *value = isa<Constant>(port.value) ? port.value : lookup(port.value);
    return extract(builder, value, port.component);
  };
  Type *type = typeOf(inputs[input]);
  Value *partial = term::emit(formula->nodes, partialOf(*this, output, input), type, builder, leaf);
  return isBroken(*this, output, input) ? builder.CreateFMul(partial, ConstantFP::get(type, 1.25))
                                        : partial;
}

static BoundFormula bind(const RowLayout &layout, Instruction &instruction) {
  BoundFormula bound;
  bound.formula = layout.row;
  for (const OperandPart &part : layout.inputs)
    bound.inputs.push_back({instruction.getOperand(part.operand), part.component});
  for (int component : layout.outputs)
    bound.outputs.push_back({&instruction, component});
  for (unsigned operand : layout.parameters)
    bound.parameters.push_back(instruction.getOperand(operand));
  return bound;
}

/// fmul and its like: every operand is an input, the result is the output.
static std::optional<BoundFormula> bindOperator(Instruction &instruction) {
  if (!isa<UnaryOperator, BinaryOperator, FPExtInst, FPTruncInst>(instruction) ||
      !instruction.getType()->isFPOrFPVectorTy())
    return std::nullopt;
  bool isOfRead = instruction.getOpcode() == Instruction::FDiv &&
                  isa<LoadInst, Constant>(instruction.getOperand(0));
  RowLayout layout;
  if (const Formula *rounding = roundingRow(instruction))
    layout.row = rounding;
  else
    layout.row = isOfRead ? &scalar::quotientOfRead : findInstruction(instruction.getOpcodeName());
  assert(layout.row && "an arithmetic instruction without a row");
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
    layout.inputs.push_back({i, -1});
  layout.outputs.push_back(-1);
  return bind(layout, instruction);
}

/// Says that a function behaves as a mathematical function: "enzyme_math"="sin".
static StringRef declaredMath(const CallBase &call, const Function &callee) {
  Attribute attribute = call.getFnAttr("enzyme_math");
  if (!attribute.isValid())
    attribute = callee.getFnAttribute("enzyme_math");
  return attribute.isValid() ? attribute.getValueAsString() : StringRef();
}

bool isFormulaOfValues(const CallBase &call) {
  auto isPointer = [](const Use &argument) { return argument->getType()->isPtrOrPtrVectorTy(); };
  // const_cast: formulas bind operands, and change nothing
  return none_of(call.args(), isPointer) && formulaFor(const_cast<CallBase &>(call));
}

std::optional<BoundFormula> formulaFor(Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return bindOperator(instruction);
  auto *callee = dyn_cast<Function>(call->getCalledOperand());
  if (!callee)
    return std::nullopt;
  FunctionType &type = *call->getFunctionType();
  StringRef math = declaredMath(*call, *callee);
  std::optional<RowLayout> layout;
  if (!math.empty())
    layout = lookUp(math, type, /*anyPrecision=*/true);
  else if (callee->isDeclaration())
    layout = lookUp(callee->getName(), type);
  if (!layout)
    return std::nullopt;
  if (const Formula *rounding = roundingRow(instruction))
    layout->row = rounding;
  return bind(*layout, instruction);
}

bool hasFormula(const Function &function) {
  FunctionType &type = *function.getFunctionType();
  Attribute math = function.getFnAttribute("enzyme_math");
  if (math.isValid())
    return lookUp(math.getValueAsString(), type, true).has_value();
  return function.isDeclaration() && lookUp(function.getName(), type).has_value();
}

} // namespace enzyme
