//===- ocml.cpp - ROCm's mathematical functions by C's ---------------------===//
#include <cmath>
#include <cstdint>
#include <cstdlib>

static const double pi = 3.14159265358979323846;
static double sinpi(double x) {
  double r = x - 2 * std::floor(x / 2);
  return r == 0 || r == 1 ? 0 : r > 1 ? -std::sin(pi * (r - 1)) : std::sin(pi * r);
}
static double cospi(double x) { return sinpi(x + .5); }
static double rsqrt(double x) { return 1 / std::sqrt(x); }
static double rcbrt(double x) { return 1 / std::cbrt(x); }
static double exp10_(double x) { return std::pow(10., x); }
static double pown(double x, int n) { return std::pow(x, n); }
static double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
static double ncdf(double x) { return .5 * std::erfc(-x * std::sqrt(.5)); }
/// lgamma() leaves the sign in a variable that all threads share.
static double lgammaAlone(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
static double recip(double x) { return 1 / x; }

#define ONE(name, function)                                                                        \
  double __ocml_##name##_f64(double x) { return function(x); }                                     \
  float __ocml_##name##_f32(float x) { return float(function(double(x))); }
#define TWO(name, function)                                                                        \
  double __ocml_##name##_f64(double x, double y) { return function(x, y); }                        \
  float __ocml_##name##_f32(float x, float y) { return float(function(double(x), double(y))); }
#define NATIVE(name, function)                                                                     \
  float __ocml_native_##name##_f32(float x) { return float(function(double(x))); }

extern "C" {
ONE(sin, std::sin)
ONE(cos, std::cos)
ONE(tan, std::tan)
ONE(asin, std::asin)
ONE(acos, std::acos) ONE(atan, std::atan) ONE(sinh, std::sinh) ONE(cosh, std::cosh) ONE(
    tanh, std::tanh) ONE(asinh, std::asinh) ONE(acosh, std::acosh) ONE(atanh, std::atanh)
    ONE(exp, std::exp) ONE(exp2, std::exp2) ONE(exp10, exp10_) ONE(expm1, std::expm1) ONE(
        log, std::log) ONE(log2, std::log2) ONE(log10, std::log10) ONE(log1p, std::log1p)
        ONE(logb, std::logb) ONE(sqrt, std::sqrt) ONE(rsqrt, rsqrt) ONE(cbrt, std::cbrt)
            ONE(rcbrt, rcbrt) ONE(fabs, std::fabs) ONE(floor, std::floor) ONE(ceil, std::ceil) ONE(
                trunc, std::trunc) ONE(round, std::round) ONE(rint, std::nearbyint)
                ONE(nearbyint, std::nearbyint) ONE(erf, std::erf) ONE(erfc, std::erfc)
                    ONE(lgamma, lgammaAlone) ONE(tgamma, std::tgamma) ONE(sinpi, sinpi)
                        ONE(cospi, cospi) ONE(ncdf, ncdf) ONE(j0, ::j0) ONE(j1, ::j1) ONE(y0, ::y0)
                            ONE(y1, ::y1) ONE(recip, recip)
                                TWO(pow, std::pow) TWO(powr, std::pow) TWO(atan2, std::atan2) TWO(
                                    fmod, std::fmod) TWO(hypot, std::hypot)
                                    TWO(fmin, std::fmin) TWO(fmax, std::fmax) TWO(fdim, std::fdim)
                                        TWO(copysign, std::copysign) TWO(remainder,
                                                                         std::remainder) TWO(rhypot,
                                                                                             rhypot)
                                            NATIVE(sin, std::sin) NATIVE(cos, std::cos)
                                                NATIVE(exp, std::exp) NATIVE(exp2, std::exp2)
                                                    NATIVE(exp10, exp10_) NATIVE(log, std::log)
                                                        NATIVE(log2,
                                                               std::log2) NATIVE(log10, std::log10)
                                                            NATIVE(sqrt, std::sqrt)
                                                                NATIVE(rsqrt, rsqrt)
                                                                    NATIVE(recip, recip)

                                                                        double __ocml_nextafter_f64(
                                                                            double x, double y) {
  return std::nextafter(x, y);
}
float __ocml_nextafter_f32(float x, float y) { return std::nextafter(x, y); }
double __ocml_fma_f64(double x, double y, double z) { return std::fma(x, y, z); }
float __ocml_fma_f32(float x, float y, float z) { return std::fma(x, y, z); }
double __ocml_fma_rte_f64(double x, double y, double z) { return std::fma(x, y, z); }
float __ocml_fma_rte_f32(float x, float y, float z) { return std::fma(x, y, z); }
double __ocml_pown_f64(double x, int n) { return pown(x, n); }
float __ocml_pown_f32(float x, int n) { return float(pown(x, n)); }
double __ocml_ldexp_f64(double x, int n) { return std::ldexp(x, n); }
float __ocml_ldexp_f32(float x, int n) { return std::ldexp(x, n); }
double __ocml_scalbn_f64(double x, int n) { return std::ldexp(x, n); }
float __ocml_scalbn_f32(float x, int n) { return std::ldexp(x, n); }
int __ocml_ilogb_f64(double x) { return std::ilogb(x); }
int __ocml_ilogb_f32(float x) { return std::ilogb(x); }
double __ocml_frexp_f64(double x, int *n) { return std::frexp(x, n); }
float __ocml_frexp_f32(float x, int *n) { return std::frexp(x, n); }
double __ocml_modf_f64(double x, double *whole) { return std::modf(x, whole); }
float __ocml_modf_f32(float x, float *whole) { return std::modf(x, whole); }
double __ocml_remquo_f64(double x, double y, int *q) { return std::remquo(x, y, q); }
float __ocml_remquo_f32(float x, float y, int *q) { return std::remquo(x, y, q); }
double __ocml_sincos_f64(double x, double *c) { return *c = std::cos(x), std::sin(x); }
float __ocml_sincos_f32(float x, float *c) { return *c = std::cos(x), std::sin(x); }
double __ocml_sincospi_f64(double x, double *c) { return *c = cospi(x), sinpi(x); }
float __ocml_sincospi_f32(float x, float *c) { return *c = float(cospi(x)), float(sinpi(x)); }
double __ocml_len3_f64(double x, double y, double z) { return std::hypot(x, y, z); }
float __ocml_len3_f32(float x, float y, float z) { return std::hypot(x, y, z); }
double __ocml_len4_f64(double x, double y, double z, double w) {
  return std::hypot(std::hypot(x, y, z), w);
}
float __ocml_len4_f32(float x, float y, float z, float w) {
  return std::hypot(std::hypot(x, y, z), w);
}
double __ocml_rlen3_f64(double x, double y, double z) { return 1 / std::hypot(x, y, z); }
float __ocml_rlen3_f32(float x, float y, float z) { return 1 / std::hypot(x, y, z); }
int __ocml_isnan_f64(double x) { return std::isnan(x); }
int __ocml_isnan_f32(float x) { return std::isnan(x); }
int __ocml_isinf_f64(double x) { return std::isinf(x); }
int __ocml_isinf_f32(float x) { return std::isinf(x); }
int __ocml_isfinite_f64(double x) { return std::isfinite(x); }
int __ocml_isfinite_f32(float x) { return std::isfinite(x); }
int __ocml_signbit_f64(double x) { return std::signbit(x); }
int __ocml_signbit_f32(float x) { return std::signbit(x); }

// Intrinsics that compute.
float emu_llvm_amdgcn_rcp_f32(float x) { return 1 / x; }
double emu_llvm_amdgcn_rcp_f64(double x) { return 1 / x; }
float emu_llvm_amdgcn_rsq_f32(float x) { return 1 / std::sqrt(x); }
double emu_llvm_amdgcn_rsq_f64(double x) { return 1 / std::sqrt(x); }
float emu_llvm_amdgcn_sqrt_f32(float x) { return std::sqrt(x); }
float emu_llvm_amdgcn_exp2_f32(float x) { return std::exp2(x); }
float emu_llvm_amdgcn_log_f32(float x) { return std::log2(x); }
float emu_llvm_amdgcn_sin_f32(float x) { return float(std::sin(2 * pi * x)); }
float emu_llvm_amdgcn_cos_f32(float x) { return float(std::cos(2 * pi * x)); }
float emu_llvm_amdgcn_fract_f32(float x) { return x - std::floor(x); }
double emu_llvm_amdgcn_fract_f64(double x) { return x - std::floor(x); }
float emu_llvm_amdgcn_frexp_mant_f32(float x) {
  int exponent;
  return std::frexp(x, &exponent);
}
double emu_llvm_amdgcn_frexp_mant_f64(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}
int emu_llvm_amdgcn_frexp_exp_i32_f64(double x) {
  int exponent;
  std::frexp(x, &exponent);
  return exponent;
}
float emu_llvm_amdgcn_fmed3_f32(float a, float b, float c) {
  return std::fmax(std::fmin(a, b), std::fmin(std::fmax(a, b), c));
}
float emu_llvm_amdgcn_ldexp_f32(float x, int n) { return std::ldexp(x, n); }
double emu_llvm_amdgcn_ldexp_f64(double x, int n) { return std::ldexp(x, n); }
}
