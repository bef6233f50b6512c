// Short texts look like addresses, word by word; their bytes may go anywhere.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <enzyme/runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  _Alignas(8) char text[16] = "?hello", shadow[16] = {0};
  uint64_t word;
  memcpy(&word, text, sizeof word);
  // CHECK: looks like an address: 1
  printf("looks like an address: %d\n", word >> 48 == 0 && word >> 40 != 0);
  enzyme_rt_copy_raw(shadow, text + 1, 5, 0);
  enzyme_rt_copy_raw(shadow + 8, text + 1, 5, 0);
  // CHECK: no adjoints: 1
  printf("no adjoints: %d\n", !memcmp(shadow, (char[16]){0}, sizeof shadow));
}
