// What threads do to what they share by comparison and exchange: each is made in a section, and sections are gone through
// backwards in the reverse sweep.
//! teams: all
#define REPEATS 5
#include "check.h"
#include <atomic>
#include <cstdint>
#include <sched.h>
#include <vector>

static int64_t exchanged(volatile int64_t *place, int64_t expected, int64_t wanted) {
  return __sync_val_compare_and_swap(place, expected, wanted);
}

// As libraries add numbers where the language has no atomic ones.
static double add(volatile double *place, double term) {
  union Word {
    int64_t bits;
    double number;
  } expected, seen, sum;
  seen.number = *place;
  do {
    expected.bits = seen.bits;
    sum.number = expected.number + term;
    seen.bits = exchanged((volatile int64_t *)place, expected.bits, sum.bits);
  } while (expected.bits != seen.bits);
  return seen.number;
}

static double sums(double *x) {
  double bins[5] = {0};
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    add(&bins[i % 5], x[i] * x[i]);
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += bins[i] * bins[(i + 1) % 5];
  return sum;
}

static double largest(double *x) { // which may end without an exchange
  std::atomic<double> most{-100}, product{1};
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double mine = x[i] * x[i] * (1 + i % 7), seen = most.load();
    while (mine > seen && !most.compare_exchange_weak(seen, mine))
      ;
    double factor = 1 + 1e-3 * x[i], old = product.load();
    while (!product.compare_exchange_strong(old, old * factor))
      ;
  }
  return most * product;
}

struct Node {
  double number;
  Node *next;
};
static double listed(double *x) { // addresses
  std::vector<Node> nodes(N);
  std::atomic<Node *> first{nullptr};
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    nodes[i] = {x[i] * x[(i + 1) % N], first.load()};
    while (!first.compare_exchange_weak(nodes[i].next, &nodes[i]))
      ;
  }
  double sum = 0;
  for (Node *node = first; node; node = node->next)
    sum += node->number * node->number;
  return sum;
}

static double locked(double *x) { // a lock of the program's own
  std::atomic<int> lock{0};
  double sum = 0, product = 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int open = 0; !lock.compare_exchange_weak(open, 1); open = 0)
      sched_yield();
    sum += x[i] * x[i];
    product *= 1 + 1e-3 * x[i];
    lock.store(0);
  }
  return sum * product;
}

static double claimed(double *x) { // each element once, by the thread that comes first
  std::vector<std::atomic<int>> taken(N);
  double y[N], sum = 0;
#pragma omp parallel
  for (int i = 0; i < N; i++) {
    int free = 0;
    if (taken[i].compare_exchange_strong(free, 1))
      y[i] = x[i] * x[(i + 1) % N];
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}

struct Queue {
  std::atomic<int> head{0}, tail{0};
  double items[N];
};
static double queued(double *x) { // by one thread, for whichever takes it
  Queue queue;
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp master
    for (int i = 0; i < N; i++) {
      queue.items[i] = x[i] * x[i];
      queue.tail.store(i + 1, std::memory_order_release);
    }
    for (int head; (head = queue.head.load()) != N;)
      if (head < queue.tail.load(std::memory_order_acquire) && queue.head.compare_exchange_weak(head, head + 1))
        sum += queue.items[head] * x[head];
      else
        sched_yield();
  }
  return sum;
}

static double inTasks(double *x) {
  std::atomic<double> sum{0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task shared(sum) firstprivate(i)
    for (double seen = sum.load(); !sum.compare_exchange_weak(seen, seen + x[i] * x[i]);)
      ;
  return sum.load() * x[0];
}

#define ALL(X) X(sums) X(largest) X(listed) X(locked) X(claimed) X(queued) X(inTasks)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
