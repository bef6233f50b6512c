//===- ServeRequests.cpp - the functions that calls of requests become --------===//
//
// A request for one derivative is served by that derivative. One half of a split derivative, and
// lanes whose number is known only at run time, want a function around it.
//===----------------------------------------------------------------------===//
#include "abi/Halves.h"
#include "abi/Signature.h"
#include "emit/GlobalShadows.h"
#include "emit/RuleEffects.h"
#include "emit/ShadowUse.h"
#include "emit/SplitEntry.h"
#include "emit/Strips.h"
#include "pipeline/Derivatives.h"

using namespace llvm;

namespace enzyme {

Function *Derivatives::serve(const Request &request, Function *primal, unsigned order) {
  DerivativeKey key = keyFor(request, primal);
  key.order = order;
  if (request.isSplit())
    return serveSplit(request, key);
  if (request.lanesArgument)
    return serveStrips(request, key);
  Function *derivative = this->request(key);
  return makeAll() ? derivative : nullptr;
}

void Derivatives::expect(const Request &request, Function *primal) {
  if (request.family == Family::Fwdsplit)
    servingForward.insert(augmentedKeyFor(request, primal));
}

/// As many strips as it takes, and single lanes; each starts from clear globals.
Function *Derivatives::serveStrips(const Request &request, const DerivativeKey &key) {
  SmallVector<unsigned, 1> ownResult;
  if (key.primal->arg_size() != 0 && key.primal->getArg(0)->hasStructRetAttr())
    ownResult.push_back(0);
  if (!isRepeatable(*key.primal, ownResult))
    return serveLanesFromTape(request, key);
  DerivativeKey oneLane = key;
  oneLane.width = 1;
  Function *strip = this->request(key), *single = this->request(oneLane);
  if (!makeAll() || !strip || !single)
    return nullptr;
  Function *strips = emitStrips(key, *startFromZeroGlobals(*strip), *startFromZeroGlobals(*single));
  functions.push_back(strips);
  return strips;
}

/// The primal runs once and keeps a tape, each lane reads it.
Function *Derivatives::serveLanesFromTape(const Request &request, const DerivativeKey &key) {
  Request half = request;
  half.family = request.isForward() ? Family::Fwdsplit : Family::Reverse;
  half.width = 1;
  for (Binding &binding : half.parameters) // only our code runs between the sweeps
    binding.notOverwritten = true;
  DerivativeKey first = augmentedKeyFor(half, key.primal);
  first.order = key.order;
  first.servesForward = request.isForward();
  DerivativeKey second = request.isForward() ? forwardOf(first) : gradientOf(first);
  Function *augmented = this->request(first), *sweep = augmented ? this->request(second) : nullptr;
  if (!makeAll() || !sweep)
    return nullptr;
  if (key.errors != Errors::None || !ignoresShadows(*augmented, Signature::of(first))) {
    context.diagnostics.refuse(
        {MessageId::StripsNotRepeatable, request.where, {readableName(*request.function)}, {}});
    return nullptr;
  }
  Function *lanes = emitLanesFromTape(
      key, *startFirstHalf(*augmented), Signature::of(first),
      *startFromZeroGlobals(*sweep, InRules::Clears, /*readsTape=*/true), Signature::of(second));
  functions.push_back(lanes);
  return lanes;
}

/// The half once per lane; all but the last time the tape is kept.
Function *Derivatives::repeatForLanes(const Request &request, Function &half,
                                      const TapeShape &shape, Function &last) {
  Request keeping = request;
  keeping.noFree = true;
  Function *keeper = request.noFree ? &last : makeSplitEntry(keeping, half, shape);
  if (keeper != &last)
    functions.push_back(keeper);
  DerivativeKey key = shapeOf(request, request.function);
  bool readsTape = true;
  Function *lanes = emitLanesOfHalf(key, stripsOf(request, request.function),
                                    *startFromZeroGlobals(*keeper, InRules::Clears, readsTape),
                                    *startFromZeroGlobals(last, InRules::Clears, readsTape),
                                    signatureOf(request));
  functions.push_back(lanes);
  return lanes;
}

Function *Derivatives::serveSplit(const Request &request, const DerivativeKey &key) {
  DerivativeKey augmentedKey = augmentedKeyFor(request, key.primal);
  augmentedKey.order = key.order;
  augmentedKey.servesForward = servingForward.contains(augmentedKey);
  Function *augmented = this->request(augmentedKey);
  Function *half = augmented;
  if (augmented && request.readsTape())
    half = this->request(request.isForward() ? forwardOf(augmentedKey) : gradientOf(augmentedKey));
  if (!makeAll() || !augmented || !half)
    return nullptr;
  const TapeShape &shape = tapes[augmented];
  if (request.tape.bytes && uint64_t(*request.tape.bytes) < shape.fixedBytes()) {
    context.diagnostics.refuse(
        {MessageId::TapeTooSmall,
         request.where,
         {readableName(*request.function), std::to_string(shape.fixedBytes()),
          std::to_string(*request.tape.bytes)},
         {}});
    return nullptr;
  }
  bool isForAnyLanes = request.servesAnyLanes || request.lanesArgument;
  if (isForAnyLanes && !ignoresShadows(*augmented, Signature::of(augmentedKey))) {
    context.diagnostics.refuse(
        {MessageId::StripsNotRepeatable, request.where, {readableName(*request.function)}, {}});
    return nullptr;
  }
  Function *entry = makeSplitEntry(request, *half, shape);
  functions.push_back(entry);
  return request.lanesArgument ? repeatForLanes(request, *half, shape, *entry) : entry;
}

} // namespace enzyme
