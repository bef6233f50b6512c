//===- SplitEntry.cpp - the halves of a split derivative, as the program calls them -===//
//
// Where a tape is, by what is kept:
//
//                  heap                            fixed, at address m
//   nothing        null                            no bytes
//   block alone    header, block behind it         block at m, tag behind it if there is room
//   more           header with an arena            address of such a header at m
//
// The tape of a launch: a block alone lies in slots, else there is a header in the launch's memory.
//
// A block is copied field by field, so that this code can be differentiated again.
//===----------------------------------------------------------------------===//
#include "emit/SplitEntry.h"
#include "emit/Emit.h"
#include "enzyme/runtime.h"
#include "rules/gpu/Devices.h"
#include "shadow/RuntimeCalls.h"

using namespace llvm;

namespace enzyme {
namespace {

class EntryBuilder {
public:
  EntryBuilder(const Request &request, Function &half, const TapeShape &shape)
      : request(request), half(half), shape(shape), signature(signatureOf(request)),
        module(*half.getParent()), runtime(module), entry(newFunction()),
        builder(BasicBlock::Create(module.getContext(), "entry", entry)) {}

  Function *augmented();
  Function *augmentedOfLaunch();
  Function *bytesOfLaunch();
  Function *reverse();
  Function *size();

private:
  Function *newFunction() {
    Function *made = Function::Create(signature.type, GlobalValue::InternalLinkage,
                                      half.getName() + ".entry", module);
    if (request.family == Family::Augmentsize)
      return made;
    AttributeList attributes = half.getAttributes();
    made->addFnAttrs(AttrBuilder(module.getContext(), attributes.getFnAttrs()));
    if (half.hasPersonalityFn())
      made->setPersonalityFn(half.getPersonalityFn());
    return made;
  }

  Value *at(Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  }
  void copyBlock(Value *to, Align toAlign, Value *from, Align fromAlign) {
    for (const TapeShape::Field &field : shape.fields) {
      Value *value = builder.CreateAlignedLoad(field.type, at(from, field.offset),
                                               commonAlignment(fromAlign, field.offset));
      builder.CreateAlignedStore(value, at(to, field.offset),
                                 commonAlignment(toAlign, field.offset));
    }
  }
  /// The caller's memory, of a tape of fixed size.
  Value *memory() { return entry->getArg(*signature.tapeParameter); }
  bool hasRoomForTag() const {
    int64_t needed = shape.blockBytes + TapeShape::tagBytes;
    return shape.blockBytes != 0 && request.tape.bytes && *request.tape.bytes >= needed;
  }

  bool hasHeaderInLaunch() const {
    return shape.usesArena || (shape.blockBytes && !shape.isBlockInSlots);
  }
  CallInst *callHalf(Value *tape);
  Function *tangentOf(Value *result);
  Value *storedTape();
  Value *blockIn(Value *&tape);

  const Request &request;
  Function &half;
  const TapeShape &shape;
  Signature signature;
  Module &module;
  RuntimeCalls runtime;
  Function *entry;
  IRBuilder<> builder;
};

/// The half takes the entry's parameters; the gradient its block as the last one.
CallInst *EntryBuilder::callHalf(Value *block) {
  SmallVector<Value *, 8> arguments;
  for (Argument &parameter : entry->args())
    if (arguments.size() < half.arg_size())
      arguments.push_back(&parameter);
  if (block)
    arguments.back() = block;
  return builder.CreateCall(&half, arguments);
}

/// Half with an arena: result and tape.
Function *EntryBuilder::augmented() {
  const Align word(16);
  CallInst *result = nullptr;
  Value *tape = ConstantPointerNull::get(builder.getPtrTy());
  if (shape.usesArena) {
    tape = runtime.newTape(builder, 0);
    runtime.openTape(builder, tape);
    result = callHalf(nullptr);
    runtime.closeTape(builder, tape);
    builder.CreateStore(builder.CreateExtractValue(result, 0), tape);
    builder.CreateStore(builder.getInt64(shape.tag), at(tape, TapeShape::pointerBytes));
    if (request.tape.isFixed)
      builder.CreateAlignedStore(tape, memory(), Align(1));
  } else {
    result = callHalf(nullptr);
    Value *block = builder.CreateExtractValue(result, 0);
    if (request.tape.isFixed) {
      copyBlock(memory(), Align(1), block, word);
      if (hasRoomForTag())
        builder.CreateAlignedStore(builder.getInt64(shape.tag), at(memory(), shape.blockBytes),
                                   Align(1));
    } else if (shape.blockBytes) {
      tape = runtime.newTape(builder, shape.blockBytes);
      Value *behind = at(tape, ENZYME_RT_TAPE_HEADER);
      copyBlock(behind, word, block, word);
      builder.CreateStore(behind, tape);
      builder.CreateStore(builder.getInt64(shape.tag), at(tape, TapeShape::pointerBytes));
    }
  }
  Value *whole =
      entry->getReturnType()->isVoidTy() ? nullptr : PoisonValue::get(entry->getReturnType());
  auto set = [&](std::optional<unsigned> index, Value *value) {
    if (index)
      whole = builder.CreateInsertValue(whole, value, *index);
  };
  // The half hands out { tape, [primal], [shadow] }.
  unsigned last = cast<StructType>(half.getReturnType())->getNumElements() - 1;
  set(signature.tapeResult, tape);
  if (signature.primalResult)
    set(signature.primalResult, builder.CreateExtractValue(result, 1));
  if (signature.shadowResult)
    set(signature.shadowResult, builder.CreateExtractValue(result, last));
  if (whole)
    builder.CreateRet(whole);
  else
    builder.CreateRetVoid();
  if (shape.usesArena)
    addCleanup(*entry, [&](IRBuilderBase &at) { runtime.discardTape(at, tape); });
  else if (shape.blockBytes)
    addTapeLifetime(*entry);
  return entry;
}

/// Kernels give nothing back.
Function *EntryBuilder::augmentedOfLaunch() {
  Value *tape = runtime.launchBegins(builder, memory());
  if (hasHeaderInLaunch())
    runtime.openTape(builder, tape);
  CallInst *result = callHalf(nullptr);
  if (hasHeaderInLaunch()) {
    runtime.closeTape(builder, tape);
    builder.CreateStore(builder.CreateExtractValue(result, 0), tape);
    builder.CreateStore(builder.getInt64(shape.tag), at(tape, TapeShape::pointerBytes));
  }
  builder.CreateRetVoid();
  return entry;
}

/// Of one thread: its header, its slots that must be there, all that it may take, and whether
/// another thread may take more. The largest of all threads' are kept.
Function *EntryBuilder::bytesOfLaunch() {
  SmallVector<Value *, 8> arguments;
  for (Argument &parameter : drop_end(entry->args()))
    arguments.push_back(&parameter);
  uint64_t block = shape.isBlockInSlots ? alignTo(shape.blockBytes, TapeShape::pointerBytes) : 0;
  Value *all = shape.slotBound ? builder.CreateCall(shape.slotBound, arguments)
                               : static_cast<Value *>(builder.getInt64(block));
  Value *const numbers[] = {builder.getInt64(hasHeaderInLaunch() ? ENZYME_RT_TAPE_HEADER : 0),
                            builder.getInt64(block), all,
                            builder.getInt64(shape.slotsVaryByThread)};
  SyncScope::ID scope = module.getContext().getOrInsertSyncScopeID(deviceScope(module));
  for (auto [index, number] : enumerate(numbers))
    builder.CreateAtomicRMW(AtomicRMWInst::UMax, at(memory(), index * TapeShape::pointerBytes),
                            number, Align(TapeShape::pointerBytes), AtomicOrdering::Monotonic,
                            scope);
  builder.CreateRetVoid();
  return entry;
}

/// The tape object, null where there is none.
Value *EntryBuilder::storedTape() {
  bool isObject = shape.usesArena || (!request.tape.isFixed && shape.blockBytes);
  if (!isObject)
    return nullptr;
  return request.tape.isFixed ? builder.CreateAlignedLoad(builder.getPtrTy(), memory(), Align(1))
                              : memory();
}

/// What the gradient function reads.
Value *EntryBuilder::blockIn(Value *&tape) {
  if (request.tape.isOfLaunch) {
    Value *first = runtime.launchBegins(builder, memory());
    if (!hasHeaderInLaunch())
      return first;
    tape = first;
  } else {
    tape = storedTape();
  }
  if (tape) {
    runtime.checkTape(builder, tape, shape.tag);
    return builder.CreateLoad(builder.getPtrTy(), tape);
  }
  if (!shape.blockBytes)
    return ConstantPointerNull::get(builder.getPtrTy());
  if (hasRoomForTag()) {
    Value *own = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), 2), nullptr, "tag");
    Value *tag =
        builder.CreateAlignedLoad(builder.getInt64Ty(), at(memory(), shape.blockBytes), Align(1));
    builder.CreateStore(tag, at(own, TapeShape::pointerBytes));
    runtime.checkTape(builder, own, shape.tag);
  }
  // The caller's memory may be aligned anyhow.
  AllocaInst *own =
      builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), shape.blockBytes), nullptr, "block");
  own->setAlignment(Align(16));
  Value *block = builder.CreateAddrSpaceCast(own, builder.getPtrTy());
  copyBlock(block, Align(16), memory(), Align(1));
  return block;
}

Function *EntryBuilder::reverse() {
  Value *tape = nullptr;
  CallInst *result = callHalf(blockIn(tape));
  if (tape && request.tape.isOfLaunch)
    runtime.launchEnds(builder, tape);
  else if (tape && !request.noFree)
    runtime.freeTape(builder, tape);
  if (request.isForward())
    return tangentOf(result);
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  return entry;
}

/// Of {[primal], [tangent]}, what the request wants.
Function *EntryBuilder::tangentOf(Value *result) {
  if (entry->getReturnType()->isVoidTy()) {
    builder.CreateRetVoid();
    return entry;
  }
  unsigned last = cast<StructType>(half.getReturnType())->getNumElements() - 1;
  Value *whole = PoisonValue::get(entry->getReturnType());
  if (signature.primalResult)
    whole = builder.CreateInsertValue(whole, builder.CreateExtractValue(result, 0),
                                      *signature.primalResult);
  if (signature.shadowResult)
    whole = builder.CreateInsertValue(whole, builder.CreateExtractValue(result, last),
                                      *signature.shadowResult);
  builder.CreateRet(whole);
  return entry;
}

Function *EntryBuilder::size() {
  builder.CreateRet(builder.getInt64(shape.fixedBytes()));
  entry->addFnAttr(Attribute::AlwaysInline); // a constant also at -O0
  return entry;
}

} // namespace

Function *makeSplitEntry(const Request &request, Function &half, const TapeShape &shape) {
  EntryBuilder builder(request, half, shape);
  switch (request.family) {
  case Family::Augmentfwd:
    return request.tape.areBytesAsked ? builder.bytesOfLaunch()
           : request.tape.isOfLaunch  ? builder.augmentedOfLaunch()
                                      : builder.augmented();
  case Family::Reverse:
  case Family::Fwdsplit:
    return builder.reverse();
  default:
    assert(request.family == Family::Augmentsize && "only split requests have entries");
    return builder.size();
  }
}

} // namespace enzyme
