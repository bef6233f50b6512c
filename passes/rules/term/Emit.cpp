//===- Emit.cpp - a term as LLVM IR --------------------------------------===//
#include "rules/term/Emit.h"
#include "rules/term/LibraryCall.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace enzyme::term {
namespace {

const char *digits(Name name) {
  switch (name) {
#define NAMED_CONSTANT(NODE, TEXT, DIGITS)                                                         \
  case Name::NODE:                                                                                 \
    return #DIGITS;
#include "rules/term/Constants.def"
#undef NAMED_CONSTANT
  }
  llvm_unreachable("covered switch");
}

class Emitter {
public:
  Emitter(const Nodes &nodes, Type *type, IRBuilderBase &builder, Leaf leaf)
      : nodes(nodes), type(type), builder(builder), leaf(leaf) {}

  /// The value of a node; each is emitted at most once.
  Value *value(uint8_t id) {
    if (!made[id])
      made[id] = emitNode(nodes.node[id]);
    return made[id];
  }

private:
  Value *emitNode(const Node &node) {
    switch (node.op) {
    case Op::Constant:
      return ConstantFP::get(type, nodes.constant[node.a]);
    case Op::Named:
      return ConstantFP::get(type, digits(Name(node.a)));
    case Op::Input:
    case Op::Output:
    case Op::Parameter:
      return leaf(node.op, node.a);
    case Op::Whole:
      return builder.getInt32(node.a);
    case Op::Neg:
      return builder.CreateFNeg(value(node.a));
    case Op::Not:
      return builder.CreateNot(value(node.a));
    case Op::IsNaN:
      return builder.CreateFCmpUNO(value(node.a), ConstantFP::getZero(type));
    case Op::Select:
      return emitSelect(node);
    case Op::Shift: {
      Value *n = value(node.a);
      int shift = int(node.b) - ShiftZero;
      return builder.CreateAdd(n, ConstantInt::getSigned(n->getType(), shift));
    }
    case Op::ToReal:
      return toReal(value(node.a));
    default:
      break;
    }
    if (node.op <= Op::Not)
      return emitBinary(node.op, value(node.a), value(node.b));
    return emitFunction(node);
  }

  Value *emitBinary(Op op, Value *a, Value *b) {
    switch (op) {
    case Op::Add:
      return builder.CreateFAdd(a, b);
    case Op::Sub:
      return builder.CreateFSub(a, b);
    case Op::Mul:
      return builder.CreateFMul(a, b);
    case Op::Div:
      return builder.CreateFDiv(a, b);
    case Op::Less:
      return builder.CreateFCmpOLT(a, b);
    case Op::LessEqual:
      return builder.CreateFCmpOLE(a, b);
    case Op::Equal:
      return builder.CreateFCmpOEQ(a, b);
    case Op::Or:
      return builder.CreateOr(a, b);
    case Op::And:
      return builder.CreateAnd(a, b);
    default:
      llvm_unreachable("not a binary node");
    }
  }

  Value *emitSelect(const Node &node) {
    Value *condition = value(node.a);
    Value *whenTrue = value(node.b);
    return builder.CreateSelect(condition, whenTrue, value(node.c));
  }

  Value *emitFunction(const Node &node) {
    SmallVector<Value *, 2> arguments = {value(node.a)};
    switch (node.op) {
#define FUNCTION(NODE, SPELLING, ARGUMENTS)                                                        \
  case Op::NODE:                                                                                   \
    if (sizeof(ARGUMENTS) > 2)                                                                     \
      arguments.push_back(value(node.b));                                                          \
    break;
#include "rules/term/Functions.def"
#undef FUNCTION
    default:
      llvm_unreachable("not a function node");
    }
    return callFunction(builder, node.op, type, arguments);
  }

  /// A scalar integer beside vector reals is converted once, then spread.
  Value *toReal(Value *integer) {
    auto *vector = dyn_cast<VectorType>(type);
    if (!vector || integer->getType()->isVectorTy())
      return builder.CreateSIToFP(integer, type);
    Value *real = builder.CreateSIToFP(integer, type->getScalarType());
    return builder.CreateVectorSplat(vector->getElementCount(), real);
  }

  const Nodes &nodes;
  Type *type;
  IRBuilderBase &builder;
  Leaf leaf;
  Value *made[MaxNodes] = {};
};

} // namespace

Value *emit(const Nodes &nodes, uint8_t id, Type *type, IRBuilderBase &builder, Leaf leaf) {
  assert(type->isFPOrFPVectorTy() && "a partial is a real");
  return Emitter(nodes, type, builder, leaf).value(id);
}

} // namespace enzyme::term
