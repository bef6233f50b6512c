#include <stdint.h>
static double memory[10];
void take(uintptr_t address);
uintptr_t give(void);
void givePart(uint32_t *low, uint32_t *high);

void lend(uintptr_t distance) { take((uintptr_t)memory + distance); }
double *lent(void) { return memory; }
double *taken(void) { return (double *)give(); }
double *halves(void) {
  uint32_t low, high;
  givePart(&low, &high);
  return (double *)((uintptr_t)high << 32 | low);
}
