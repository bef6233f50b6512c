// Adjoints of numbers that travel in parts: whole ones are added, and where it is not known which
// parts belong together, the program stops.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t
// RUN: %t | FileCheck %s
// RUN: not %t reversed 2>&1 | FileCheck %s --check-prefix=REVERSED
// RUN: not %t mixed 2>&1 | FileCheck %s --check-prefix=MIXED
// REVERSED: an adjoint arrives in part
// MIXED: it is not known which belong together
#include <enzyme/runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { number = ENZYME_RT_DOUBLE, together = ENZYME_RT_PART_OF_TARGET | ENZYME_RT_PARTS_TOGETHER };
static _Alignas(8) uint32_t high[2], low[2]; // each half of a double

static void intoParts(double *adjoint, int i) {
  enzyme_rt_pull_raw((char *)adjoint + 4, &high[i], 4,
                     together | number | 4 * ENZYME_RT_PART_OFFSET, NULL);
  enzyme_rt_pull_raw(adjoint, &low[i], 4, together | number, NULL);
}
static void intoNumber(double *adjoint, int ofHigh, int ofLow) {
  enzyme_rt_pull_raw(&high[ofHigh], (char *)adjoint + 4, 4,
                     ENZYME_RT_PART_OF_SOURCE | number | 4 * ENZYME_RT_PART_OFFSET, NULL);
  enzyme_rt_pull_raw(&low[ofLow], adjoint, 4, ENZYME_RT_PART_OF_SOURCE | number, NULL);
}
/// Half a word that looks like an address is the float 2339.26.
static uint64_t addressOf(const void *any) { return (uintptr_t)any >> 32 << 32 | 0x45123456; }
/// Beside the last float of an array may lie half of an address that was there before the array: the
/// word is an address no more, as it leads nowhere. One that leads to memory still is one.
static void besideArrays(void) {
  void *gone = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(gone, 4096);
  _Alignas(8) float numbers[4];
  uint64_t words[2] = {(uintptr_t)gone | 4, (uintptr_t)words};
  memcpy(numbers, words, sizeof numbers);
  for (int i = 0; i < 4; i += 2) {
    enzyme_rt_forget_addresses(&numbers[i], sizeof numbers[i]);
    enzyme_rt_forget_moved(&numbers[i], sizeof numbers[i]);
  }
  // CHECK: beside arrays: kept, forgotten
  printf("beside arrays: %s, %s\n", memcmp(numbers, words, 8) ? "changed" : "kept",
         numbers[2] || numbers[3] ? "there" : "forgotten");
}
/// Numbers and their parts, where addresses of shadows lay before.
static void whereAddressesWere(void) {
  uint64_t address = addressOf(&address);
  _Alignas(8) uint16_t half[4] = {0, 0x3f00}; // 0.5f
  _Alignas(8) float there[2];
  memcpy(there, &address, sizeof there);
  enum { isFloat = ENZYME_RT_PART_OF_SOURCE | ENZYME_RT_FLOAT };
  enzyme_rt_pull_raw(&half[0], there, 2, isFloat, NULL);
  enzyme_rt_pull_raw(&half[1], (char *)there + 2, 2, isFloat | 2 * ENZYME_RT_PART_OFFSET, NULL);
  memcpy(high, &address, sizeof high);
  memcpy(low, &address, sizeof low);
  double a = 0.25, sum = 0;
  intoParts(&a, 0);
  intoNumber(&sum, 0, 0);
  // CHECK: where addresses were: 0.5 0.25
  printf("where addresses were: %g %g\n", there[0], sum);
}
/// What is left of 3.3 when its two highest bytes have gone, 0x666666666666, looks like an address.
static void highestFirst(void) {
  double adjoint = 3.3, sum = 1;
  for (int i = 7; i >= 0; i--)
    enzyme_rt_pull_raw((char *)&adjoint + i, (char *)&sum + i, 1,
                       ENZYME_RT_PART_OF_SOURCE | number | i * ENZYME_RT_PART_OFFSET, NULL);
  // CHECK: highest first: 4.3
  printf("highest first: %g\n", sum);
}
/// The same of two numbers that lie 512 bytes apart, a byte of each in turn.
static void bothFirst(void) {
  double adjoints[65] = {3.3}, sums[2] = {1, 2};
  adjoints[64] = 3.3;
  for (int i = 7; i >= 0; i--)
    for (int k = 0; k < 2; k++)
      enzyme_rt_pull_raw((char *)&adjoints[64 * k] + i, (char *)&sums[k] + i, 1,
                         ENZYME_RT_PART_OF_SOURCE | number | i * ENZYME_RT_PART_OFFSET, NULL);
  // CHECK: both first: 4.3 5.3
  printf("both first: %g %g\n", sums[0], sums[1]);
}
static void reversed(double *to, double *from) {
  for (int i = 0; i < 8; i++)
    enzyme_rt_pull_raw((char *)to + i, (char *)from + 7 - i, 1, number, NULL);
}

int main(int count, char **arguments) {
  double a = 0.1, b = 0.7, c = 3, sum = 1;
  if (count > 1 && !strcmp(arguments[1], "reversed")) {
    reversed(&a, &sum);
    return 0;
  }
  if (count == 1) {
    besideArrays();
  whereAddressesWere();
    highestFirst();
  bothFirst();
  }
  intoParts(&a, 0);
  intoParts(&b, 0); // the parts are those of the sum
  intoParts(&c, 1);
  if (count > 1) { // two lie side by side, and are no number
    uint32_t other[2] = {1, 2};
    enzyme_rt_pull_raw(other, high, 4, ENZYME_RT_PART | ENZYME_RT_PART_NUMBER, NULL);
    return 0;
  }
  // CHECK: taken: 0 0 0
  printf("taken: %g %g %g\n", a, b, c);
  intoNumber(&sum, 0, 0);
  intoNumber(&sum, 1, 1);
  // CHECK: sum: 4.8
  printf("sum: %g\n", sum);
  return 0;
}
