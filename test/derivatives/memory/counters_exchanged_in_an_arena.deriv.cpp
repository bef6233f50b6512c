// Counters that are compared and exchanged by one instruction, in an arena where numbers lie at other places, as in
// libraries that hand out work to threads: they are no numbers, and stay atomic.
#include "check.h"
#include <cstdint>
#include <cstdlib>

struct Arena {
  char *current;
  void *take(std::size_t bytes) {
    void *taken = current;
    current = (char *)(((std::uintptr_t)current + bytes + 15) & ~(std::uintptr_t)15);
    return taken;
  }
};

struct Work {
  double step;
  const double *in;
  double *out;
  unsigned count;
  volatile std::uint32_t squares, products;
};

NOINLINE static bool exchanged(volatile std::uint32_t *at, std::uint32_t old, std::uint32_t value) {
  return __sync_bool_compare_and_swap(at, old, value);
}

static unsigned nextOf(volatile std::uint32_t *at, std::uint32_t limit) {
  std::uint32_t old;
  do
    old = *at;
  while (old != limit && !exchanged(at, old, old + 1));
  return old;
}

NOINLINE static void square(Work *work) {
  for (unsigned i; (i = nextOf(&work->squares, work->count)) != work->count;)
    work->out[i] = work->in[i] * work->in[i] * work->step;
}

NOINLINE static void multiply(Work *work) {
  for (unsigned i; (i = nextOf(&work->products, work->count)) != work->count;)
    work->out[i] += work->in[i] * work->out[i];
}

NOINLINE static double step(Arena *arena, const double *x, unsigned n) {
  double *in = (double *)arena->take(n * sizeof(double)), *out = (double *)arena->take(n * sizeof(double));
  for (unsigned i = 0; i < n; i++)
    in[i] = x[i % 3] * x[i % 2];
  Work *work = (Work *)arena->take(sizeof(Work));
  *work = {x[0], in, out, n, 0, 0};
  square(work);
  multiply(work);
  double sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += out[i];
  return sum;
}

// The second and third steps find what the first left.
double work_of_threads(const double *x) {
  char *memory = (char *)std::malloc(4096);
  double sum = 0;
  for (unsigned n = 3; n < 6; n++) {
    Arena arena = {memory};
    sum += step(&arena, x, n);
  }
  std::free(memory);
  return sum;
}
CHECK_FUNCTION(work_of_threads, 3, 0.3, 0.7, -0.4);
