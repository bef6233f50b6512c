//===- Stretches.cpp ----------------------------------------------------------===//
#include "shadow/Stretches.h"
#include "limits/shadow.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace enzyme {

void AddressSum::add(const Product &product, uint64_t often) {
  uint64_t &all = products[product];
  all += often;
  if (all == 0)
    products.erase(product);
}

std::optional<AddressSum> AddressSum::of(const SCEV *value) {
  AddressSum sum;
  if (isa<SCEVCouldNotCompute>(value))
    return std::nullopt;
  if (auto *constant = dyn_cast<SCEVConstant>(value)) {
    if (constant->getAPInt().getBitWidth() != 64)
      return std::nullopt;
    sum.add({}, constant->getAPInt().getZExtValue());
    return sum;
  }
  if (!isa<SCEVAddExpr, SCEVMulExpr>(value)) {
    sum.add({value}, 1);
    return sum;
  }
  const bool isProduct = isa<SCEVMulExpr>(value);
  if (isProduct)
    sum.add({}, 1);
  for (const SCEV *operand : value->operands()) {
    std::optional<AddressSum> part = of(operand);
    if (!part)
      return std::nullopt;
    if (isProduct)
      part = sum.times(*part);
    else
      for (auto &[product, often] : sum.products)
        part->add(product, often);
    if (!part || part->products.size() > limits::partsOfAddress)
      return std::nullopt;
    sum = std::move(*part);
  }
  return sum;
}

std::optional<AddressSum> AddressSum::times(const AddressSum &other) const {
  if (products.size() * other.products.size() > limits::partsOfAddress)
    return std::nullopt;
  AddressSum result;
  for (auto &[one, often] : products)
    for (auto &[two, many] : other.products) {
      Product both = one;
      both.insert(both.end(), two.begin(), two.end());
      llvm::sort(both);
      result.add(both, often * many);
    }
  return result;
}

AddressSum AddressSum::minus(const AddressSum &other) const {
  AddressSum result = *this;
  for (auto &[product, often] : other.products)
    result.add(product, -often);
  return result;
}

bool AddressSum::areAll(function_ref<bool(const SCEV *)> is) const {
  return all_of(products, [&](const auto &part) { return all_of(part.first, is); });
}

Value *AddressSum::base() const {
  const SCEVUnknown *base = nullptr;
  for (auto &[product, often] : products) {
    if (none_of(product, [](const SCEV *one) { return one->getType()->isPointerTy(); }))
      continue;
    if (base || product.size() != 1 || often != 1)
      return nullptr;
    base = dyn_cast<SCEVUnknown>(product.front());
    if (!base)
      return nullptr;
  }
  return base ? base->getValue() : nullptr;
}

/// n, or n - 1, which is no less than 0: the same, however it is extended.
static const SCEVUnknown *countIn(const SCEV *value, bool &isOneLess) {
  if (auto *extended = dyn_cast<SCEVIntegralCastExpr>(value)) {
    if (isa<SCEVTruncateExpr>(extended))
      return nullptr;
    value = extended->getOperand();
    auto *sum = dyn_cast<SCEVAddExpr>(value);
    isOneLess = sum && sum->getNumOperands() == 2 && sum->getOperand(0)->isAllOnesValue();
    if (isOneLess)
      value = sum->getOperand(1);
  }
  auto *unknown = dyn_cast<SCEVUnknown>(value);
  return unknown && unknown->getType()->isIntegerTy() ? unknown : nullptr;
}

std::optional<Stretch> Stretch::of(const AddressSum &sum, const Value *&count) {
  Stretch stretch;
  for (auto &[product, often] : sum.products) {
    auto many = int64_t(often);
    if (!isInt<32>(many) || product.size() > 1)
      return std::nullopt;
    if (product.empty()) {
      stretch.bytes += many;
      continue;
    }
    bool isOneLess = false;
    const SCEVUnknown *unknown = countIn(product.front(), isOneLess);
    if (!unknown || (count && count != unknown->getValue()))
      return std::nullopt;
    count = unknown->getValue();
    stretch.perCount += many;
    stretch.bytes -= isOneLess ? many : 0;
  }
  return stretch;
}

// a + b n with the smaller b, which is below a' + b' n for all n if it is for n = 1.
Stretch Stretch::notAbove(const Stretch &one, const Stretch &other) {
  int64_t least = std::min(one.perCount, other.perCount);
  return {std::min(one.bytes + one.perCount, other.bytes + other.perCount) - least, least};
}

Stretch Stretch::notBelow(const Stretch &one, const Stretch &other) {
  int64_t most = std::max(one.perCount, other.perCount);
  return {std::max(one.bytes + one.perCount, other.bytes + other.perCount) - most, most};
}

std::optional<uint64_t> Stretch::inSteps(const Stretch &step) const {
  const bool isMeasured = step.perCount != 0;
  if (isMeasured ? step.bytes != 0 : perCount != 0)
    return std::nullopt;
  // a + b n is at most (a + b) n for a from 0 on
  int64_t length = isMeasured ? perCount + std::max<int64_t>(bytes, 0) : bytes;
  int64_t one = isMeasured ? step.perCount : step.bytes;
  if (one <= 0 || length <= 0)
    return std::nullopt;
  return divideCeil(uint64_t(length), uint64_t(one));
}

} // namespace enzyme
