//===- Communicate.cpp ------------------------------------------------------===//
//
// What MPI's constants, types and statuses are, only code that was compiled with its header
// knows. So the library does all of it (mpi-omp/mpi/internal.h):
//
//   forward     R = enzyme_mpi_X(null, lanes, shadows of each buffer, x…)
//   augmented   R = enzyme_mpi_X(&record, lanes, shadows of each buffer, x…)
//   gradient    enzyme_mpi_reverse(record)
//
// A buffer that is constant here has null for its shadows: others may send numbers that vary,
// or want an adjoint, all the same. The tape is the record.
//===----------------------------------------------------------------------===//
#include "emit/Communicate.h"
#include "abi/Signature.h"
#include "rules/mpi/Exchange.h"
#include "shadow/RuntimeCalls.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace enzyme {
namespace {

class CommunicationEmitter {
public:
  CommunicationEmitter(const DerivativeKey &key, Function &function, const Exchange &exchange)
      : key(key), function(function), exchange(exchange), signature(Signature::of(key)),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)),
        result(function.getReturnType()->isVoidTy() ? nullptr
                                                    : PoisonValue::get(function.getReturnType())) {}

  void forward() {
    set(signature.primalResult, communicate(ConstantPointerNull::get(builder.getPtrTy())));
    finish();
  }

  void augmented() {
    Value *block = RuntimeCalls(module()).allocate(builder, builder.getInt64(recordBytes()));
    set(signature.primalResult, communicate(block));
    set(signature.tapeResult, block);
    finish();
  }

  void gradient() {
    reverse(function.getArg(*signature.tapeParameter));
    finish();
  }

  void combined() {
    Value *record = builder.CreateAlloca(builder.getPtrTy(), nullptr, "record");
    set(signature.primalResult, communicate(record));
    reverse(record);
    finish();
  }

  TapeShape shape() {
    TapeShape shape;
    shape.fields.push_back({builder.getPtrTy(), 0});
    shape.blockBytes = recordBytes();
    std::string text = key.primal->getName().str();
    for (Activity activity : key.arguments)
      text += std::to_string(int(activity));
    shape.tag = xxh3_64bits(text + ' ' + std::to_string(key.width));
    return shape;
  }

private:
  Module &module() { return *function.getParent(); }
  uint64_t recordBytes() { return function.getDataLayout().getPointerSize(); }

  /// An array of each lane's shadow of a buffer; null if there is none.
  Value *shadowsOf(unsigned argument) {
    std::optional<unsigned> first = signature.shadowParameter[argument];
    if (!first)
      return ConstantPointerNull::get(builder.getPtrTy());
    Value *shadows =
        builder.CreateAlloca(ArrayType::get(builder.getPtrTy(), key.width), nullptr, "shadows");
    for (unsigned lane = 0; lane != key.width; ++lane)
      builder.CreateStore(function.getArg(*first + lane),
                          builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), shadows, lane));
    return shadows;
  }

  /// The primal's call, and what belongs to it; the primal's result.
  Value *communicate(Value *record) {
    SmallVector<Value *, 16> arguments{record, builder.getInt32(key.width)};
    for (const ExchangeBuffer &buffer : exchange.buffers)
      arguments.push_back(shadowsOf(buffer.argument));
    for (unsigned parameter : signature.primalParameter)
      arguments.push_back(function.getArg(parameter));
    SmallVector<Type *, 16> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    auto *type = FunctionType::get(key.primal->getReturnType(), types, false);
    return builder.CreateCall(module().getOrInsertFunction(exchangeFunction(exchange), type),
                              arguments);
  }

  void reverse(Value *record) {
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    builder.CreateCall(module().getOrInsertFunction(exchangeReverse(), type), {record});
  }

  void set(std::optional<unsigned> index, Value *value) {
    if (index)
      result = builder.CreateInsertValue(result, value, *index);
  }

  void finish() {
    if (result)
      builder.CreateRet(result);
    else
      builder.CreateRetVoid();
  }

  const DerivativeKey &key;
  Function &function;
  const Exchange &exchange;
  Signature signature;
  IRBuilder<> builder;
  Value *result;
};

bool refuse(Context &context, const std::string &what, const std::string &help) {
  Position where = context.chain.empty() ? Position() : context.chain.back().where;
  context.diagnostics.refuse({MessageId::NotYetConstruct, where, {what, help}, {}});
  return false;
}

} // namespace

bool emitCommunication(Context &context, const DerivativeKey &key, Function &function,
                       TapeShape &tape) {
  std::string name = key.primal->getName().str();
  if (key.errors != Errors::None)
    return refuse(context, "an estimate of rounding errors through '" + name + "'",
                  "ask for it in a function that runs in one process");
  if (key.servesForward)
    return refuse(context, "forward mode from a tape of '" + name + "'", "use __enzyme_fwddiff");
  Exchange exchange = *exchangeOf(*key.primal);
  CommunicationEmitter emitter(key, function, exchange);
  switch (key.mode) {
  case Mode::ForwardSplit: // above
  case Mode::Forward:
    emitter.forward();
    return true;
  case Mode::ReverseAugmented:
    emitter.augmented();
    tape = emitter.shape();
    return true;
  case Mode::ReverseGradient:
    emitter.gradient();
    return true;
  case Mode::ReverseCombined:
    emitter.combined();
    return true;
  }
  llvm_unreachable("all modes are listed");
}

} // namespace enzyme
