//===- AddressesInside.cpp --------------------------------------------------===//
//
// Problem: `char *end; double n = strtod(message, &end);`, and what follows the number is read
// behind `end`. Nothing in the program says that this address lies in the message: it would lead
// nowhere, and have no shadow.
//
// Here: the address is the message's own, moved as far as the function found it behind that. How
// far the runtime says, so that no distance between two objects is seen in it.
//===----------------------------------------------------------------------===//
#include "rules/calls/AddressesInside.h"
#include "rules/Shape.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

StringMap<const calls::AddressInsideRow *> rowsByName() {
  StringMap<const calls::AddressInsideRow *> rows;
  for (const calls::AddressInsideRow &row : calls::addressesInside) {
    SmallVector<StringRef, 16> names;
    StringRef(row.names).split(names, ' ');
    for (StringRef name : names)
      rows[name] = &row;
  }
  return rows;
}

const calls::AddressInsideRow *rowFor(const CallInst &call, StringRef name) {
  static const StringMap<const calls::AddressInsideRow *> rows = rowsByName();
  const calls::AddressInsideRow *row = rows.lookup(name);
  return row && hasShape(call, row->shape) ? row : nullptr;
}

/// `{address, error} std::from_chars(begin, end, …)`
bool readsRange(const CallInst &call, StringRef name) {
  auto *result = dyn_cast<StructType>(call.getType());
  return result && result->getNumElements() == 2 && result->getElementType(0)->isPointerTy() &&
         call.arg_size() > 1 && call.getArgOperand(0)->getType()->isPointerTy() &&
         any_of(calls::readingRanges, [&](StringRef prefix) { return name.starts_with(prefix); });
}

class Following {
public:
  explicit Following(CallInst &call) : call(call), module(*call.getModule()) {}

  void followMember() {
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    Value *found = builder.CreateExtractValue(&call, 0);
    Value *inside = addressIn(builder, call.getArgOperand(0), found);
    Value *result = builder.CreateInsertValue(&call, inside, 0);
    ours.insert_range(ArrayRef<Value *>{found, result});
    replaceOthers(result);
  }

  void follow(const calls::AddressInsideRow &row) {
    Value *slot = row.stored < 0 ? nullptr : slotFor(row.stored);
    Value *base = findBase(row);
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (row.isResult)
      replaceOthers(addressIn(builder, base, &call));
    if (slot) {
      Value *found = builder.CreateLoad(builder.getPtrTy(), slot);
      builder.CreateStore(addressIn(builder, base, found), slot);
    }
  }

private:
  /// Where the address is stored: memory of our own if the caller does not want it.
  Value *slotFor(unsigned argument) {
    Value *given = call.getArgOperand(argument);
    if (isa<AllocaInst>(given))
      return given;
    IRBuilder<> builder(&call);
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    Value *own = entry.CreateAlloca(builder.getPtrTy(), nullptr, "unwanted");
    Value *slot = builder.CreateSelect(builder.CreateIsNull(given), own, given);
    call.setArgOperand(argument, slot);
    return slot;
  }

  /// Before the call, which may change what leads there.
  Value *findBase(const calls::AddressInsideRow &row) {
    IRBuilder<> builder(&call);
    Value *base = call.getArgOperand(row.base);
    if (row.isBehind)
      return builder.CreateLoad(builder.getPtrTy(), base);
    if (row.otherwise < 0)
      return base;
    Value *behind = builder.CreateLoad(builder.getPtrTy(), call.getArgOperand(row.otherwise));
    return builder.CreateSelect(builder.CreateIsNull(base), behind, base);
  }

  Value *addressIn(IRBuilderBase &builder, Value *base, Value *found) {
    Type *pointer = builder.getPtrTy();
    FunctionCallee span =
        module.getOrInsertFunction(calls::spanName, builder.getInt64Ty(), pointer, pointer);
    auto *function = cast<Function>(span.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    auto *distance = builder.CreateCall(span, {base, found});
    Value *isNone = builder.CreateIsNull(found);
    ours.insert(distance);
    ours.insert(isNone);
    return builder.CreateSelect(isNone, ConstantPointerNull::get(builder.getPtrTy()),
                                builder.CreatePtrAdd(base, distance));
  }

  /// The call's result, but where the address is computed.
  void replaceOthers(Value *result) {
    call.replaceUsesWithIf(result, [&](const Use &use) { return !ours.contains(use.getUser()); });
  }

  CallInst &call;
  Module &module;
  SmallPtrSet<const Value *, 4> ours;
};

} // namespace

bool followAddressInside(CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (const calls::AddressInsideRow *row = rowFor(call, callee->getName())) {
    Following(call).follow(*row);
    return true;
  }
  if (!readsRange(call, callee->getName()))
    return false;
  Following(call).followMember();
  return true;
}

} // namespace enzyme
