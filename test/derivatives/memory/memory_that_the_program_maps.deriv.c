// Memory of the system's, by mmap: arenas, single blocks, blocks that grow, a file that is read.
#define _GNU_SOURCE
#include "check.h"

#include <sys/mman.h>
#include <unistd.h>

enum { readWrite = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS };

typedef struct {
  char *begin, *now, *end;
} Arena;
static Arena newArena(size_t bytes, int protection) {
  char *memory = mmap(NULL, bytes, protection, own, -1, 0);
  if (memory == MAP_FAILED)
    abort();
  return (Arena){memory, memory, memory + bytes};
}
static void *take(Arena *arena, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if ((size_t)(arena->end - arena->now) < bytes)
    return NULL;
  void *taken = arena->now;
  arena->now += bytes;
  return taken;
}
struct node {
  double value;
  struct node *next;
};
static double ofList(Arena *arena, const double *x, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = take(arena, sizeof *node);
    node->value = x[i] * x[i];
    node->next = head;
    head = node;
  }
  double *products = take(arena, n * sizeof(double));
  int count = 0;
  for (struct node *at = head; at; at = at->next)
    products[count++] = at->value * x[0];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += products[i] * products[(i + 1) % n];
  return sum;
}
double inArena(const double *x, int n) {
  Arena arena = newArena(1 << 16, readWrite);
  double sum = ofList(&arena, x, n);
  if (munmap(arena.begin, arena.end - arena.begin))
    abort();
  return sum;
}
CHECK_FUNCTION_N(inArena, 3, 1, 2, 3);

double reservedFirst(const double *x, int n) {
  Arena arena = newArena(1 << 20, PROT_NONE);
  if (mprotect(arena.begin, 1 << 14, readWrite))
    abort();
  double sum = ofList(&arena, x, n);
  munmap(arena.begin, arena.end - arena.begin);
  return sum;
}
CHECK_FUNCTION_N(reservedFirst, 3, 1, 2, 3);

double startsAtZero(const double *x, int n) {
  double *block = mmap(NULL, n * sizeof *block, readWrite, own, -1, 0);
  double sum = block[n - 1];
  for (int i = 0; i < n; i++)
    block[i] += x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += block[i] * block[n - 1 - i];
  munmap(block, n * sizeof *block);
  return sum;
}
CHECK_FUNCTION_N(startsAtZero, 3, 1, 2, 3);

double grows(const double *x, int n) {
  size_t bytes = 1 << 12;
  double *block = mmap(NULL, bytes, readWrite, own, -1, 0);
  for (int i = 0; i < n; i++)
    block[i] = x[i] * x[i];
  block = mremap(block, bytes, 4 * bytes, MREMAP_MAYMOVE);
  for (int i = 0; i < n; i++)
    block[3 * bytes / sizeof(double) + i] = block[i] * x[0];
  block = mremap(block, 4 * bytes, 4 * bytes, MREMAP_MAYMOVE);
  mprotect(block, 4 * bytes, PROT_READ);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += block[3 * bytes / sizeof(double) + i] * x[n - 1 - i];
  munmap(block, 4 * bytes);
  return sum;
}
CHECK_FUNCTION_N(grows, 3, 1, 2, 3);

/// What is read is constant; what is written over it is not.
double ofFile(const double *x, int n) {
  FILE *file = tmpfile();
  const double numbers[3] = {2, 3, 5};
  if (!file || fwrite(numbers, sizeof numbers, 1, file) != 1 || fflush(file))
    abort();
  double *block = mmap(NULL, sizeof numbers, readWrite, MAP_PRIVATE, fileno(file), 0);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += block[i] * x[i];
  block[1] = x[1] * x[2];
  sum *= block[0] + block[1] + block[2];
  munmap(block, sizeof numbers);
  fclose(file);
  return sum;
}
CHECK_FUNCTION_N(ofFile, 3, 1, 2, 3);
