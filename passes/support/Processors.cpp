//===- Processors.cpp ------------------------------------------------------===//
#include "support/Processors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace enzyme {

/// "+avx2", "-sse4a", …
static SmallVector<StringRef, 32> featuresOf(const Function &function) {
  SmallVector<StringRef, 32> features;
  function.getFnAttribute("target-features")
      .getValueAsString()
      .split(features, ',', -1, /*KeepEmpty=*/false);
  return features;
}

bool hasFeature(const Function &function, StringRef feature) {
  return is_contained(featuresOf(function), feature);
}

bool hasFeaturesOf(const Function &caller, const Function &callee) {
  auto isSame = [&](StringRef attribute) {
    return caller.getFnAttribute(attribute) == callee.getFnAttribute(attribute);
  };
  if (!isSame("target-cpu"))
    return false;
  if (isSame("target-features"))
    return true;
  StringSet<> there;
  for (StringRef feature : featuresOf(caller))
    there.insert(feature);
  return all_of(featuresOf(callee), [&](StringRef feature) {
    return feature.starts_with("-") || there.contains(feature);
  });
}

} // namespace enzyme
