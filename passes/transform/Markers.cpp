//===- Markers.cpp - words used inside differentiated code ------------------===//
//
// A count stays a call of the declared word, without effects, until all copies
// are made: differentiating replaces iter(n, inc) by iter(n + inc, inc), so a copy
// of a copy counts twice. A hint becomes a call that nothing may remove, with the
// layout as metadata (types/LayoutTools.h); types/ reads any such call.
//===----------------------------------------------------------------------===//
#include "transform/Markers.h"
#include "request/InvokeEdge.h"
#include "request/Vocabulary.h"
#include "transform/FormatBuilder.h"
#include "transform/InactiveCall.h"
#include "transform/LoopMarkers.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral hintName = "enzyme.hint";

std::optional<Family> familyOf(const CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee || !callee->isDeclaration() || !mayHoldWord(callee->getName()))
    return std::nullopt;
  return enzyme::familyOf(callee->getName());
}

template <class Unit> SmallVector<std::pair<CallBase *, Family>> wordsIn(Unit &unit) {
  SmallVector<std::pair<CallBase *, Family>> found;
  auto collect = [&](Function &function) {
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (std::optional<Family> family = familyOf(*call); family && !isRequest(*family))
          found.push_back({call, *family});
  };
  if constexpr (std::is_same_v<Unit, Module>)
    for (Function &function : unit)
      collect(function);
  else
    collect(unit);
  return found;
}

/// Erases a call that does nothing. A program that declares it with a result gets zero.
void eraseMarker(CallBase &call) {
  if (!call.use_empty())
    call.replaceAllUsesWith(Constant::getNullValue(call.getType()));
  eraseCall(call);
}

// -- type hints ------------------------------------------------------------------
std::optional<Piece> hintedPiece(Family family, const Module &module) {
  LLVMContext &context = module.getContext();
  const DataLayout &layout = module.getDataLayout();
  switch (family) {
  case Family::HintFloat:
    return pieceOf(Type::getFloatTy(context), 0, layout);
  case Family::HintDouble:
    return pieceOf(Type::getDoubleTy(context), 0, layout);
  case Family::HintInteger:
    return pieceOf(Type::getInt8Ty(context), 0, layout);
  case Family::HintPointer:
    return pieceOf(PointerType::getUnqual(context), 0, layout);
  default:
    return std::nullopt;
  }
}

Function *hintFunction(Module &module) {
  LLVMContext &context = module.getContext();
  FunctionCallee hint = module.getOrInsertFunction(
      hintName, Type::getVoidTy(context), PointerType::get(context, 0), Type::getInt64Ty(context));
  auto *function = cast<Function>(hint.getCallee());
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoFree,
                                   Attribute::NoSync, Attribute::NoCallback})
    function->addFnAttr(kind);
  function->addParamAttr(0, Attribute::ReadNone);
  function->addParamAttr(0, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
  return function;
}

/// The number of bytes a hint speaks of, 0 for all; none: it is not constant.
std::optional<uint64_t> hintedBytes(const CallBase &call, const Piece &piece) {
  if (call.arg_size() < 2)
    return piece.size;
  auto *bytes = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (!bytes)
    return std::nullopt;
  return bytes->getSExtValue() < 0 ? 0 : bytes->getZExtValue();
}

void readHint(CallBase &call, const Piece &piece, Diagnostics &diagnostics) {
  Module &module = *call.getModule();
  std::optional<uint64_t> bytes = hintedBytes(call, piece);
  bool isPointed = call.arg_size() > 0 && call.getArgOperand(0)->getType()->isPointerTy();
  if (!isPointed || !bytes || !call.use_empty()) {
    diagnostics.refuse(refusalAt(call, MessageId::HintArguments,
                                 {readableName(call.getCalledOperand()->getName())}));
    return;
  }
  Layout layout;
  layout.period = piece.size;
  layout.pieces.push_back(piece);
  layout.known = true;
  IRBuilder<> builder(&call);
  CallInst *hint =
      builder.CreateCall(hintFunction(module), {call.getArgOperand(0), builder.getInt64(*bytes)});
  hint->setMetadata(layoutMetadata, encode(layout, module.getContext()));
}

void eraseHints(Module &module) {
  Function *hint = module.getFunction(hintName);
  if (!hint)
    return;
  for (User *user : make_early_inc_range(hint->users()))
    eraseMarker(*cast<CallBase>(user));
  hint->eraseFromParent();
}

// -- counts -----------------------------------------------------------------------
bool isCount(const CallBase &call, Diagnostics &diagnostics) {
  bool isWhole =
      call.getType()->isIntegerTy() && call.arg_size() == 2 &&
      all_of(call.args(), [](const Use &argument) { return argument->getType()->isIntegerTy(); });
  if (!isWhole)
    diagnostics.refuse(refusalAt(call, MessageId::IterArguments));
  return isWhole;
}

void makePure(CallBase &call) {
  auto *callee = cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  callee->setMemoryEffects(MemoryEffects::none());
  for (Attribute::AttrKind kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoFree, Attribute::NoSync})
    callee->addFnAttr(kind);
}

/// __enzyme_truncate_mem_value(v, from, to), __enzyme_expand_mem_value(v, from, to)
void roundValue(CallBase &call, Family family, Diagnostics &diagnostics) {
  SmallVector<std::optional<int64_t>, 3> constants;
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    auto *constant = dyn_cast<ConstantInt>(call.getArgOperand(i));
    constants.push_back(constant ? std::optional(constant->getSExtValue()) : std::nullopt);
  }
  std::string why = "is applied to no number";
  std::optional<Truncation> truncation;
  bool isNumber = call.arg_size() > 0 && call.getType()->isFloatingPointTy() &&
                  call.getArgOperand(0)->getType()->isFloatingPointTy();
  if (isNumber)
    truncation = truncationOf(constants, TruncationScope::Memory, why);
  if (!truncation) {
    diagnostics.refuse(refusalAt(call, MessageId::TruncationFormat, {wordOf(family).str(), why}));
    return;
  }
  IRBuilder<> builder(&call);
  Value *value =
      builder.CreateFPCast(call.getArgOperand(0), typeOf(truncation->from, call.getContext()));
  if (family == Family::TruncateMemValue)
    value = FormatBuilder(*call.getModule(), *truncation).rounded(builder, value);
  call.replaceAllUsesWith(builder.CreateFPCast(value, call.getType()));
  eraseMarker(call);
}

bool isMemoryValue(Family family) {
  return family == Family::TruncateMemValue || family == Family::ExpandMemValue;
}

Value *countOf(CallBase &call) {
  IRBuilder<> builder(&call);
  return builder.CreateIntCast(call.getArgOperand(0), call.getType(), /*isSigned=*/true);
}

} // namespace

void readWords(Module &workshop, Diagnostics &diagnostics) {
  readCheckpointPragmas(workshop, diagnostics);
  for (auto [call, family] : wordsIn(workshop)) {
    if (family == Family::CallInactive) {
      if (CallBase *made = callInactive(*call, diagnostics)) {
        made->addFnAttr(Attribute::get(made->getContext(), wordOf(Property::Inactive)));
        made->setIsNoInline(); // seen as this call when derivatives are made
      }
    } else if (isMemoryValue(family)) {
      roundValue(*call, family, diagnostics);
    } else if (family == Family::Iter) {
      if (isCount(*call, diagnostics))
        makePure(*call);
    } else if (family == Family::Checkpoint) {
      readCheckpoint(*call, diagnostics);
      eraseMarker(*call);
    } else if (std::optional<Piece> piece = hintedPiece(family, workshop)) {
      readHint(*call, *piece, diagnostics);
      eraseMarker(*call);
    }
  }
}

void growCounts(Function &function) {
  for (auto [call, family] : wordsIn(function)) {
    if (family != Family::Iter)
      continue;
    IRBuilder<> builder(call);
    Value *count = call->getArgOperand(0);
    Value *step =
        builder.CreateIntCast(call->getArgOperand(1), count->getType(), true, "iterations.more");
    Value *grown = builder.CreateAdd(count, step, "iterations");
    call->setArgOperand(0, grown);
  }
}

void lowerWords(Module &module, Diagnostics &diagnostics) {
  for (auto [call, family] : wordsIn(module)) {
    if (family == Family::CallInactive) {
      callInactive(*call, diagnostics);
    } else if (isMemoryValue(family)) {
      roundValue(*call, family, diagnostics);
    } else if (family == Family::Iter) {
      call->replaceAllUsesWith(countOf(*call));
      eraseMarker(*call);
    } else if (hintedPiece(family, module) || family == Family::Checkpoint) {
      eraseMarker(*call);
    }
  }
  eraseHints(module);
}

} // namespace enzyme
