//===- Truncation.cpp - computing in a smaller format ---------------------===//
#include "request/Truncation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr FloatFormat halfFormat{5, 10}, brainFormat{8, 7}, floatFormat{8, 23},
    doubleFormat{11, 52};

/// "64" or "11-52".
std::optional<FloatFormat> formatIn(StringRef text) {
  auto [exponent, significand] = text.trim().split('-');
  FloatFormat format;
  int64_t bits = 0;
  if (significand.empty())
    return exponent.getAsInteger(10, bits) ? std::nullopt : formatOfWidth(bits);
  if (exponent.getAsInteger(10, format.exponent) ||
      significand.getAsInteger(10, format.significand))
    return std::nullopt;
  return format;
}

/// "" or what is wrong.
std::string faultOf(const Truncation &asked) {
  if (!is_contained({halfFormat, floatFormat, doubleFormat}, asked.from))
    return "is not one of 16, 32 and 64 bits";
  if (asked.to.exponent < 2 || asked.to.significand < 1)
    return "has fewer than 2 exponent bits or no significand";
  if (asked.to.exponent > asked.from.exponent || asked.to.significand > asked.from.significand)
    return "is larger than the one it replaces";
  return "";
}

} // namespace

std::optional<FloatFormat> formatOfWidth(int64_t bits) {
  switch (bits) {
  case 16:
    return halfFormat;
  case 32:
    return floatFormat;
  case 64:
    return doubleFormat;
  default:
    return std::nullopt;
  }
}

std::optional<Truncation> truncationOf(ArrayRef<std::optional<int64_t>> constants,
                                       TruncationScope scope, std::string &why) {
  why = "is not constant";
  bool isWhole = (constants.size() == 2 || constants.size() == 3) &&
                 all_of(constants, [](const auto &constant) { return constant.has_value(); });
  if (!isWhole)
    return std::nullopt;
  why = "is not one of 16, 32 and 64 bits";
  std::optional<FloatFormat> from = formatOfWidth(*constants[0]), to;
  if (constants.size() == 3)
    to = FloatFormat{unsigned(std::clamp<int64_t>(*constants[1], 0, 1000)),
                     unsigned(std::clamp<int64_t>(*constants[2], 0, 1000))};
  else
    to = formatOfWidth(*constants[1]);
  if (!from || !to)
    return std::nullopt;
  Truncation truncation{*from, *to, scope};
  why = faultOf(truncation);
  return why.empty() ? std::optional(truncation) : std::nullopt;
}

std::optional<std::vector<Truncation>> truncationsIn(StringRef text) {
  std::vector<Truncation> all;
  SmallVector<StringRef, 4> items;
  text.split(items, ';', -1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [from, to] = item.split("to");
    std::optional<FloatFormat> first = formatIn(from), second = formatIn(to);
    if (!first || !second)
      return std::nullopt;
    Truncation truncation{*first, *second, TruncationScope::Module};
    if (!faultOf(truncation).empty())
      return std::nullopt;
    all.push_back(truncation);
  }
  return all;
}

Type *typeOf(FloatFormat format, LLVMContext &context) {
  if (format == halfFormat)
    return Type::getHalfTy(context);
  if (format == brainFormat)
    return Type::getBFloatTy(context);
  if (format == floatFormat)
    return Type::getFloatTy(context);
  return format == doubleFormat ? Type::getDoubleTy(context) : nullptr;
}

} // namespace enzyme
