//===- MakeBatch.cpp - the function that serves a batch -------------------===//
//
// A function whose lanes cannot see each other runs in all lanes at once
// (Widen.cpp), in pieces of a few lanes where there are many. Any other is called
// lane by lane, lane 0 first: what it writes or prints is in that order.
//===----------------------------------------------------------------------===//
#include "transform/MakeBatch.h"
#include "limits/transform.h"
#include "prepare/Prepare.h"
#include "prepare/Refuse.h"
#include "support/Processors.h"
#include "transform/Widen.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned pieceWidth = 8; // else this many at a time

Function *declare(const BatchKey &key, const Twine &name) {
  auto *function =
      Function::Create(BatchSignature::of(key).type, GlobalValue::InternalLinkage,
                       "enzyme." + name + "." + key.primal->getName(), *key.primal->getParent());
  return function;
}

/// Everything that is called becomes part of the function, as far as it has a body.
void inlineAll(Function &function) {
  for (unsigned round = 0; round < limits::callsOfBatch; ++round) {
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration() &&
                                                          callee != &function &&
                                                          hasFeaturesOf(function, *callee))
          calls.push_back(call);
    bool changed = false;
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      if (function.getInstructionCount() < limits::instructionsOfBatch)
        changed |= InlineFunction(*call, info).isSuccess();
    }
    if (!changed)
      return;
  }
}

/// A prepared copy whose lanes can run together; null if there is none.
Function *preparedForLanes(Context &context, Function &primal) {
  if (primal.isVarArg() || !obstaclesIn(primal).empty())
    return nullptr;
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&primal, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  inlineAll(*copy);
  Function *prepared = obstaclesIn(*copy).empty() ? prepareFunction(context, *copy) : nullptr;
  copy->eraseFromParent();
  if (prepared && !canWiden(*prepared)) {
    prepared->eraseFromParent();
    return nullptr;
  }
  return prepared;
}

class Filler {
public:
  Filler(const BatchKey &key, Function &batch)
      : key(key), batch(batch), builder(BasicBlock::Create(batch.getContext(), "entry", &batch)) {
    if (!batch.getReturnType()->isVoidTy())
      all = PoisonValue::get(batch.getReturnType());
  }

  /// One call of the primal per lane.
  void callEach() {
    Function &primal = *key.primal;
    SmallVector<AttributeSet, 8> parameters;
    for (unsigned k = 0; k < primal.arg_size(); ++k)
      parameters.push_back(primal.getAttributes().getParamAttrs(k));
    AttributeList attributes = AttributeList::get(primal.getContext(), AttributeSet(),
                                                  primal.getAttributes().getRetAttrs(), parameters);
    for (unsigned lane = 0; lane < key.width; ++lane) {
      SmallVector<Value *, 8> arguments;
      for (unsigned k = 0; k < primal.arg_size(); ++k)
        arguments.push_back(laneArgument(builder, key, batch, k, lane));
      CallInst *call = builder.CreateCall(&primal, arguments);
      call->setCallingConv(primal.getCallingConv());
      call->setAttributes(attributes);
      if (all)
        all = builder.CreateInsertValue(all, call, {0, lane});
    }
    finish();
  }

  /// Calls of `piece`, which runs lanes [first, first + width of piece) at once.
  void callPiece(const BatchKey &piece, Function &function, unsigned first) {
    SmallVector<Value *, 16> arguments;
    for (unsigned k = 0; k < piece.spreads.size(); ++k)
      for (unsigned i = 0; i < (piece.spreads[k] == Spread::Scalar ? 1 : piece.width); ++i)
        arguments.push_back(laneArgument(builder, key, batch, k, first + i));
    CallInst *call = builder.CreateCall(&function, arguments);
    for (unsigned i = 0; all && i < piece.width; ++i)
      all =
          builder.CreateInsertValue(all, builder.CreateExtractValue(call, {0, i}), {0, first + i});
  }

  void finish() {
    if (all)
      builder.CreateRet(all);
    else
      builder.CreateRetVoid();
  }

private:
  const BatchKey &key;
  Function &batch;
  IRBuilder<> builder;
  Value *all = nullptr;
};

/// Many lanes: pieces of `pieceWidth`, and one of what is left.
void widenInPieces(Function &prepared, const BatchKey &key, Function &batch) {
  Filler filler(key, batch);
  DenseMap<unsigned, Function *> pieces;
  for (unsigned first = 0; first < key.width; first += pieceWidth) {
    BatchKey piece = key;
    piece.width = std::min(pieceWidth, key.width - first);
    for (Spread &spread : piece.spreads)
      if (spread == Spread::Buffer)
        spread = Spread::Vector;
    Function *&function = pieces[piece.width];
    if (!function) {
      function = declare(piece, "lanes");
      widen(prepared, piece, *function);
    }
    filler.callPiece(piece, *function, first);
  }
  filler.finish();
}

} // namespace

Function *makeBatch(Context &context, const BatchKey &key, bool asVectors) {
  Function *batch = declare(key, "batch");
  bool mayWiden = asVectors && !key.primal->isDeclaration();
  Function *prepared = mayWiden ? preparedForLanes(context, *key.primal) : nullptr;
  if (!prepared) {
    Filler(key, *batch).callEach();
  } else if (key.width <= limits::lanesOfPiece) {
    widen(*prepared, key, *batch);
  } else {
    widenInPieces(*prepared, key, *batch);
  }
  if (prepared)
    prepared->eraseFromParent();
  return batch;
}

} // namespace enzyme
