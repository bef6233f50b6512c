//===- RuntimeCalls.cpp --------------------------------------------------===//
#include "shadow/RuntimeCalls.h"
#include "request/Vocabulary.h"
#include "enzyme/runtime.h"
#include "shadow/CopyLoops.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

FunctionCallee RuntimeCalls::get(StringRef name, Type *result, ArrayRef<Type *> parameters) {
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee()))
    function->addFnAttr(Attribute::NoUnwind);
  return callee;
}

static CallInst *allocateBy(FunctionCallee callee, IRBuilderBase &builder, Value *bytes) {
  auto *function = cast<Function>(callee.getCallee());
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  function->addRetAttr(Attribute::NoAlias);
  function->addRetAttr(Attribute::NonNull);
  CallInst *call = builder.CreateCall(callee, bytes);
  call->addRetAttr(Attribute::getWithAlignment(builder.getContext(), Align(16)));
  call->addRetAttr(Attribute::NoAlias);
  return call;
}

CallInst *RuntimeCalls::allocate(IRBuilderBase &builder, Value *bytes) {
  return allocateBy(get("enzyme_rt_alloc", builder.getPtrTy(), builder.getInt64Ty()), builder,
                    bytes);
}

CallInst *RuntimeCalls::allocateZeroed(IRBuilderBase &builder, Value *bytes) {
  return allocateBy(get("enzyme_rt_alloc_zeroed", builder.getPtrTy(), builder.getInt64Ty()),
                    builder, bytes);
}

Value *RuntimeCalls::mark(IRBuilderBase &builder) {
  Type *words = ArrayType::get(builder.getPtrTy(), 3);
  Function *function = builder.GetInsertBlock()->getParent();
  IRBuilder<> entry(&*function->getEntryBlock().begin());
  AllocaInst *mark = entry.CreateAlloca(words, nullptr, "tape.mark");
  builder.CreateCall(get("enzyme_rt_mark", builder.getVoidTy(), builder.getPtrTy()), mark);
  return mark;
}

void RuntimeCalls::release(IRBuilderBase &builder, Value *mark) {
  builder.CreateCall(get("enzyme_rt_release", builder.getVoidTy(), builder.getPtrTy()), mark);
}

Value *RuntimeCalls::frames(IRBuilderBase &builder, Value *newest) {
  return builder.CreateCall(get("enzyme_rt_tape_frames", builder.getPtrTy(), builder.getPtrTy()),
                            newest);
}

CallInst *RuntimeCalls::newTape(IRBuilderBase &builder, uint64_t bytes) {
  return allocateBy(get("enzyme_rt_new_tape", builder.getPtrTy(), builder.getInt64Ty()), builder,
                    builder.getInt64(ENZYME_RT_TAPE_HEADER + bytes));
}

void RuntimeCalls::freeTape(IRBuilderBase &builder, Value *tape) {
  builder.CreateCall(get("enzyme_rt_free_tape", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::openTape(IRBuilderBase &builder, Value *tape) {
  builder.CreateCall(get("enzyme_rt_tape_open", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::closeTape(IRBuilderBase &builder, Value *tape) {
  builder.CreateCall(get("enzyme_rt_tape_close", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::discardTape(IRBuilderBase &builder, Value *tape) {
  builder.CreateCall(get("enzyme_rt_tape_discard", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::checkTape(IRBuilderBase &builder, Value *tape, uint64_t tag) {
  builder.CreateCall(get("enzyme_rt_tape_check", builder.getVoidTy(),
                         {builder.getPtrTy(), builder.getInt64Ty()}),
                     {tape, builder.getInt64(tag)});
}

void RuntimeCalls::defer(IRBuilderBase &builder, Value *memory, Value *release,
                         ArrayRef<Value *> others) {
  static constexpr StringLiteral names[] = {"enzyme_rt_defer", "enzyme_rt_defer2",
                                            "enzyme_rt_defer3"};
  assert(others.size() < std::size(names) && "no deallocator takes more");
  SmallVector<Type *, 4> types(2, builder.getPtrTy());
  SmallVector<Value *, 4> arguments{memory, release};
  for (Value *other : others) {
    types.push_back(builder.getInt64Ty());
    arguments.push_back(builder.CreateZExtOrTrunc(other, builder.getInt64Ty()));
  }
  builder.CreateCall(get(names[others.size()], builder.getVoidTy(), types), arguments);
}

void RuntimeCalls::refuse(IRBuilderBase &builder, StringRef message, const Position &where) {
  Value *text = builder.CreateGlobalString(message, "enzyme.message", 0, &module);
  Value *place = ConstantPointerNull::get(builder.getPtrTy());
  if (where.line)
    place = builder.CreateGlobalString(where.file + ":" + std::to_string(where.line),
                                       "enzyme.place", 0, &module);
  FunctionCallee callee =
      get("enzyme_rt_refuse", builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()});
  cast<Function>(callee.getCallee())->setDoesNotReturn();
  builder.CreateCall(callee, {text, place});
}

Value *RuntimeCalls::scratch(IRBuilderBase &builder) {
  return builder.CreateCall(get("enzyme_rt_scratch", builder.getPtrTy(), {}), {}, "scratch");
}

Value *RuntimeCalls::lanes(IRBuilderBase &builder, Value *bytes) {
  return builder.CreateCall(get("enzyme_rt_lanes", builder.getPtrTy(), builder.getInt64Ty()), bytes, "lanes");
}

void RuntimeCalls::clearScratch(IRBuilderBase &builder) {
  builder.CreateCall(get("enzyme_rt_clear_scratch", builder.getVoidTy(), {}), {});
}

/// The call of a move of memory, `bytes` last.
static void callMove(IRBuilderBase &builder, Function *move, ArrayRef<Value *> memory,
                     Value *bytes) {
  SmallVector<Value *, 3> arguments(memory);
  arguments.push_back(builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty()));
  builder.CreateCall(move, arguments);
}

void RuntimeCalls::addToBound(IRBuilderBase &builder, Value *term) {
  CallInst *call =
      builder.CreateCall(get("enzyme_rt_error_add", builder.getVoidTy(), {term->getType()}), term);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  call->setDoesNotThrow();
}

void RuntimeCalls::pullCopy(IRBuilderBase &builder, Value *to, Value *from, Value *bytes,
                            const Layout &layout) {
  callMove(builder, pullCopyFunction(module, layout), {to, from}, bytes);
}

void RuntimeCalls::clearFloats(IRBuilderBase &builder, Value *memory, Value *bytes,
                               const Layout &layout) {
  callMove(builder, clearFloatsFunction(module, layout), {memory}, bytes);
}

void RuntimeCalls::copyPointers(IRBuilderBase &builder, Value *to, Value *from, Value *bytes,
                                const Layout &layout) {
  callMove(builder, copyPointersFunction(module, layout), {to, from}, bytes);
}

Value *entrySink(Function &function, Type *type) {
  IRBuilder<> entry(&*function.getEntryBlock().begin());
  return entry.CreateAlloca(type, nullptr, "sink");
}

} // namespace enzyme
