//===- ReadIn.cpp ----------------------------------------------------------===//
#include "rules/calls/ReadIn.h"
#include "rules/Shape.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Bytes into a buffer; as many items as the result says, each of `itemSize` (an
/// argument's number, or -1: one byte). A negative result: none.
struct BufferRow {
  StringLiteral name;
  StringLiteral shape; ///< Shape.h
  unsigned buffer;
  unsigned count;
  int itemSize = -1;
  bool fillsAll = false; ///< the result says whether, not how much
};

constexpr BufferRow buffers[] = {
    {"fread", "npssp", 0, 2, 1},
    {"fread_unlocked", "npssp", 0, 2, 1},
    {"__fread_chk", "npnssp", 0, 3, 2},
    {"__fread_unlocked_chk", "npnssp", 0, 3, 2},
    {"read", "nnpn", 1, 2},
    {"__read_chk", "nnpnn", 1, 2},
    {"pread", "nnpnn", 1, 2},
    {"pread64", "nnpnn", 1, 2},
    {"__pread_chk", "nnpnnn", 1, 2},
    {"__pread64_chk", "nnpnnn", 1, 2},
    {"recv", "nnpnn", 1, 2},
    {"__recv_chk", "nnpnnn", 1, 2},
    {"getrandom", "npnn", 0, 1},
    {"getentropy", "npn", 0, 1, -1, /*fillsAll=*/true},
};

/// The same by the system's numbers for them. What other numbers ask for fills no memory with
/// bytes of files or at random.
struct SystemRow {
  unsigned ofX86, ofAArch64;
  BufferRow row;
};

constexpr StringLiteral systemCall = "syscall", systemShape = "nn*";
constexpr SystemRow systemCalls[] = {
    {0, 63, {"read", systemShape, 2, 3}},
    {17, 67, {"pread64", systemShape, 2, 3}},
    {45, 207, {"recvfrom", systemShape, 2, 3}},
    {318, 278, {"getrandom", systemShape, 1, 2}},
};

/// One double through a pointer.
struct NumberRow {
  StringLiteral name;
  StringLiteral shape;
  unsigned place;
};

constexpr NumberRow numbers[] = {
    {"drand48_r", "npp", 1},
    {"erand48_r", "nppp", 2},
};

/// Numbers through pointers, as a format says; the result counts them.
struct FormatRow {
  StringLiteral name;
  StringLiteral shape;
  unsigned format;
};

constexpr FormatRow formats[] = {
    {"scanf", "np*", 0},          {"fscanf", "npp*", 1},          {"sscanf", "npp*", 1},
    {"__isoc99_scanf", "np*", 0}, {"__isoc99_fscanf", "npp*", 1}, {"__isoc99_sscanf", "npp*", 1},
    {"__isoc23_scanf", "np*", 0}, {"__isoc23_fscanf", "npp*", 1}, {"__isoc23_sscanf", "npp*", 1},
};

/// std::istream's and std::wistream's `>>` for a float: this, and its letter.
constexpr StringLiteral streamPrefixes[] = {"_ZNSi", "_ZNSt13basic_istreamI",
                                            "_ZNSt3__113basic_istreamI"};
constexpr StringLiteral streamReads = "rsER"; ///< … of libc++ and of libstdc++'s header
constexpr StringLiteral streamExtracts = "_M_extractI";

/// Where the call has returned.
Instruction *after(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return call.getNextNode();
  if (!invoke->getNormalDest()->getSinglePredecessor())
    return SplitEdge(invoke->getParent(), invoke->getNormalDest())->getTerminator();
  return &*invoke->getNormalDest()->getFirstInsertionPt();
}

/// *place is a constant from here on, if `isRead` (null: always).
void makeConstant(IRBuilder<> &builder, Type *type, Value *place, Value *isRead) {
  Value *now = builder.CreateLoad(type, place);
  Value *read = withoutDerivative(builder, now);
  builder.CreateStore(isRead ? builder.CreateSelect(isRead, read, now) : read, place);
}

/// The row of a call by number, if it is one that fills memory.
const BufferRow *systemRowOf(const CallBase &call, StringRef name) {
  if (name != systemCall || !hasShape(call, systemShape))
    return nullptr;
  const Triple &triple = call.getModule()->getTargetTriple();
  const auto *number = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!number || !(triple.getArch() == Triple::x86_64 || triple.isAArch64()))
    return nullptr;
  for (const SystemRow &one : systemCalls)
    if (number->equalsInt(triple.isAArch64() ? one.ofAArch64 : one.ofX86) &&
        call.arg_size() > one.row.count)
      return &one.row;
  return nullptr;
}

void readThroughRoom(CallBase &call, const BufferRow &row) {
  Module &module = *call.getModule();
  IRBuilder<> before(&call);
  Value *memory = call.getArgOperand(row.buffer), *count = call.getArgOperand(row.count);
  Value *item = row.itemSize < 0 ? nullptr : call.getArgOperand(row.itemSize);
  Type *pointer = before.getPtrTy(), *size = count->getType();
  if (!item) { // a call by number passes what it is given
    size = before.getIntPtrTy(module.getDataLayout());
    count = before.CreateZExtOrTrunc(count, size);
    memory = before.CreateBitOrPointerCast(memory, pointer);
  }
  Value *room = before.CreateCall(module.getOrInsertFunction(calls::allocateName, pointer, size),
                                  {item ? before.CreateMul(count, item) : count}, "read");
  call.setArgOperand(
      row.buffer, before.CreateBitOrPointerCast(room, call.getArgOperand(row.buffer)->getType()));
  IRBuilder<> builder(after(call));
  Value *length = row.fillsAll ? builder.CreateSelect(builder.CreateIsNull(&call), count,
                                                      ConstantInt::get(size, 0))
                               : builder.CreateSExtOrTrunc(&call, size);
  if (item)
    length = builder.CreateMul(length, item);
  else
    length = builder.CreateBinaryIntrinsic(Intrinsic::smax, length, ConstantInt::get(size, 0));
  builder.CreateMemCpy(memory, MaybeAlign(), room, MaybeAlign(), length);
  builder.CreateCall(module.getOrInsertFunction(calls::releaseName, builder.getVoidTy(), pointer),
                     {room});
}

/// One conversion of a format: what it stores, null for what is not a float.
struct Conversion {
  Type *type = nullptr;
  bool isCounted = true; ///< by the result of scanf
};

/// Those that take an argument; nothing if the format is not one we can follow.
class FormatReader {
public:
  FormatReader(StringRef format, LLVMContext &context, Type *longDouble)
      : rest(format), context(context), longDouble(longDouble) {}

  bool read(SmallVectorImpl<Conversion> &conversions) {
    while (!rest.empty()) {
      size_t percent = rest.find('%');
      if (percent == StringRef::npos)
        return true;
      rest = rest.drop_front(percent + 1);
      if (!readOne(conversions))
        return false;
    }
    return true;
  }

private:
  StringRef rest;
  LLVMContext &context;
  Type *longDouble;

  bool readOne(SmallVectorImpl<Conversion> &conversions) {
    if (rest.consume_front("%"))
      return true;
    bool isSkipped = rest.consume_front("*");
    rest = rest.ltrim("0123456789");
    size_t length = rest.find_first_not_of("hlLqjztm");
    if (length == StringRef::npos || rest[length] == '$') // by position: not followed
      return false;
    StringRef modifier = rest.take_front(length);
    char letter = rest[length];
    rest = rest.drop_front(length + 1);
    if (letter == '[' && !skipSet())
      return false;
    if (!isSkipped)
      conversions.push_back({typeOf(letter, modifier), letter != 'n'});
    return true;
  }

  /// "[^]a-z]": a bracket that comes first is a member.
  bool skipSet() {
    rest.consume_front("^");
    size_t end = rest.find(']', 1);
    rest = end == StringRef::npos ? StringRef() : rest.drop_front(end + 1);
    return end != StringRef::npos;
  }

  Type *typeOf(char letter, StringRef modifier) const {
    if (!StringRef("aAeEfFgG").contains(letter))
      return nullptr;
    if (modifier == "L")
      return longDouble;
    return modifier == "l" ? Type::getDoubleTy(context) : Type::getFloatTy(context);
  }
};

/// What `long double` is on this target.
Type *longDoubleOf(const Module &module) {
  LLVMContext &context = module.getContext();
  const Triple &triple = module.getTargetTriple();
  if (triple.isX86() && !triple.isOSWindows() && !triple.isAndroid())
    return Type::getX86_FP80Ty(context);
  if (triple.isOSDarwin() || triple.isOSWindows() || triple.isARM())
    return Type::getDoubleTy(context);
  return triple.isPPC() ? Type::getPPC_FP128Ty(context) : Type::getFP128Ty(context);
}

bool readByFormat(CallBase &call, const FormatRow &row) {
  StringRef format;
  SmallVector<Conversion, 8> conversions;
  if (!getConstantStringInfo(call.getArgOperand(row.format), format) ||
      !FormatReader(format, call.getContext(), longDoubleOf(*call.getModule())).read(conversions) ||
      none_of(conversions, [](const Conversion &one) { return one.type; }))
    return false;
  IRBuilder<> builder(after(call));
  unsigned argument = row.format + 1, counted = 0;
  for (const Conversion &one : conversions) {
    if (argument >= call.arg_size())
      break;
    Value *place = call.getArgOperand(argument++);
    if (one.type && place->getType()->isPointerTy())
      makeConstant(builder, one.type, place,
                   builder.CreateICmpSGT(&call, ConstantInt::get(call.getType(), counted)));
    counted += one.isCounted;
  }
  return true;
}

/// The float that a stream's `>>` reads.
Type *streamedType(const Function &callee) {
  StringRef name = callee.getName();
  if (none_of(streamPrefixes, [&](StringRef prefix) { return name.consume_front(prefix); }))
    return nullptr;
  size_t at = name.rfind(streamReads), length = streamReads.size();
  if (at == StringRef::npos || at + length + 1 != name.size())
    at = name.find(streamExtracts), length = streamExtracts.size();
  if (at == StringRef::npos || at + length >= name.size())
    return nullptr;
  switch (name[at + length]) {
  case 'f':
    return Type::getFloatTy(callee.getContext());
  case 'd':
    return Type::getDoubleTy(callee.getContext());
  case 'e':
    return longDoubleOf(*callee.getParent());
  default:
    return nullptr;
  }
}

} // namespace

bool isReadingCall(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand());
  return callee &&
         (rowOf(call, callee->getName(), buffers) || rowOf(call, callee->getName(), formats) ||
          rowOf(call, callee->getName(), numbers));
}

SmallVector<StringRef, 32> readingFunctions() {
  SmallVector<StringRef, 32> names;
  for (const BufferRow &row : buffers)
    names.push_back(row.name);
  for (const FormatRow &row : formats)
    names.push_back(row.name);
  for (const NumberRow &row : numbers)
    names.push_back(row.name);
  return names;
}

Value *withoutDerivative(IRBuilderBase &builder, Value *number) {
  CallInst *same =
      builder.CreateIntrinsic(Intrinsic::arithmetic_fence, {number->getType()}, {number});
  same->addFnAttr(Attribute::get(builder.getContext(), "enzyme_inactive"));
  return same;
}

bool endDerivativesOfReadMemory(CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand());
  if (!callee || isa<CallBrInst>(call))
    return false;
  const BufferRow *buffer = rowOf(call, callee->getName(), buffers);
  if (!buffer)
    buffer = systemRowOf(call, callee->getName());
  if (buffer && callee->isDeclaration()) {
    readThroughRoom(call, *buffer);
    return true;
  }
  if (const NumberRow *row = rowOf(call, callee->getName(), numbers);
      row && callee->isDeclaration()) {
    IRBuilder<> builder(after(call));
    makeConstant(builder, builder.getDoubleTy(), call.getArgOperand(row->place), nullptr);
    return true;
  }
  if (const FormatRow *row = rowOf(call, callee->getName(), formats);
      row && callee->isDeclaration())
    return readByFormat(call, *row);
  Type *streamed = hasShape(call, "ppp") ? streamedType(*callee) : nullptr;
  if (!streamed)
    return false;
  IRBuilder<> builder(after(call));
  makeConstant(builder, streamed, call.getArgOperand(1), nullptr);
  return true;
}

} // namespace enzyme
