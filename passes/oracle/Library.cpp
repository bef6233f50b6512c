//===- Library.cpp - calls of library functions that have a tangent rule ----===//
//
// The call's floats, their tangents, integers and addresses are written into a record; the
// rule in the runtime adds the tangents of the results. A complex number is its two floats.
//===----------------------------------------------------------------------===//
#include "oracle/Library.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

enum class Kind { Rule, Flat, Move, Clear };
struct Entry {
  StringRef spelling, name;
  Kind kind;
};
const Entry entries[] = {
#define RULE(name) {#name, #name, Kind::Rule},
#define FLAT(name) {#name, #name, Kind::Flat},
#define ALIAS(spelling, name) {#spelling, #name, Kind::Rule},
#define MEMORY(name, kind) {#name, #name, Kind::kind},
#include "oracle/Library.def"
};

const Entry *exactly(StringRef name) {
  const Entry *found = find_if(entries, [&](const Entry &entry) { return entry.spelling == name; });
  return found == std::end(entries) ? nullptr : found;
}

const Entry *entryOf(StringRef name) {
  if (const Entry *entry = exactly(name))
    return entry;
  if (!name.consume_back("f") && !name.consume_back("l"))
    if (!name.consume_back("f_r") && !name.consume_back("l_r"))
      return nullptr;
  const Entry *entry = exactly(name);
  return entry ? entry : exactly((name + "_r").str());
}

bool takesFloats(const Function &function) {
  return any_of(function.args(), [](const Argument &argument) {
    return argument.getType()->isFPOrFPVectorTy() || argument.hasByValAttr();
  });
}

/// The floats a value is made of, one after the other.
void addFloats(IRBuilder<> &builder, Value *value, SmallVectorImpl<Value *> &floats) {
  Type *type = value->getType();
  if (type->isFloatingPointTy())
    return floats.push_back(value);
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    for (unsigned i = 0; i != vector->getNumElements(); ++i)
      floats.push_back(builder.CreateExtractElement(value, i));
  else if (type->isStructTy())
    for (unsigned i = 0; i != type->getStructNumElements(); ++i)
      addFloats(builder, builder.CreateExtractValue(value, i), floats);
}

Type *floatOf(Type *type) {
  while (type->isStructTy() && type->getStructNumElements())
    type = type->getStructElementType(0);
  return type->getScalarType();
}

Value *widen(IRBuilder<> &builder, Value *value, Type *wide) {
  return value->getType()->getPrimitiveSizeInBits() > 80 ? builder.CreateFPTrunc(value, wide)
                                                         : builder.CreateFPCast(value, wide);
}

/// Members of struct oracle_call.
enum Member : unsigned { Floats, Tangents, Results, ResultTangents, Addresses, Numbers, Bytes };

/// One call's record, being written.
class Record {
public:
  Record(Frame &frame, IRBuilder<> &builder) : frame(frame), builder(builder) {
    if (!frame.callRecord) {
      IRBuilder<> entry(&*frame.function.getEntryBlock().getFirstInsertionPt());
      frame.callRecord = entry.CreateAlloca(frame.runtime.call);
    }
  }
  Value *place(Member member, unsigned index) {
    StructType *type = frame.runtime.call;
    Value *array = builder.CreateStructGEP(type, frame.callRecord, member);
    return builder.CreateConstInBoundsGEP2_32(type->getElementType(member), array, 0, index);
  }
  void put(Member member, unsigned index, Value *value) {
    builder.CreateStore(value, place(member, index));
  }
  void putFloats(Member member, ArrayRef<Value *> floats) {
    for (auto [index, value] : enumerate(floats))
      if (index < callFloats)
        put(member, index, widen(builder, value, frame.runtime.wide));
  }
  void putBytes(Type *type) {
    builder.CreateStore(builder.getInt32(frame.layout.getTypeStoreSize(type)),
                        builder.CreateStructGEP(frame.runtime.call, frame.callRecord, Bytes));
  }

private:
  Frame &frame;
  IRBuilder<> &builder;
};

/// What the rule says, in the form of the result.
Value *resultOf(IRBuilder<> &builder, Type *type, ArrayRef<Value *> tangents) {
  if (type->isFloatingPointTy())
    return builder.CreateFPCast(tangents[0], type);
  Value *whole = Constant::getNullValue(shadowType(type));
  for (unsigned i = 0; i != 2; ++i)
    if (type->isVectorTy())
      whole =
          builder.CreateInsertElement(whole, builder.CreateFPCast(tangents[i], floatOf(type)), i);
    else if (Type *part = type->getStructElementType(i); part->isFloatingPointTy())
      whole = builder.CreateInsertValue(whole, builder.CreateFPCast(tangents[i], part), i);
  return whole;
}

struct Split {
  SmallVector<Value *> floats, tangents, numbers, addresses;
};

void splitArgument(Frame &frame, IRBuilder<> &builder, CallBase &call, unsigned i, Split &split) {
  Value *argument = call.getArgOperand(i), *shadow = frame.of(argument);
  if (call.isByValArgument(i)) {
    Type *type = call.getParamByValType(i);
    shadow = builder.CreateLoad(shadowType(type), frame.placeOf(builder, argument));
    argument = builder.CreateLoad(type, argument);
  }
  Type *type = argument->getType();
  if (type->isPointerTy())
    split.addresses.push_back(argument);
  else if (type->isIntegerTy())
    split.numbers.push_back(builder.CreateSExtOrTrunc(argument, frame.runtime.word));
  addFloats(builder, argument, split.floats);
  if (shadow)
    addFloats(builder, shadow, split.tangents);
}

/// The tangents of the results; `builder` stands behind the call.
SmallVector<Value *> applyRule(Frame &frame, IRBuilder<> &builder, StringRef rule,
                               ArrayRef<Value *> results, const Split &split) {
  Record record(frame, builder);
  record.putFloats(Floats, split.floats);
  record.putFloats(Tangents, split.tangents);
  record.putFloats(Results, results);
  for (unsigned i = 0; i != callFloats; ++i) // none: an intrinsic that returns what others store
    record.put(Addresses, i,
               i < split.addresses.size() ? split.addresses[i]
                                          : ConstantPointerNull::get(builder.getPtrTy()));
  for (auto [index, number] : enumerate(split.numbers))
    record.put(Numbers, index, number);
  if (!split.floats.empty())
    record.putBytes(split.floats[0]->getType());
  builder.CreateCall(frame.runtime.rule(rule), frame.callRecord);
  SmallVector<Value *> tangents;
  for (unsigned i = 0; i != 2; ++i)
    tangents.push_back(builder.CreateLoad(frame.runtime.wide, record.place(ResultTangents, i)));
  return tangents;
}

void applyWhole(Frame &frame, CallBase &call, StringRef rule) {
  IRBuilder<> before(&call), behind(call.getNextNode());
  Split split;
  for (unsigned i = 0; i != call.arg_size(); ++i)
    splitArgument(frame, before, call, i, split);
  Type *type = call.getType();
  SmallVector<Value *> results;
  if (!type->isVoidTy())
    addFloats(behind, &call, results);
  SmallVector<Value *> tangents = applyRule(frame, behind, rule, results, split);
  if (!results.empty())
    frame.set(call, resultOf(behind, type, tangents));
}

/// An intrinsic on vectors: its rule, lane by lane.
void applyToLanes(Frame &frame, CallBase &call, StringRef rule) {
  auto *vector = cast<FixedVectorType>(call.getType());
  IRBuilder<> builder(call.getNextNode());
  Value *whole = Constant::getNullValue(vector);
  for (unsigned lane = 0; lane != vector->getNumElements(); ++lane) {
    Split split;
    for (Value *argument : call.args())
      if (argument->getType()->isFPOrFPVectorTy()) {
        split.floats.push_back(builder.CreateExtractElement(argument, lane));
        split.tangents.push_back(builder.CreateExtractElement(frame.of(argument), lane));
      } else {
        Value *number = argument->getType()->isVectorTy()
                            ? builder.CreateExtractElement(argument, lane)
                            : argument;
        split.numbers.push_back(builder.CreateSExtOrTrunc(number, frame.runtime.word));
      }
    Value *result = builder.CreateExtractElement(&call, lane);
    Value *tangent = applyRule(frame, builder, rule, {result}, split)[0];
    whole = builder.CreateInsertElement(
        whole, builder.CreateFPCast(tangent, vector->getElementType()), lane);
  }
  frame.set(call, whole);
}

void moveMemory(Frame &frame, CallBase &call, Kind kind) {
  IRBuilder<> builder(&call);
  Value *to = frame.placeOf(builder, call.getArgOperand(0)), *bytes = call.getArgOperand(2);
  if (kind == Kind::Clear)
    builder.CreateMemSet(to, builder.getInt8(0), bytes, MaybeAlign());
  else
    builder.CreateMemMove(to, MaybeAlign(), frame.placeOf(builder, call.getArgOperand(1)),
                          MaybeAlign(), bytes);
}

} // namespace

bool hasRule(const Function &function) {
  const Entry *entry = function.isDeclaration() ? entryOf(function.getName()) : nullptr;
  return entry && (entry->kind >= Kind::Move ? function.arg_size() >= 3 : takesFloats(function));
}

bool passLibraryCall(Frame &frame, CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || isa<InvokeInst>(call) || !hasRule(*callee))
    return false;
  const Entry *entry = entryOf(callee->getName());
  if (entry->kind == Kind::Rule)
    applyWhole(frame, call, entry->name);
  else if (entry->kind != Kind::Flat)
    moveMemory(frame, call, entry->kind);
  return true;
}

bool passMathIntrinsic(Frame &frame, CallBase &call, StringRef name) {
  const Entry *entry = exactly(name);
  if (!entry || entry->kind >= Kind::Move)
    return false;
  if (entry->kind == Kind::Flat)
    return true;
  if (call.getType()->isVectorTy())
    applyToLanes(frame, call, entry->name);
  else
    applyWhole(frame, call, entry->name);
  return true;
}

} // namespace enzyme::oracle
