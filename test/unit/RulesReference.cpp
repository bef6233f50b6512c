//===- RulesReference.cpp - functions that the C library lacks --------------===//
//
// Straight from their definitions; accurate enough to take differences of.
//===----------------------------------------------------------------------===//
#include "RulesJit.h"
#include <cmath>
#include <map>

namespace enzyme::test {
namespace {

using Function = std::function<double(const double *, int)>;

constexpr double pi = 3.14159265358979323846;

double erfInverse(double y) {
  double x = 0;
  for (int i = 0; i < 60; ++i)
    x -= (std::erf(x) - y) / (2 / std::sqrt(pi) * std::exp(-x * x));
  return x;
}

double normalInverse(double p) { return std::sqrt(2.0) * erfInverse(2 * p - 1); }

const std::map<std::string, Function, std::less<>> &references() {
  static const std::map<std::string, Function, std::less<>> table = {
      {"rsqrt", [](const double *x, int) { return 1 / std::sqrt(x[0]); }},
      {"rootn", [](const double *x, int n) { return std::pow(x[0], 1.0 / n); }},
      {"powr", [](const double *x, int) { return std::pow(x[0], x[1]); }},
      {"powi", [](const double *x, int n) { return std::pow(x[0], n); }},
      {"pown", [](const double *x, int n) { return std::pow(x[0], n); }},
      {"compoundn", [](const double *x, int n) { return std::pow(1 + x[0], n); }},
      {"exp2m1", [](const double *x, int) { return std::exp2(x[0]) - 1; }},
      {"exp10m1", [](const double *x, int) { return std::pow(10.0, x[0]) - 1; }},
      {"log2p1", [](const double *x, int) { return std::log2(1 + x[0]); }},
      {"log10p1", [](const double *x, int) { return std::log10(1 + x[0]); }},
      {"sinpi", [](const double *x, int) { return std::sin(pi * x[0]); }},
      {"cospi", [](const double *x, int) { return std::cos(pi * x[0]); }},
      {"tanpi", [](const double *x, int) { return std::tan(pi * x[0]); }},
      {"asinpi", [](const double *x, int) { return std::asin(x[0]) / pi; }},
      {"acospi", [](const double *x, int) { return std::acos(x[0]) / pi; }},
      {"atanpi", [](const double *x, int) { return std::atan(x[0]) / pi; }},
      {"atan2pi", [](const double *x, int) { return std::atan2(x[0], x[1]) / pi; }},
      {"fminimum", [](const double *x, int) { return std::fmin(x[0], x[1]); }},
      {"fmaximum", [](const double *x, int) { return std::fmax(x[0], x[1]); }},
      {"fminimum_num", [](const double *x, int) { return std::fmin(x[0], x[1]); }},
      {"fmaximum_num", [](const double *x, int) { return std::fmax(x[0], x[1]); }},
      {"llvm.fptrunc.round", [](const double *x, int) { return x[0]; }},
      {"llvm.x86.min", [](const double *x, int) { return std::fmin(x[0], x[1]); }},
      {"llvm.x86.max", [](const double *x, int) { return std::fmax(x[0], x[1]); }},
      {"llvm.x86.rcp", [](const double *x, int) { return 1 / x[0]; }},
      {"llvm.x86.rsqrt", [](const double *x, int) { return 1 / std::sqrt(x[0]); }},
      {"llvm.x86.rcp14", [](const double *x, int) { return 1 / x[0]; }},
      {"llvm.x86.rsqrt14", [](const double *x, int) { return 1 / std::sqrt(x[0]); }},
      {"llvm.x86.round", [](const double *x, int) { return std::rint(x[0]); }},
      {"llvm.x86.blendv", [](const double *x, int) { return std::signbit(x[2]) ? x[1] : x[0]; }},
      {"llvm.amdgcn.fract", [](const double *x, int) { return x[0] - std::floor(x[0]); }},
      {"llvm.amdgcn.frexp.mant",
       [](const double *x, int) {
         int exponent;
         return std::frexp(x[0], &exponent);
       }},
      {"llvm.amdgcn.sin", [](const double *x, int) { return std::sin(2 * pi * x[0]); }},
      {"llvm.amdgcn.cos", [](const double *x, int) { return std::cos(2 * pi * x[0]); }},
      {"llvm.amdgcn.fmed3",
       [](const double *x, int) {
         return std::fmax(std::fmin(x[0], x[1]), std::fmin(std::fmax(x[0], x[1]), x[2]));
       }},
      {"__nv_fdivide", [](const double *x, int) { return x[0] / x[1]; }},
      {"__nv_dadd_rn", [](const double *x, int) { return x[0] + x[1]; }},
      {"__nv_dsub_rn", [](const double *x, int) { return x[0] - x[1]; }},
      {"__nv_dmul_rn", [](const double *x, int) { return x[0] * x[1]; }},
      {"__nv_drcp_rn", [](const double *x, int) { return 1 / x[0]; }},
      {"__nv_double2float_rn", [](const double *x, int) { return x[0]; }},
      {"__nv_saturate", [](const double *x, int) { return std::fmin(std::fmax(x[0], 0), 1); }},
      {"__nv_norm4d",
       [](const double *x, int) { return std::hypot(std::hypot(x[0], x[1]), x[2], x[3]); }},
      {"__nv_rnorm3d", [](const double *x, int) { return 1 / std::hypot(x[0], x[1], x[2]); }},
      {"__nv_rnorm4d",
       [](const double *x, int) { return 1 / std::hypot(std::hypot(x[0], x[1]), x[2], x[3]); }},
      {"__nv_rcbrt", [](const double *x, int) { return 1 / std::cbrt(x[0]); }},
      {"__nv_norm3d", [](const double *x, int) { return std::hypot(x[0], x[1], x[2]); }},
      {"__nv_rhypot", [](const double *x, int) { return 1 / std::hypot(x[0], x[1]); }},
      {"__nv_erfcx", [](const double *x, int) { return std::exp(x[0] * x[0]) * std::erfc(x[0]); }},
      {"__nv_erfinv", [](const double *x, int) { return erfInverse(x[0]); }},
      {"__nv_erfcinv", [](const double *x, int) { return erfInverse(1 - x[0]); }},
      {"__nv_normcdf", [](const double *x, int) { return std::erfc(-x[0] / std::sqrt(2.0)) / 2; }},
      {"__nv_normcdfinv", [](const double *x, int) { return normalInverse(x[0]); }},
  };
  return table;
}

} // namespace

Function referenceFor(llvm::StringRef name) {
  auto found = references().find(std::string_view(name));
  return found == references().end() ? Function() : found->second;
}

} // namespace enzyme::test
