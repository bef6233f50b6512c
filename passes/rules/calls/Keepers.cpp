//===- Keepers.cpp ----------------------------------------------------------===//
#include "rules/calls/Keepers.h"
#include "rules/Facts.h"
#include "rules/Shape.h"
#include "rules/calls/Cxx.h"
#include "rules/calls/Discreet.h"
#include "rules/calls/Inactive.h"
#include "rules/calls/Outside.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {
namespace {

bool containsAny(StringRef name, ArrayRef<StringLiteral> parts) {
  return any_of(parts, [&](StringRef part) { return name.contains(part); });
}

/// Without a body, and of the shape that the library gives it.
bool isListed(const CallBase &call, const Function &callee, const StringMap<StringRef> &shapes) {
  auto known = shapes.find(callee.getName());
  return callee.isDeclaration() && known != shapes.end() && hasShape(call, known->second);
}

} // namespace

bool keepsAddress(const CallBase &call, unsigned argument) {
  static const StringMap<StringRef> shapes = shapesOf(ArrayRef<ShapedNames>(calls::handingOn));
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (!isStreamFunction(*callee))
    return isListed(call, *callee, shapes);
  StringRef name = callee->getName();
  return argument != 0 && // the stream itself
         (containsAny(name, calls::streamKeepers) || containsAny(name, calls::streamLinks));
}

bool returnsKeptMemory(const CallBase &call) {
  static const StringMap<StringRef> shapes =
      shapesOf({calls::processAndTime, calls::strings, calls::handingOn});
  const Function *callee = call.getCalledFunction();
  const bool isAddress = call.getType()->isPointerTy();
  const bool isWord = call.getType()->isIntegerTy(call.getDataLayout().getPointerSizeInBits());
  if (!callee || (!isAddress && !isWord) || call.hasFnAttr("enzyme_inactive") ||
      is_contained(calls::whatOfExceptions, callee->getName()))
    return false;
  bool isKept = isStreamFunction(*callee)
                    ? isAddress
                    : isListed(call, *callee, shapes) && (isWord || !isDiscreet(call));
  return isKept && !outsideCall(call) && !resultPointsInto(call);
}

bool putsCharacter(const CallBase &call) {
  static const StringMap<StringRef> shapes =
      shapesOf(ArrayRef<ShapedNames>(calls::characterWrites));
  const Function *callee = call.getCalledFunction();
  return callee &&
         (isListed(call, *callee, shapes) ||
          (isStreamFunction(*callee) && containsAny(callee->getName(), calls::streamPuts)));
}

bool getsCharacter(const CallBase &call) {
  static const StringMap<StringRef> shapes = shapesOf(ArrayRef<ShapedNames>(calls::characterReads));
  const Function *callee = call.getCalledFunction();
  return callee &&
         (isListed(call, *callee, shapes) ||
          (isStreamFunction(*callee) && containsAny(callee->getName(), calls::streamGets)));
}

} // namespace enzyme
