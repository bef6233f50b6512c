//===- RuntimeCalls.cpp --------------------------------------------------===//
#include "shadow/RuntimeCalls.h"
#include "enzyme/runtime.h"
#include "prepare/Pools.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "shadow/CopyLoops.h"
#include "types/NumberPart.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral skewMarkName = "enzyme_rt_skewed",
                               skewForgetName = "enzyme_rt_unskewed",
                               placeMarkName = "enzyme_rt_placed",
                               forgetMovedName = "enzyme_rt_forget_moved",
                               allocateName = "enzyme_rt_alloc", markName = "enzyme_rt_mark",
                               releaseName = "enzyme_rt_release";

FunctionCallee RuntimeCalls::get(StringRef name, Type *result, ArrayRef<Type *> parameters) {
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee()))
    function->addFnAttr(Attribute::NoUnwind);
  return callee;
}

constexpr Align tapeAlignment = Align::Constant<16>();

/// The runtime's functions take addresses of the generic space.
static CallInst *callGeneric(IRBuilderBase &builder, FunctionCallee callee,
                             ArrayRef<Value *> arguments, const Twine &name = "") {
  SmallVector<Value *, 6> generic(arguments);
  for (auto [argument, type] : zip(generic, callee.getFunctionType()->params()))
    if (argument->getType() != type && type->isPointerTy())
      argument = builder.CreateAddrSpaceCast(argument, type);
  return builder.CreateCall(callee, generic, name);
}

static CallInst *allocateBy(FunctionCallee callee, IRBuilderBase &builder,
                            ArrayRef<Value *> arguments, Align align = tapeAlignment) {
  auto *function = cast<Function>(callee.getCallee());
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  function->addRetAttr(Attribute::NoAlias);
  function->addRetAttr(Attribute::NonNull);
  CallInst *call = callGeneric(builder, callee, arguments);
  call->addRetAttr(Attribute::getWithAlignment(builder.getContext(), align));
  call->addRetAttr(Attribute::NoAlias);
  return call;
}

CallInst *RuntimeCalls::allocate(IRBuilderBase &builder, Value *bytes) {
  return allocateBy(get(allocateName, builder.getPtrTy(), builder.getInt64Ty()), builder, bytes);
}

CallInst *RuntimeCalls::allocate(IRBuilderBase &builder, Value *bytes, Align align) {
  if (align <= tapeAlignment)
    return allocate(builder, bytes);
  Type *word = builder.getInt64Ty();
  return allocateBy(get("enzyme_rt_alloc_aligned", builder.getPtrTy(), {word, word}), builder,
                    {bytes, builder.getInt64(align.value())}, align);
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
  callGeneric(builder, get(markName, builder.getVoidTy(), builder.getPtrTy()), mark);
  return mark;
}

void RuntimeCalls::release(IRBuilderBase &builder, Value *mark) {
  callGeneric(builder, get(releaseName, builder.getVoidTy(), builder.getPtrTy()), mark);
}

Value *RuntimeCalls::frames(IRBuilderBase &builder, Value *newest) {
  return callGeneric(builder, get("enzyme_rt_tape_frames", builder.getPtrTy(), builder.getPtrTy()),
                     newest);
}

CallInst *RuntimeCalls::newTape(IRBuilderBase &builder, uint64_t bytes) {
  return allocateBy(get("enzyme_rt_new_tape", builder.getPtrTy(), builder.getInt64Ty()), builder,
                    builder.getInt64(ENZYME_RT_TAPE_HEADER + bytes));
}

Value *RuntimeCalls::launchBegins(IRBuilderBase &builder, Value *launch) {
  Type *pointer = builder.getPtrTy();
  return callGeneric(builder, get("enzyme_rt_launch_begins", pointer, pointer), launch, "launch");
}

void RuntimeCalls::launchEnds(IRBuilderBase &builder, Value *tape) {
  callGeneric(builder, get("enzyme_rt_launch_ends", builder.getVoidTy(), builder.getPtrTy()), tape);
}

Value *RuntimeCalls::slots(IRBuilderBase &builder, Value *bytes) {
  const Align word(8);
  return allocateBy(get("enzyme_rt_slots", builder.getPtrTy(), builder.getInt64Ty()), builder,
                    bytes, word);
}

Value *RuntimeCalls::slotStride(IRBuilderBase &builder, Value *slots) {
  FunctionCallee callee = get("enzyme_rt_slot_stride", builder.getInt64Ty(), builder.getPtrTy());
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return callGeneric(builder, callee, slots, "stride");
}

void RuntimeCalls::freeTape(IRBuilderBase &builder, Value *tape) {
  callGeneric(builder, get("enzyme_rt_free_tape", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::openTape(IRBuilderBase &builder, Value *tape) {
  callGeneric(builder, get("enzyme_rt_tape_open", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::closeTape(IRBuilderBase &builder, Value *tape) {
  callGeneric(builder, get("enzyme_rt_tape_close", builder.getVoidTy(), builder.getPtrTy()), tape);
}

void RuntimeCalls::discardTape(IRBuilderBase &builder, Value *tape) {
  callGeneric(builder, get("enzyme_rt_tape_discard", builder.getVoidTy(), builder.getPtrTy()),
              tape);
}

void RuntimeCalls::checkTape(IRBuilderBase &builder, Value *tape, uint64_t tag) {
  callGeneric(
      builder,
      get("enzyme_rt_tape_check", builder.getVoidTy(), {builder.getPtrTy(), builder.getInt64Ty()}),
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
  callGeneric(builder, get(names[others.size()], builder.getVoidTy(), types), arguments);
}

Value *RuntimeCalls::beginCheckpoints(IRBuilderBase &builder, Value *memory, Value *budget,
                                      Value *count) {
  Type *word = builder.getInt64Ty();
  return callGeneric(
      builder,
      get("enzyme_rt_checkpoint_begin", builder.getPtrTy(), {builder.getPtrTy(), word, word}),
      {memory, budget, count}, "snapshots");
}

Value *RuntimeCalls::checkpointsFit(IRBuilderBase &builder, Value *memory, Value *limit,
                                    Value *count) {
  Type *word = builder.getInt64Ty();
  Value *answer = callGeneric(
      builder,
      get("enzyme_rt_checkpoint_fits", builder.getInt32Ty(), {builder.getPtrTy(), word, word}),
      {memory, limit, count});
  return builder.CreateIsNotNull(answer, "fits");
}

void RuntimeCalls::visitCheckpoint(IRBuilderBase &builder, Value *tape, Value *memory) {
  callGeneric(builder,
              get("enzyme_rt_checkpoint_visit", builder.getVoidTy(),
                  {builder.getPtrTy(), builder.getPtrTy()}),
              {tape, memory});
}

Value *RuntimeCalls::enterCheckpoints(IRBuilderBase &builder, Value *tape, Value *memory) {
  return callGeneric(builder,
                     get("enzyme_rt_checkpoint_enter", builder.getPtrTy(),
                         {builder.getPtrTy(), builder.getPtrTy()}),
                     {tape, memory}, "schedule");
}

Value *RuntimeCalls::nextCheckpoint(IRBuilderBase &builder, Value *schedule) {
  return callGeneric(builder,
                     get("enzyme_rt_checkpoint_next", builder.getInt32Ty(), builder.getPtrTy()),
                     schedule);
}

void RuntimeCalls::keepStep(IRBuilderBase &builder, Value *schedule, Value *tape) {
  callGeneric(builder,
              get("enzyme_rt_checkpoint_keep", builder.getVoidTy(),
                  {builder.getPtrTy(), builder.getPtrTy()}),
              {schedule, tape});
}

Value *RuntimeCalls::keptStep(IRBuilderBase &builder, Value *schedule) {
  return callGeneric(
      builder, get("enzyme_rt_checkpoint_kept", builder.getPtrTy(), builder.getPtrTy()), schedule);
}

static Value *placeText(IRBuilderBase &builder, const Position &where) {
  if (!where.line)
    return ConstantPointerNull::get(builder.getPtrTy());
  return textFor(builder, where.file + ":" + std::to_string(where.line), "enzyme.place");
}

void RuntimeCalls::refuse(IRBuilderBase &builder, StringRef message, const Position &where) {
  Value *text = textFor(builder, message, "enzyme.message");
  Value *place = placeText(builder, where);
  FunctionCallee callee =
      get("enzyme_rt_refuse", builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()});
  cast<Function>(callee.getCallee())->setDoesNotReturn();
  callGeneric(builder, callee, {text, place});
}

void RuntimeCalls::refuseFunction(IRBuilderBase &builder, Value *function, const Position &where) {
  FunctionCallee callee = get("enzyme_rt_refuse_function", builder.getVoidTy(),
                              {builder.getPtrTy(), builder.getPtrTy()});
  cast<Function>(callee.getCallee())->setDoesNotReturn();
  callGeneric(builder, callee, {function, placeText(builder, where)});
}

void RuntimeCalls::throws(IRBuilderBase &builder, Value *object, bool isActive) {
  callGeneric(
      builder,
      get("enzyme_rt_throws", builder.getVoidTy(), {builder.getPtrTy(), builder.getInt32Ty()}),
      {object, builder.getInt32(isActive)});
}

void RuntimeCalls::catches(IRBuilderBase &builder, Value *exception, Value *object,
                           Value *leftActiveCall, const Position &where) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder,
              get("enzyme_rt_catches", builder.getVoidTy(),
                  {pointer, pointer, builder.getInt32Ty(), pointer}),
              {exception, object, leftActiveCall, placeText(builder, where)});
}

void RuntimeCalls::watch(IRBuilderBase &builder, Value *derivative, Value *incoming,
                         StringRef operation, const Position &where) {
  Type *pointer = builder.getPtrTy(), *number = builder.getDoubleTy();
  FunctionCallee callee =
      get("enzyme_rt_watch", builder.getVoidTy(), {number, number, pointer, pointer});
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setOnlyAccessesInaccessibleMemory(); // no derivative flows through it
  Value *text = textFor(builder, operation, "enzyme.operation");
  callGeneric(builder, callee, {derivative, incoming, text, placeText(builder, where)});
}

int formatOf(const Type &type) {
  return type.isFloatTy()     ? int(ENZYME_RT_FLOAT)
         : type.isDoubleTy()  ? int(ENZYME_RT_DOUBLE)
         : type.isPointerTy() ? int(ENZYME_RT_POINTER)
                              : int(ENZYME_RT_NONE);
}

void RuntimeCalls::checkPlaces(IRBuilderBase &builder, const FloatPlaces &places) {
  int format = formatOf(*places.number) | (places.isOfGlobal ? int(ENZYME_RT_OF_GLOBAL) : 0) |
               (places.mayBeOwn ? int(ENZYME_RT_MAY_BE_OWN) : 0);
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  FunctionCallee callee = get("enzyme_rt_check_places", builder.getVoidTy(),
                              {pointer, pointer, word, word, builder.getInt32Ty()});
  callGeneric(builder, callee,
              {places.primal, places.shadow, builder.CreateZExtOrTrunc(places.count, word),
               builder.getInt64(places.period), builder.getInt32(format)});
}

void RuntimeCalls::checkUnable(IRBuilderBase &builder) {
  callGeneric(builder, get("enzyme_rt_check_unable", builder.getVoidTy(), {}), {});
}

void RuntimeCalls::checkLine(IRBuilderBase &builder, const Position &where, Value *number,
                             Value *tangent) {
  Type *real = builder.getDoubleTy();
  callGeneric(builder,
              get("enzyme_rt_check_line", builder.getVoidTy(), {builder.getPtrTy(), real, real}),
              {placeText(builder, where), number, tangent});
}

void RuntimeCalls::checkWrite(IRBuilderBase &builder, Value *place, Value *bytes) {
  Type *word = builder.getInt64Ty();
  callGeneric(builder,
              get("enzyme_rt_check_write", builder.getVoidTy(), {builder.getPtrTy(), word}),
              {place, builder.CreateZExtOrTrunc(bytes, word)});
}

void RuntimeCalls::checkMade(IRBuilderBase &builder, Value *memory, Value *bytes) {
  Type *word = builder.getInt64Ty();
  callGeneric(builder, get("enzyme_rt_check_made", builder.getVoidTy(), {builder.getPtrTy(), word}),
              {memory, builder.CreateZExtOrTrunc(bytes, word)});
}

void RuntimeCalls::checkRelease(IRBuilderBase &builder, Value *memory, Value *release,
                                Value *second) {
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  callGeneric(builder,
              get("enzyme_rt_check_release", builder.getVoidTy(), {pointer, pointer, word}),
              {memory, release, builder.CreateZExtOrTrunc(second, word)});
}

Value *RuntimeCalls::checkBegin(IRBuilderBase &builder, Value *checked, Value *frame, Value *seed) {
  Type *pointer = builder.getPtrTy();
  return callGeneric(
      builder, get("enzyme_rt_check_begin", pointer, {pointer, pointer, builder.getDoubleTy()}),
      {checked, frame, seed}, "check");
}

void RuntimeCalls::checkEnd(IRBuilderBase &builder, Value *check, Value *adjoints) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder, get("enzyme_rt_check_end", builder.getVoidTy(), {pointer, pointer}),
              {check, adjoints});
}

void RuntimeCalls::met(IRBuilderBase &builder, Value *primal, Value *shadow) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder, get("enzyme_rt_met", builder.getVoidTy(), {pointer, pointer}),
              {primal, shadow});
}

void RuntimeCalls::written(IRBuilderBase &builder, Value *primal, Value *shadow,
                           const Position &where) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder, get("enzyme_rt_written", builder.getVoidTy(), {pointer, pointer, pointer}),
              {primal, shadow, placeText(builder, where)});
}

void RuntimeCalls::checkArray(IRBuilderBase &builder, Value *primal, Value *shadow, unsigned lane,
                              const Position &where) {
  Type *pointer = builder.getPtrTy();
  FunctionCallee callee = get("enzyme_rt_arrays_check", builder.getVoidTy(),
                              {pointer, pointer, builder.getInt64Ty(), pointer});
  builder.CreateCall(callee, {primal, shadow, builder.getInt64(lane), placeText(builder, where)})
      ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

CallInst *RuntimeCalls::addLong(IRBuilderBase &builder, Value *place, Value *part) {
  CallInst *call = callGeneric(
      builder,
      get("enzyme_rt_add_long", builder.getVoidTy(), {builder.getPtrTy(), part->getType()}),
      {place, part});
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  return call;
}

void RuntimeCalls::distance(IRBuilderBase &builder, Value *primal, Value *shadow,
                            const Position &where) {
  Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  FunctionCallee callee = get("enzyme_rt_distance", builder.getVoidTy(), {word, word, pointer});
  callGeneric(builder, callee, {primal, shadow, placeText(builder, where)})
      ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

void RuntimeCalls::bitsStored(IRBuilderBase &builder, const ChangedBits &bits,
                              const Position &where) {
  Type *pointer = builder.getPtrTy(), *size = builder.getInt64Ty();
  Value *text = placeText(builder, where);
  if (!bits.number) {
    callGeneric(builder,
                get("enzyme_rt_bits_stored", builder.getVoidTy(), {pointer, size, pointer}),
                {bits.shadow, bits.bytes, text});
    return;
  }
  callGeneric(builder,
              get("enzyme_rt_bits_changed", builder.getVoidTy(), {pointer, size, size, pointer}),
              {bits.shadow, bits.bytes, builder.getInt64(bits.number), text});
}

void RuntimeCalls::bitsRead(IRBuilderBase &builder, const ChangedBits &bits,
                            const Position &where) {
  Type *pointer = builder.getPtrTy(), *size = builder.getInt64Ty();
  callGeneric(builder,
              get("enzyme_rt_bits_read", builder.getVoidTy(), {pointer, size, size, pointer}),
              {bits.shadow, bits.bytes, builder.getInt64(std::max<uint64_t>(bits.number, 1)),
               placeText(builder, where)});
}

void RuntimeCalls::sweepEnds(IRBuilderBase &builder) {
  callGeneric(builder, get("enzyme_rt_sweep_ends", builder.getVoidTy(), {}), {});
}

void RuntimeCalls::forgetMet(IRBuilderBase &builder) {
  callGeneric(builder, get("enzyme_rt_forget_met", builder.getVoidTy(), {}), {});
}

void RuntimeCalls::enterRule(IRBuilderBase &builder) {
  callGeneric(builder, get("enzyme_rt_enter_rule", builder.getVoidTy(), {}), {});
}

void RuntimeCalls::leaveRule(IRBuilderBase &builder) {
  callGeneric(builder, get("enzyme_rt_leave_rule", builder.getVoidTy(), {}), {});
}

Value *RuntimeCalls::isInRule(IRBuilderBase &builder) {
  Value *is = callGeneric(builder, get("enzyme_rt_in_rule", builder.getInt32Ty(), {}), {});
  return builder.CreateICmpNE(is, builder.getInt32(0), "in.rule");
}

Value *RuntimeCalls::scratch(IRBuilderBase &builder) {
  return callGeneric(builder, get("enzyme_rt_scratch", builder.getPtrTy(), {}), {}, "scratch");
}

Value *RuntimeCalls::lanes(IRBuilderBase &builder, Value *bytes) {
  return callGeneric(builder, get("enzyme_rt_lanes", builder.getPtrTy(), builder.getInt64Ty()),
                     bytes, "lanes");
}

void RuntimeCalls::freeScratch(IRBuilderBase &builder, Value *memory) {
  callGeneric(builder, get("enzyme_rt_free_scratch", builder.getVoidTy(), builder.getPtrTy()),
              memory);
}

static unsigned floatFormat(Type *type);

static unsigned partFormat(const NumberPart &part) {
  unsigned whole = part.whole == NumberPart::Source   ? ENZYME_RT_PART_OF_SOURCE
                   : part.whole == NumberPart::Target ? ENZYME_RT_PART_OF_TARGET
                                                      : ENZYME_RT_PART;
  unsigned number = part.number ? floatFormat(part.number) : unsigned(ENZYME_RT_PART_NUMBER);
  return whole | number | part.offset * ENZYME_RT_PART_OFFSET |
         (part.isTogether ? unsigned(ENZYME_RT_PARTS_TOGETHER) : 0);
}

/// The numbers of enum ENZYME_RT_* in runtime.h.
static unsigned floatFormat(Type *type) {
  if (auto part = NumberPart::spelledBy(type))
    return partFormat(*part);
  if (type->isStructTy())
    return ENZYME_RT_FLOAT_OR_DOUBLE;
  if (type->isHalfTy() || type->isBFloatTy())
    return 0;
  if (type->isFloatTy())
    return 1;
  if (type->isDoubleTy())
    return 2;
  return type->isX86_FP80Ty() ? 3 : 4;
}

/// The call of a move of memory, `bytes` last.
static void callMove(IRBuilderBase &builder, Function *move, ArrayRef<Value *> memory,
                     Value *bytes) {
  SmallVector<Value *, 3> arguments(memory);
  arguments.push_back(builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty()));
  callGeneric(builder, move, arguments);
}

void RuntimeCalls::addToBound(IRBuilderBase &builder, Value *term) {
  CallInst *call = callGeneric(
      builder, get("enzyme_rt_error_add", builder.getVoidTy(), {term->getType()}), term);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  call->setDoesNotThrow();
}

void RuntimeCalls::pullCopy(IRBuilderBase &builder, const Move &move, const Layout &layout) {
  callMove(builder, pullCopyFunction(module, layout, move.isShared), {move.to, move.from},
           move.bytes);
}

void RuntimeCalls::clearFloats(IRBuilderBase &builder, Value *memory, Value *bytes,
                               const Layout &layout) {
  callMove(builder, clearFloatsFunction(module, layout), {memory}, bytes);
}

void RuntimeCalls::clearPointers(IRBuilderBase &builder, Value *memory, Value *bytes,
                                 const Layout &layout) {
  callMove(builder, clearPointersFunction(module, layout), {memory}, bytes);
}

void RuntimeCalls::copyPointers(IRBuilderBase &builder, Value *to, Value *from, Value *bytes,
                                const Layout &layout) {
  callMove(builder, copyPointersFunction(module, layout), {to, from}, bytes);
}

void RuntimeCalls::copyRaw(IRBuilderBase &builder, const RawMove &move, bool isFromConst) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder,
              get(nameOf(isFromConst ? Runtime::CopyConstRaw : Runtime::CopyRaw),
                  builder.getVoidTy(), {pointer, pointer, builder.getInt64Ty(), pointer}),
              {move.to, move.from, builder.CreateZExtOrTrunc(move.bytes, builder.getInt64Ty()),
               placeText(builder, move.where)});
}

void RuntimeCalls::pullRaw(IRBuilderBase &builder, const RawMove &move, Type *only) {
  Type *pointer = builder.getPtrTy();
  callGeneric(builder,
              get(nameOf(Runtime::PullRaw), builder.getVoidTy(),
                  {pointer, pointer, builder.getInt64Ty(), builder.getInt32Ty(), pointer}),
              {move.to, move.from, builder.CreateZExtOrTrunc(move.bytes, builder.getInt64Ty()),
               builder.getInt32(only ? floatFormat(only) : -1), placeText(builder, move.where)});
}

/// The table of places is the library's own: the memory itself is not touched.
static void callOnTable(IRBuilderBase &builder, FunctionCallee callee,
                        ArrayRef<Value *> arguments) {
  cast<Function>(callee.getCallee())->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  callGeneric(builder, callee, arguments);
}

void RuntimeCalls::numbersAt(IRBuilderBase &builder, const Numbers &numbers, bool areAmongOthers) {
  Type *size = builder.getInt64Ty();
  callOnTable(builder,
              get(areAmongOthers ? placeMarkName : skewMarkName, builder.getVoidTy(),
                  {builder.getPtrTy(), size, size, size}),
              {numbers.place, builder.CreateZExtOrTrunc(numbers.bytes, size),
               builder.getInt64(numbers.period), builder.getInt64(numbers.size)});
}

void RuntimeCalls::unskewed(IRBuilderBase &builder, Value *place, Value *bytes) {
  Type *size = builder.getInt64Ty();
  callOnTable(builder, get(skewForgetName, builder.getVoidTy(), {builder.getPtrTy(), size}),
              {place, builder.CreateZExtOrTrunc(bytes, size)});
}

void RuntimeCalls::forgetAddresses(IRBuilderBase &builder, Value *place, Value *bytes) {
  Type *size = builder.getInt64Ty();
  StringRef name = hasPools(module) ? "enzyme_rt_forget_addresses" : forgetMovedName;
  callGeneric(builder, get(name, builder.getVoidTy(), {builder.getPtrTy(), size}),
              {place, builder.CreateZExtOrTrunc(bytes, size)});
}

uint64_t skewableBytes(const Type &type) {
  const Type *scalar = type.getScalarType();
  return scalar->isDoubleTy() ? 8 : scalar->isFloatTy() ? 4 : 0;
}

bool mayLieAskew(const Type &type, Align align) { return align.value() < skewableBytes(type); }

static void eraseCalls(Module &workshop, StringRef name) {
  if (Function *function = workshop.getFunction(name))
    for (User *user : make_early_inc_range(function->users()))
      cast<CallInst>(user)->eraseFromParent();
}

bool isTapeMark(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && is_contained({markName, releaseName}, callee->getName());
}

bool isPullOfUnknownBytes(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == nameOf(Runtime::PullRaw);
}

bool isTapeAllocation(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(allocateName);
}

void dropSkews(Module &workshop) {
  SmallVector<CallInst *, 8> pulls;
  if (Function *pull = workshop.getFunction(nameOf(Runtime::PullRaw)))
    for (User *user : pull->users()) {
      auto *call = cast<CallInst>(user);
      const Function *function = call->getFunction();
      bool isUnusedRule = // request/RawRules.cpp
          function->getName().starts_with(runtimePrefix) && function->use_empty();
      if (!isUnusedRule)
        pulls.push_back(call);
    }
  bool knowsAll = all_of(pulls, [](const CallInst *call) {
    const auto *format = dyn_cast<ConstantInt>(call->getArgOperand(3));
    return isa<ConstantPointerNull>(call->getArgOperand(1)) ||
           (format && format->getSExtValue() != ENZYME_RT_NONE);
  });
  if (knowsAll)
    eraseCalls(workshop, placeMarkName);
  if (pulls.empty())
    for (StringRef name : {skewMarkName, skewForgetName, forgetMovedName})
      eraseCalls(workshop, name);
}

Value *entrySink(Function &function, Type *type) {
  IRBuilder<> entry(&*function.getEntryBlock().begin());
  return entry.CreateAlloca(type, nullptr, "sink");
}

} // namespace enzyme
