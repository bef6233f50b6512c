//===- PassArguments.cpp - what the derivative is called with -------------===//
//
// Most arguments are those of the request, converted. Two kinds need memory:
//
//   hidden results  the function writes its structure through parameter 0; primal
//                   and tangent go to the declared result, [primal] first, or to
//                   memory that is thrown away
//   by value        structures passed by value in memory (byval): the primal is
//                   copied as the call would have; the shadow is the user's own
//                   variable in reverse, since its adjoint must arrive there
//===----------------------------------------------------------------------===//
#include "request/PassArguments.h"
#include "request/Convert.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace llvm;

namespace enzyme {
namespace {

class Passing {
public:
  Passing(IRBuilder<> &builder, const Request &request, const Signature &signature,
          const Function &derivative)
      : builder(builder), request(request), signature(signature), derivative(derivative),
        layout(request.call->getModule()->getDataLayout()) {}

  SmallVector<Value *, 16> pass() {
    values.resize(signature.type->getNumParams());
    if (request.family == Family::Augmentsize)
      return {};
    for (const Argument &parameter : request.function->args()) {
      if (request.parameters[parameter.getArgNo()].primal)
        passParameter(parameter);
      else
        passHiddenResult(parameter);
    }
    if (signature.seedParameter)
      values[*signature.seedParameter] =
          seed(signature.type->getParamType(*signature.seedParameter));
    if (signature.tapeParameter)
      values[*signature.tapeParameter] = tape();
    return std::move(values);
  }

  /// Where the seeds of a number of lanes known at run time are, and how far apart. One
  /// by reference stands before those of the other lanes, one by value is for all.
  std::pair<Value *, Value *> seedsInMemory() {
    Type *type = request.function->getReturnType();
    bool isReference =
        !request.seedPieces.empty() && request.seedPieces.front().how == Passed::How::Pointee;
    if (isReference)
      return {request.call->getArgOperand(request.seedPieces.front().argument),
              builder.getInt64(layout.getTypeAllocSize(type))};
    Value *memory = temporary(type, std::nullopt);
    builder.CreateStore(seed(type), memory);
    return {memory, builder.getInt64(0)};
  }
  /// The tape itself, or the memory it is in. One by value is put into memory; in
  /// the augmented half that is the declared result, which begins with it.
  Value *tape() {
    const TapeInRequest &tape = request.tape;
    if (!tape.isByValue())
      return request.call->getArgOperand(tape.arguments.front());
    if (request.family == Family::Augmentfwd && request.resultArgument)
      return request.call->getArgOperand(*request.resultArgument);
    if (request.family == Family::Augmentfwd)
      return temporary(request.call->getType(), std::nullopt);
    unsigned first = tape.arguments.front();
    if (request.call->isByValArgument(first))
      return request.call->getArgOperand(first);
    Type *bytes = ArrayType::get(builder.getInt8Ty(), std::max<int64_t>(*tape.bytes, 16) + 16);
    Value *memory = temporary(bytes, Align(16));
    uint64_t offset = 0;
    for (unsigned argument : tape.arguments) {
      Value *piece = request.call->getArgOperand(argument);
      offset = alignTo(offset, layout.getABITypeAlign(piece->getType()));
      builder.CreateStore(piece,
                          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset));
      offset += layout.getTypeAllocSize(piece->getType());
    }
    return memory;
  }

private:
  Value *seed(Type *type) {
    if (request.seedPieces.empty())
      return unitSeed(type);
    ArrayRef<Passed> pieces = request.seedPieces;
    if (request.width == 1)
      return seedOfLane(type, pieces);
    Value *whole = PoisonValue::get(type);
    size_t perLane = pieces.size() / request.width;
    for (unsigned lane = 0; lane != request.width; ++lane)
      whole = builder.CreateInsertValue(
          whole, seedOfLane(type->getArrayElementType(), pieces.slice(lane * perLane, perLane)),
          lane);
    return whole;
  }

  Value *seedOfLane(Type *type, ArrayRef<Passed> pieces) {
    auto *structure = dyn_cast<StructType>(type);
    if (!structure)
      return convert(builder, *request.call, pieces.front(), type);
    Value *whole = PoisonValue::get(type);
    for (auto [index, piece] : enumerate(pieces))
      whole = builder.CreateInsertValue(
          whole, convert(builder, *request.call, piece, structure->getElementType(index)), index);
    return whole;
  }

  Value *temporary(Type *type, MaybeAlign align) {
    BasicBlock &entry = request.call->getFunction()->getEntryBlock();
    IRBuilder<> atEntry(&entry, entry.begin());
    AllocaInst *memory = atEntry.CreateAlloca(type);
    if (align)
      memory->setAlignment(std::max(*align, memory->getAlign()));
    return builder.CreateAddrSpaceCast(memory, builder.getPtrTy());
  }

  Value *copied(Value *memory, Type *type, MaybeAlign align) {
    Value *copy = temporary(type, align);
    builder.CreateMemCpy(copy, align, memory, align, layout.getTypeAllocSize(type));
    return copy;
  }

  void passParameter(const Argument &parameter) {
    const Binding &binding = request.parameters[parameter.getArgNo()];
    unsigned at = signature.primalParameter[parameter.getArgNo()];
    Type *type = parameter.getType();
    Value *primal = convert(builder, *request.call, *binding.primal, type);
    Type *byValue = parameter.getParamByValType();
    if (byValue && !derivative.hasParamAttribute(at, Attribute::ByVal))
      primal = copied(primal, byValue, parameter.getParamAlign());
    values[at] = primal;
    std::optional<unsigned> shadowAt = signature.shadowParameter[parameter.getArgNo()];
    if (!shadowAt)
      return;
    for (unsigned lane = 0; lane != request.width; ++lane) {
      const Passed &passed = binding.shadows[binding.stride ? 0 : lane];
      Value *shadow = binding.stride ? atStride(binding, lane, type)
                                     : convert(builder, *request.call, passed, type);
      if (byValue && request.isForward())
        shadow = copied(shadow, byValue, parameter.getParamAlign());
      else if (byValue && request.call->isByValArgument(passed.argument))
        shadow = variableBehind(shadow);
      values[*shadowAt + lane] = shadow;
    }
  }

  /// Lane i of a v marker: base + i * stride, or the value there.
  Value *atStride(const Binding &binding, unsigned lane, Type *type) {
    const CallBase &call = *request.call;
    Value *base = call.getArgOperand(binding.shadows.front().argument);
    Value *stride =
        builder.CreateSExtOrTrunc(call.getArgOperand(*binding.stride), builder.getInt64Ty());
    Value *address =
        lane ? builder.CreatePtrAdd(base, builder.CreateMul(stride, builder.getInt64(lane))) : base;
    if (type->isPointerTy())
      return builder.CreateAddrSpaceCast(address, type);
    return builder.CreateAlignedLoad(type, address, Align(1)); // any stride is allowed
  }

  /// C passes the variable itself; C++ first copies it to a temporary that is
  /// used for nothing else. The variable is where the adjoint is looked for.
  Value *variableBehind(Value *memory) const {
    auto *local = dyn_cast<AllocaInst>(memory);
    if (!local || !isCxx(*request.call->getModule()))
      return memory;
    MemCpyInst *copy = nullptr;
    for (User *user : local->users()) {
      auto *transfer = dyn_cast<MemCpyInst>(user);
      bool isUnrelated = user == request.call || isa<LifetimeIntrinsic>(user);
      if (isUnrelated)
        continue;
      if (!transfer || copy || transfer->getRawDest() != local)
        return memory;
      copy = transfer;
    }
    if (!copy)
      return memory;
    auto *global = dyn_cast<GlobalVariable>(copy->getRawSource());
    return global && global->isConstant() ? memory : copy->getRawSource();
  }

  static bool isCxx(const Module &module) {
    return any_of(module,
                  [](const Function &function) { return function.getName().starts_with("_Z"); });
  }

  void passHiddenResult(const Argument &parameter) {
    Type *type = parameter.getParamStructRetType();
    MaybeAlign align = parameter.getParamAlign();
    unsigned at = signature.primalParameter[parameter.getArgNo()];
    std::optional<unsigned> shadowAt = signature.shadowParameter[parameter.getArgNo()];
    if (request.hiddenResult == HiddenResult::FromSeed) {
      values[at] = temporary(type, align);
      passSeeds(*shadowAt, type,
                convert(builder, *request.call, *request.seed, parameter.getType()));
      return;
    }
    uint64_t offset = 0;
    values[at] = request.returnsPrimal ? declaredPart(type, offset) : nullptr;
    if (!values[at])
      values[at] = temporary(type, align);
    if (!shadowAt)
      return;
    for (unsigned lane = 0; lane != request.width; ++lane) {
      Value *tangent = declaredPart(type, offset);
      if (!tangent)
        tangent = temporary(type, align);
      builder.CreateMemSet(tangent, builder.getInt8(0), layout.getTypeAllocSize(type), align);
      values[*shadowAt + lane] = tangent;
    }
  }

  /// The adjoints of a hidden result, one per lane, side by side.
  void passSeeds(unsigned at, Type *structure, Value *seeds) {
    uint64_t size = layout.getTypeAllocSize(structure);
    for (unsigned lane = 0; lane != request.width; ++lane)
      values[at + lane] = lane ? builder.CreatePtrAdd(seeds, builder.getInt64(lane * size)) : seeds;
  }

  /// The next structure in the declared result; null if none is declared.
  Value *declaredPart(Type *type, uint64_t &offset) {
    if (!request.resultArgument)
      return nullptr;
    Value *base = request.call->getArgOperand(*request.resultArgument);
    Value *part = builder.CreatePtrAdd(base, builder.getInt64(offset));
    offset += layout.getTypeAllocSize(type);
    return part;
  }

  IRBuilder<> &builder;
  const Request &request;
  const Signature &signature;
  const Function &derivative;
  const DataLayout &layout;
  SmallVector<Value *, 16> values;
};

} // namespace

SmallVector<Value *, 16> passArguments(IRBuilder<> &builder, const Request &request,
                                       const Signature &signature, const Function &derivative) {
  return Passing(builder, request, signature, derivative).pass();
}

SmallVector<Value *, 16> passStrips(IRBuilder<> &builder, const Request &request,
                                    const StripSignature &signature) {
  const CallBase &call = *request.call;
  SmallVector<Value *, 16> values(signature.type->getNumParams());
  auto asWord = [&](unsigned argument) {
    return builder.CreateSExtOrTrunc(call.getArgOperand(argument), builder.getInt64Ty());
  };
  for (const Argument &parameter : request.function->args()) {
    const Binding &binding = request.parameters[parameter.getArgNo()];
    if (parameter.hasStructRetAttr()) {
      if (signature.seedsParameter)
        values[*signature.seedsParameter] =
            convert(builder, call, *request.seed, builder.getPtrTy());
      continue;
    }
    values[signature.primalParameter[parameter.getArgNo()]] =
        convert(builder, call, *binding.primal, parameter.getType());
    if (std::optional<unsigned> base = signature.baseParameter[parameter.getArgNo()]) {
      values[*base] = convert(builder, call, binding.shadows.front(), builder.getPtrTy());
      values[*base + 1] = asWord(*binding.stride);
    }
  }
  values[signature.lanesParameter] = asWord(*request.lanesArgument);
  Passing others(builder, request, signature.strip, *request.function);
  if (signature.seedParameter)
    std::tie(values[*signature.seedParameter], values[*signature.seedParameter + 1]) =
        others.seedsInMemory();
  if (signature.tapeParameter)
    values[*signature.tapeParameter] = others.tape();
  return values;
}

Constant *unitSeed(Type *type) {
  if (type->isFPOrFPVectorTy())
    return ConstantFP::get(type, 1.0);
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Constant *, 4> members;
    for (Type *member : structure->elements())
      members.push_back(unitSeed(member));
    return ConstantStruct::get(structure, members);
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    SmallVector<Constant *, 4> members(array->getNumElements(), unitSeed(array->getElementType()));
    return ConstantArray::get(array, members);
  }
  return Constant::getNullValue(type);
}

} // namespace enzyme
