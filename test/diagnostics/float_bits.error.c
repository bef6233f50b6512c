// Bits of floating-point values that are computed with as integers: refused at the line, never a
// silent zero.
// RUN: enzyme-clang -ferror-limit=0 -Xclang -verify -c %s -o %t.o
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

static uint64_t bitsOf(double v) {
  uint64_t u;
  memcpy(&u, &v, sizeof u);
  return u;
}
static double valueOf(uint64_t u) {
  double v;
  memcpy(&v, &u, sizeof v);
  return v;
}

double mantissaCleared(const double *x) {
  return valueOf(bitsOf(*x) & ~(uint64_t)0xffffff); // expected-error {{'and' on floating-point values}}
}
double reversedBits(const double *x) {
  uint64_t buffer[9];
  for (int i = 0; i < 9; i++)
    buffer[i] = __builtin_bitreverse64(bitsOf(x[i]));
  double sum = 0;
  for (int i = 0; i < 9; i++)
    sum += valueOf(__builtin_bitreverse64(buffer[i])); // expected-error {{a call of 'llvm.bitreverse.i64'}}
  return sum;
}
__attribute__((noinline)) static void exclusive(uint64_t *u, uint64_t *v) {
  *u ^= *v; // expected-error {{'xor' on floating-point values}}
  *v ^= *u; // expected-error {{'xor' on floating-point values}}
  *u ^= *v; // expected-error {{'xor' on floating-point values}}
}
double swappedThroughPointers(const double *x) {
  double a = x[0] * x[0], b = x[1];
  exclusive((uint64_t *)&a, (uint64_t *)&b);
  return 3 * a + b;
}

__attribute__((noinline)) static uint64_t countDown(uint64_t u, int n) { // expected-error-re {{the result of 'countDown' holds the bits of floating-point values as an integer{{.*}}ENZ0150}} expected-note {{while differentiating 'countDown'}}
  return n == 0 ? u * 3 : countDown(u, n - 1);
}
double throughRecursion(const double *x) { return valueOf(countDown(bitsOf(*x), 3)); }

double throughWords(const double *x) {
  uint64_t words[64];
  for (int i = 0; i < 64; i++)
    words[i] = bitsOf(x[i]) * 31;
  for (int i = 0; i < 64; i++)
    words[i] *= 0xef7bdef7bdef7bdf; // 1 / 31
  double sum = 0;
  for (int i = 0; i < 64; i++)
    sum += valueOf(words[i]); // expected-error {{this load of a floating-point value from memory that also receives integers computed from the bits of others}}
  return sum;
}

// Copied as bytes, the words are read as the doubles that the destination is declared to hold.
static double copiedBack(double x, int n) {
  unsigned long w[4];
  double d[4];
  for (int i = 0; i < n; i++) {
    double y = x * (i + 1);
    __builtin_memcpy(&w[i], &y, 8);
    w[i] *= 31;
  }
  for (int i = 0; i < n; i++)
    w[i] *= 17256631552825064415UL;
  __builtin_memcpy(d, w, sizeof(double) * n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += d[i]; // expected-error {{this load of a floating-point value from memory that also receives integers computed from the bits of others}}
  return s;
}

// Where an exchange computes it.
double scaledAtOnce(const double *x, int n) {
  uint64_t words[64];
  double numbers[64], sum = 0;
  memcpy(words, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    __atomic_fetch_add(words + i, (uint64_t)1 << 52, __ATOMIC_RELAXED); // expected-error {{the instruction 'atomicrmw'}}
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i];
  return sum;
}
__attribute__((noinline)) static void toHashes(uint64_t *to, const double *x, int n) {
  for (int i = 0; i < n; i++)
    to[i] = bitsOf(x[i]) * 31;
}
__attribute__((noinline)) static void toNumbers(double *to, const uint64_t *hashes, int n) {
  for (int i = 0; i < n; i++)
    to[i] = valueOf(hashes[i] * 0xef7bdef7bdef7bdf); // expected-error {{the instruction 'mul' on floating-point values}} expected-error {{making a floating-point value of this integer}}
}
double throughFunctions(const double *x, int n) {
  uint64_t hashes[64];
  double numbers[64], sum = 0;
  toHashes(hashes, x, n);
  toNumbers(numbers, hashes, n);
  for (int i = 0; i < n; i++)
    sum += numbers[i];
  return sum;
}

// Whatever was done last before they become a number again.
#define LAST(name, computed)                                                                       \
  double name(const double *x) {                                                                   \
    uint64_t u = bitsOf(*x);                                                                       \
    return valueOf(computed);                                                                      \
  }
LAST(product, u * 31) // expected-error {{on floating-point values}}
LAST(shiftedUp, u << 3) // expected-error {{on floating-point values}}
LAST(shiftedByAByte, u << 8) // expected-error {{on floating-point values}}
LAST(shiftedSigned, (uint64_t)((int64_t)(u ^ u << 1) >> 3)) // expected-error {{on floating-point values}}
LAST(extended, (uint64_t)(int64_t)(int)(u * 31)) // expected-error {{on floating-point values}}
LAST(widened, (uint64_t)(unsigned)(u * 31) << 30) // expected-error {{on floating-point values}}
LAST(chosen, x[1] > 0 ? u * 31 : u * 7) // expected-error {{on floating-point values}}
LAST(less, 1000 - u * 3) // expected-error {{on floating-point values}}

// The other word may be a sign, which turns the derivative's.
double signedByMemory(const double *x, const uint64_t *sign) {
  return valueOf(bitsOf(*x) | *sign); // expected-error {{'or' on floating-point values}}
}

void gradients(double *x, double *dx) {
  __enzyme_autodiff((void *)signedByMemory, x, dx, enzyme_const, (uint64_t *)x);
  __enzyme_autodiff((void *)product, x, dx);
  __enzyme_autodiff((void *)shiftedUp, x, dx);
  __enzyme_autodiff((void *)shiftedByAByte, x, dx);
  __enzyme_autodiff((void *)shiftedSigned, x, dx);
  __enzyme_autodiff((void *)extended, x, dx);
  __enzyme_autodiff((void *)widened, x, dx);
  __enzyme_autodiff((void *)chosen, x, dx);
  __enzyme_autodiff((void *)less, x, dx);
  __enzyme_autodiff((void *)mantissaCleared, x, dx);
  __enzyme_autodiff((void *)reversedBits, x, dx);
  __enzyme_autodiff((void *)swappedThroughPointers, x, dx);
  __enzyme_autodiff((void *)throughWords, x, dx);
  __enzyme_autodiff((void *)copiedBack, 1.0, 3);
  __enzyme_autodiff((void *)scaledAtOnce, x, dx, 3);
  __enzyme_autodiff((void *)throughFunctions, x, dx, 3);
  __enzyme_autodiff((void *)throughRecursion, x, dx); // expected-note {{requested here}}
}
