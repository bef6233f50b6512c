//===- nvmath.cpp - CUDA's mathematical functions by C's -------------------===//
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

// A function of both precisions, and those that CUDA has besides C.
#define ONE(name, function)                                                                        \
  double __nv_##name(double x) { return function(x); }                                             \
  float __nv_##name##f(float x) { return float(function##f(x)); }
#define TWO(name, function)                                                                        \
  double __nv_##name(double x, double y) { return function(x, y); }                                \
  float __nv_##name##f(float x, float y) { return float(function##f(x, y)); }

static const double pi = 3.14159265358979323846;
static double reduceHalf(double x) { return x - 2 * std::floor(x / 2); }
static double sinpi(double x) {
  double r = reduceHalf(x);
  return r == 0 || r == 1 ? 0 : r > 1 ? -std::sin(pi * (r - 1)) : std::sin(pi * r);
}
static double cospi(double x) { return sinpi(x + .5); }
static float sinpif(float x) { return float(sinpi(x)); }
static float cospif(float x) { return float(cospi(x)); }
static double rsqrt(double x) { return 1 / std::sqrt(x); }
static float rsqrtf(float x) { return 1 / std::sqrt(x); }
static double rcbrt(double x) { return 1 / std::cbrt(x); }
static float rcbrtf(float x) { return 1 / std::cbrt(x); }
static double ten(double x) { return std::pow(10., x); }
static float tenf(float x) { return float(ten(x)); }
/// exp(x^2) erfc(x), also where the one overflows and the other vanishes.
static double scaledErfc(double x) {
  if (x < 25)
    return std::exp(x * x) * std::erfc(x);
  double s = 1 / (2 * x * x), term = 1, sum = 1;
  for (int k = 1; k < 20 && (2 * k - 1) * s < 1; ++k)
    term *= -(2 * k - 1) * s, sum += term;
  return sum / (x * std::sqrt(pi));
}
static float scaledErfcf(float x) { return float(scaledErfc(x)); }
static double normal(double x) { return .5 * std::erfc(-x * std::sqrt(.5)); }
static float normalf(float x) { return float(normal(x)); }
/// lgamma() leaves the sign in a variable that all threads share.
static double lgammaAlone(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
static float lgammaAlonef(float x) {
  int sign;
  return lgammaf_r(x, &sign);
}
static double halves(double x) { return std::nearbyint(x); }
static float halvesf(float x) { return std::nearbyint(x); }

extern "C" {
ONE(sin, sin)
ONE(cos, cos)
ONE(tan, tan)
ONE(asin, asin)
ONE(acos, acos)
ONE(atan, atan)
ONE(sinh, sinh) ONE(cosh, cosh) ONE(tanh, tanh) ONE(asinh, asinh) ONE(acosh, acosh)
    ONE(atanh, atanh) ONE(exp, exp) ONE(exp2, exp2) ONE(expm1, expm1) ONE(log, log) ONE(log2, log2)
        ONE(log10, log10) ONE(log1p, log1p) ONE(logb, logb) ONE(sqrt, sqrt) ONE(cbrt, cbrt)
            ONE(fabs, fabs) ONE(floor, floor) ONE(ceil, ceil) ONE(trunc, trunc) ONE(round, round)
                ONE(nearbyint, nearbyint) ONE(rint, halves) ONE(erf, erf) ONE(erfc, erfc)
                    ONE(lgamma, lgammaAlone) ONE(tgamma, tgamma) ONE(exp10, ten) ONE(rsqrt, rsqrt)
                        ONE(rcbrt, rcbrt) ONE(sinpi, sinpi) ONE(cospi, cospi) ONE(erfcx, scaledErfc)
                            ONE(normcdf, normal) ONE(j0, j0) ONE(j1, j1) ONE(y0, y0) ONE(y1, y1)
                                TWO(pow, pow) TWO(atan2, atan2) TWO(fmod, fmod) TWO(hypot, hypot)
                                    TWO(fmin, fmin) TWO(fmax, fmax) TWO(fdim, fdim)
                                        TWO(copysign, copysign) TWO(remainder, remainder)
                                            TWO(nextafter, nextafter)

                                                double __nv_fma(double x, double y, double z) {
  return std::fma(x, y, z);
}
float __nv_fmaf(float x, float y, float z) { return std::fma(x, y, z); }
double __nv_fma_rn(double x, double y, double z) { return std::fma(x, y, z); }
float __nv_fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
double __nv_powi(double x, int n) { return std::pow(x, n); }
float __nv_powif(float x, int n) { return float(std::pow(x, n)); }
double __nv_ldexp(double x, int n) { return std::ldexp(x, n); }
float __nv_ldexpf(float x, int n) { return std::ldexp(x, n); }
double __nv_scalbn(double x, int n) { return std::ldexp(x, n); }
float __nv_scalbnf(float x, int n) { return std::ldexp(x, n); }
double __nv_frexp(double x, int *n) { return std::frexp(x, n); }
float __nv_frexpf(float x, int *n) { return std::frexp(x, n); }
double __nv_modf(double x, double *whole) { return std::modf(x, whole); }
float __nv_modff(float x, float *whole) { return std::modf(x, whole); }
double __nv_remquo(double x, double y, int *q) { return std::remquo(x, y, q); }
float __nv_remquof(float x, float y, int *q) { return std::remquo(x, y, q); }
int __nv_ilogb(double x) { return std::ilogb(x); }
int __nv_ilogbf(float x) { return std::ilogb(x); }
double __nv_jn(int n, double x) { return jn(n, x); }
float __nv_jnf(int n, float x) { return jnf(n, x); }
double __nv_yn(int n, double x) { return yn(n, x); }
float __nv_ynf(int n, float x) { return ynf(n, x); }
void __nv_sincos(double x, double *s, double *c) { *s = std::sin(x), *c = std::cos(x); }
void __nv_sincosf(float x, float *s, float *c) { *s = std::sin(x), *c = std::cos(x); }
void __nv_sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
void __nv_sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
double __nv_norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
float __nv_norm3df(float a, float b, float c) { return std::hypot(a, b, c); }
double __nv_norm4d(double a, double b, double c, double d) {
  return std::hypot(std::hypot(a, b, c), d);
}
float __nv_norm4df(float a, float b, float c, float d) {
  return std::hypot(std::hypot(a, b, c), d);
}
double __nv_rnorm4d(double a, double b, double c, double d) {
  return 1 / std::hypot(std::hypot(a, b, c), d);
}
float __nv_rnorm4df(float a, float b, float c, float d) {
  return 1 / std::hypot(std::hypot(a, b, c), d);
}
double __nv_rnorm3d(double a, double b, double c) { return 1 / std::hypot(a, b, c); }
float __nv_rnorm3df(float a, float b, float c) { return 1 / std::hypot(a, b, c); }
double __nv_rhypot(double a, double b) { return 1 / std::hypot(a, b); }
float __nv_rhypotf(float a, float b) { return 1 / std::hypot(a, b); }
double __nv_norm(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
float __nv_normf(int n, const float *x) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
// Integers.
int __nv_abs(int x) { return std::abs(x); }
long long __nv_llabs(long long x) { return std::llabs(x); }
int __nv_min(int a, int b) { return a < b ? a : b; }
int __nv_max(int a, int b) { return a > b ? a : b; }
unsigned __nv_umin(unsigned a, unsigned b) { return a < b ? a : b; }
unsigned __nv_umax(unsigned a, unsigned b) { return a > b ? a : b; }
long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
int __nv_clz(int x) { return std::countl_zero(unsigned(x)); }
int __nv_clzll(long long x) { return std::countl_zero((unsigned long long)x); }
int __nv_ffs(int x) { return x ? std::countr_zero(unsigned(x)) + 1 : 0; }
int __nv_ffsll(long long x) { return x ? std::countr_zero((unsigned long long)x) + 1 : 0; }
int __nv_popc(int x) { return std::popcount(unsigned(x)); }
int __nv_popcll(long long x) { return std::popcount((unsigned long long)x); }
unsigned __nv_brev(unsigned x) { return __builtin_bitreverse32(x); }
unsigned long long __nv_brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
int __nv_mulhi(int a, int b) { return int((long long)a * b >> 32); }
unsigned __nv_umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
long long __nv_mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
int __nv_mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
unsigned __nv_umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
unsigned __nv_sad(int a, int b, unsigned c) { return unsigned(a > b ? a - b : b - a) + c; }
int __nv_hadd(int a, int b) { return int(((long long)a + b) >> 1); }
unsigned __nv_byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned long long both = (unsigned long long)b << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= unsigned(both >> (8 * (s >> (4 * i) & 7)) & 0xff) << (8 * i);
  return result;
}
// Kinds of numbers.
int __nv_isnand(double x) { return std::isnan(x); }
int __nv_isnanf(float x) { return std::isnan(x); }
int __nv_isinfd(double x) { return std::isinf(x); }
int __nv_isinff(float x) { return std::isinf(x); }
int __nv_isfinited(double x) { return std::isfinite(x); }
int __nv_finitef(float x) { return std::isfinite(x); }
int __nv_signbitd(double x) { return std::signbit(x); }
int __nv_signbitf(float x) { return std::signbit(x); }
double __nv_nan(const signed char *) { return NAN; }
float __nv_nanf(const signed char *) { return NAN; }
double __nv_saturate(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
float __nv_saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
long long __nv_llround(double x) { return std::llround(x); }
long long __nv_llroundf(float x) { return std::llround(x); }
long long __nv_llrint(double x) { return std::llrint(x); }
long long __nv_llrintf(float x) { return std::llrint(x); }
// Fast ones, of single precision.
float __nv_fast_sinf(float x) { return std::sin(x); }
float __nv_fast_cosf(float x) { return std::cos(x); }
float __nv_fast_tanf(float x) { return std::tan(x); }
float __nv_fast_expf(float x) { return std::exp(x); }
float __nv_fast_exp10f(float x) { return tenf(x); }
float __nv_fast_logf(float x) { return std::log(x); }
float __nv_fast_log2f(float x) { return std::log2(x); }
float __nv_fast_log10f(float x) { return std::log10(x); }
float __nv_fast_powf(float x, float y) { return std::pow(x, y); }
float __nv_fast_fdividef(float x, float y) { return x / y; }
float __nv_fast_tanhf(float x) { return std::tanh(x); }
void __nv_fast_sincosf(float x, float *s, float *c) { *s = std::sin(x), *c = std::cos(x); }
// Rounded in a given way: to the nearest. (Other ways are link errors that name them.)
#define ROUNDED(prefix, T)                                                                         \
  T __nv_##prefix##add_rn(T a, T b) { return a + b; }                                              \
  T __nv_##prefix##sub_rn(T a, T b) { return a - b; }                                              \
  T __nv_##prefix##mul_rn(T a, T b) { return a * b; }                                              \
  T __nv_##prefix##div_rn(T a, T b) { return a / b; }                                              \
  T __nv_##prefix##rcp_rn(T a) { return 1 / a; }                                                   \
  T __nv_##prefix##sqrt_rn(T a) { return std::sqrt(a); }
ROUNDED(d, double)
ROUNDED(f, float)
float __nv_frsqrt_rn(float x) { return 1 / std::sqrt(x); }
// Conversions and bits.
int __nv_double2int_rn(double x) { return int(std::nearbyint(x)); }
int __nv_double2int_rz(double x) { return int(x); }
int __nv_float2int_rn(float x) { return int(std::nearbyint(x)); }
int __nv_float2int_rz(float x) { return int(x); }
unsigned __nv_float2uint_rz(float x) { return unsigned(x); }
unsigned __nv_float2uint_rn(float x) { return unsigned(std::nearbyint(x)); }
unsigned __nv_double2uint_rz(double x) { return unsigned(x); }
long long __nv_double2ll_rz(double x) { return (long long)x; }
long long __nv_double2ll_rn(double x) { return (long long)std::nearbyint(x); }
float __nv_double2float_rn(double x) { return float(x); }
float __nv_int2float_rn(int x) { return float(x); }
float __nv_uint2float_rn(unsigned x) { return float(x); }
double __nv_int2double_rn(int x) { return x; }
double __nv_uint2double_rn(unsigned x) { return x; }
double __nv_ll2double_rn(long long x) { return double(x); }
float __nv_ll2float_rn(long long x) { return float(x); }
double __nv_ull2double_rn(unsigned long long x) { return double(x); }
float __nv_int_as_float(int x) { return std::bit_cast<float>(x); }
float __nv_uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
int __nv_float_as_int(float x) { return std::bit_cast<int>(x); }
unsigned __nv_float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
double __nv_longlong_as_double(long long x) { return std::bit_cast<double>(x); }
long long __nv_double_as_longlong(double x) { return std::bit_cast<long long>(x); }
int __nv_double2hiint(double x) { return int(std::bit_cast<uint64_t>(x) >> 32); }
int __nv_double2loint(double x) { return int(std::bit_cast<uint64_t>(x)); }
double __nv_hiloint2double(int high, int low) {
  return std::bit_cast<double>(uint64_t(uint32_t(high)) << 32 | uint32_t(low));
}

//===-- intrinsics that compute ----------------------------------------------===//
#define I(name) emu_llvm_nvvm_##name
double I(fabs_f64)(double x) { return std::fabs(x); }
float I(fabs_f32)(float x) { return std::fabs(x); }
float I(fabs_ftz_f32)(float x) { return std::fabs(x); }
float I(rsqrt_approx_f)(float x) { return 1 / std::sqrt(x); }
float I(rsqrt_approx_ftz_f)(float x) { return 1 / std::sqrt(x); }
double I(rsqrt_approx_d)(double x) { return 1 / std::sqrt(x); }
float I(div_approx_f)(float x, float y) { return x / y; }
float I(div_approx_ftz_f)(float x, float y) { return x / y; }
float I(div_rn_f)(float x, float y) { return x / y; }
double I(div_rn_d)(double x, double y) { return x / y; }
float I(sqrt_approx_f)(float x) { return std::sqrt(x); }
float I(sqrt_approx_ftz_f)(float x) { return std::sqrt(x); }
float I(sqrt_f)(float x) { return std::sqrt(x); }
float I(sqrt_rn_f)(float x) { return std::sqrt(x); }
float I(sqrt_rn_ftz_f)(float x) { return std::sqrt(x); }
double I(sqrt_rn_d)(double x) { return std::sqrt(x); }
float I(ex2_approx_f32)(float x) { return std::exp2(x); }
float I(ex2_approx_ftz_f32)(float x) { return std::exp2(x); }
float I(ex2_approx_f)(float x) { return std::exp2(x); }
float I(ex2_approx_ftz_f)(float x) { return std::exp2(x); }
float I(lg2_approx_f)(float x) { return std::log2(x); }
float I(lg2_approx_ftz_f)(float x) { return std::log2(x); }
float I(sin_approx_f)(float x) { return std::sin(x); }
float I(sin_approx_ftz_f)(float x) { return std::sin(x); }
float I(cos_approx_f)(float x) { return std::cos(x); }
float I(cos_approx_ftz_f)(float x) { return std::cos(x); }
float I(rcp_rn_f)(float x) { return 1 / x; }
double I(rcp_rn_d)(double x) { return 1 / x; }
double I(rcp_approx_ftz_d)(double x) { return 1 / x; }
float I(rcp_approx_ftz_f)(float x) { return 1 / x; }
float I(fmin_f)(float x, float y) { return std::fmin(x, y); }
float I(fmin_ftz_f)(float x, float y) { return std::fmin(x, y); }
float I(fmax_f)(float x, float y) { return std::fmax(x, y); }
float I(fmax_ftz_f)(float x, float y) { return std::fmax(x, y); }
double I(fmin_d)(double x, double y) { return std::fmin(x, y); }
double I(fmax_d)(double x, double y) { return std::fmax(x, y); }
float I(fma_rn_f)(float x, float y, float z) { return std::fma(x, y, z); }
float I(fma_rn_ftz_f)(float x, float y, float z) { return std::fma(x, y, z); }
double I(fma_rn_d)(double x, double y, double z) { return std::fma(x, y, z); }
float I(mul_rn_f)(float x, float y) { return x * y; }
float I(mul_rn_ftz_f)(float x, float y) { return x * y; }
double I(mul_rn_d)(double x, double y) { return x * y; }
float I(add_rn_f)(float x, float y) { return x + y; }
double I(add_rn_d)(double x, double y) { return x + y; }
float I(saturate_f)(float x) { return __nv_saturatef(x); }
float I(saturate_ftz_f)(float x) { return __nv_saturatef(x); }
float I(round_f)(float x) { return std::nearbyint(x); }
double I(round_d)(double x) { return std::nearbyint(x); }
double I(floor_d)(double x) { return std::floor(x); }
float I(floor_f)(float x) { return std::floor(x); }
double I(ceil_d)(double x) { return std::ceil(x); }
float I(ceil_f)(float x) { return std::ceil(x); }
double I(trunc_d)(double x) { return std::trunc(x); }
float I(trunc_f)(float x) { return std::trunc(x); }
int I(d2i_rn)(double x) { return int(std::nearbyint(x)); }
int I(d2i_rz)(double x) { return int(x); }
int I(f2i_rn)(float x) { return int(std::nearbyint(x)); }
int I(f2i_rn_ftz)(float x) { return int(std::nearbyint(x)); }
int I(f2i_rz)(float x) { return int(x); }
int I(d2i_hi)(double x) { return __nv_double2hiint(x); }
int I(d2i_lo)(double x) { return __nv_double2loint(x); }
double I(lohi_i2d)(int low, int high) { return __nv_hiloint2double(high, low); }
unsigned I(prmt)(unsigned a, unsigned b, unsigned s) { return __nv_byte_perm(a, b, s); }
int I(mulhi_i)(int a, int b) { return __nv_mulhi(a, b); }
unsigned I(mulhi_ui)(unsigned a, unsigned b) { return __nv_umulhi(a, b); }
long long I(mulhi_ll)(long long a, long long b) { return __nv_mul64hi(a, b); }
unsigned long long I(mulhi_ull)(unsigned long long a, unsigned long long b) {
  return __nv_umul64hi(a, b);
}

/// Conversions of the CPU's code generator, which libgcc has since its version 13.
#define OF_COMPILER __attribute__((weak))
OF_COMPILER __bf16 __truncsfbf2(float x) {
  constexpr uint32_t dropped = 16, quiet = 0x40;
  uint32_t bits = std::bit_cast<uint32_t>(x), last = bits >> dropped & 1;
  uint32_t rounded = std::isnan(x) ? bits >> dropped | quiet : (bits + 0x7fff + last) >> dropped;
  return std::bit_cast<__bf16>(uint16_t(rounded));
}
/// Rounded to odd on the way, so that it is rounded once.
OF_COMPILER __bf16 __truncdfbf2(double x) {
  float narrow = float(x);
  if (std::isfinite(narrow) && double(narrow) != x) {
    uint32_t bits = std::bit_cast<uint32_t>(narrow);
    if (std::fabs(double(narrow)) > std::fabs(x))
      --bits;
    narrow = std::bit_cast<float>(bits | 1);
  }
  return __truncsfbf2(narrow);
}
}
