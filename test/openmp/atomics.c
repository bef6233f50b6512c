// Atomic accesses whose order matters.
//! teams: all
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"

static double products(double *x) {
  double product = 1, quotient = 1, sum = 0;
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    product *= 1 + 0.02 * x[i];
#pragma omp atomic
    quotient /= 1 + 0.01 * x[i] * x[i];
#pragma omp atomic
    sum += x[i] * x[i];
  }
  return product * quotient + sum;
}
static double volatiles(double *x) { // the same of a volatile number
  static volatile double product;
  product = 1;
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    product *= 1 + 0.02 * x[i];
  }
  return product;
}
static double captured(double *x) { // of each number what all before it came to
  double sum = 0, total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < N; i++) {
    double before, after;
#pragma omp atomic capture
    {
      before = sum;
      sum += x[i];
    }
#pragma omp atomic capture
    after = sum += x[i] * x[i];
    total += 0 * before * after;
  }
  return total + sum * sum;
}
static double pairs(double *x) { // (a + b)^2 - a^2 - b^2, whatever comes first
  double sum = 0, products = 0;
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < N; i++) {
    double before;
#pragma omp atomic capture
    {
      before = sum;
      sum += x[i];
    }
    double own = 2 * before * x[i];
#pragma omp atomic
    products += own;
  }
  return products;
}
static double written(double *x) {
  double values[8] = {0}, sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
#pragma omp atomic write
    values[i] = x[i] * x[i + 1];
    double back;
#pragma omp atomic read
    back = values[i];
#pragma omp atomic
    values[i] *= back;
  }
  for (int i = 0; i < 8; i++)
    sum += values[i] * (i + 1);
  return sum;
}
static double exchanged(double *x) { // a number goes from thread to thread
  double slot = x[0] * x[0], sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i < N; i++) {
    double old, own = x[i] * x[i];
#pragma omp atomic capture
    {
      old = slot;
      slot = own;
    }
    sum += sin(old);
  }
  return sum + sin(slot);
}
static double flags(double *x) { // numbers that threads hand on by atomic flags
  double data = 0, result = 0;
#pragma omp parallel num_threads(2)
  {
    static int stage;
    int isFirst = omp_get_thread_num() == 0, isAlone = omp_get_num_threads() == 1;
#pragma omp single
    stage = 0;
    for (int k = 0; k < 3; k++) {
      int there = 0;
      if (isFirst) {
        data = x[k] * x[k + 1] + data * x[k + 2];
#pragma omp atomic write seq_cst
        stage = 2 * k + 1;
      }
      if (!isFirst || isAlone) {
        while (there < 2 * k + 1) {
#pragma omp atomic read seq_cst
          there = stage;
        }
        result += data * data;
#pragma omp atomic write seq_cst
        stage = 2 * k + 2;
      }
      while (there < 2 * k + 2) {
#pragma omp atomic read seq_cst
        there = stage;
      }
    }
  }
  return result;
}
static double olderFlags(double *x) { // the same by volatile flags with fences between, as before C11
  double data = 0, result = 0;
  static volatile int stage;
  stage = 0;
#pragma omp parallel num_threads(2)
  {
    int isFirst = omp_get_thread_num() == 0, isAlone = omp_get_num_threads() == 1;
    for (int k = 0; k < 3; k++) {
      if (isFirst) {
        data = x[k] * x[k + 1] + data * x[k + 2];
        __sync_synchronize();
        stage = 2 * k + 1;
      }
      if (!isFirst || isAlone) {
        while (stage < 2 * k + 1)
          ;
        __sync_synchronize();
        result += data * data;
        __sync_synchronize();
        stage = 2 * k + 2;
      }
      while (stage < 2 * k + 2)
        ;
      __sync_synchronize();
    }
  }
  return result;
}
static double counted(double *x) { // and by a counter that is added to, between fences
  double data[4] = {0}, sum = 0;
  int there = 0;
#pragma omp parallel num_threads(2)
  {
    int rank = omp_get_thread_num(), count = omp_get_num_threads();
    for (int k = rank; k < 4; k += count)
      data[k] = x[k] * x[k + 1];
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_fetch_add(&there, 1, __ATOMIC_RELAXED);
    while (__atomic_fetch_add(&there, 0, __ATOMIC_RELAXED) < count)
      ;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    double own = 0;
    for (int k = rank; k < 4; k += count)
      own += data[3 - k] * data[3 - k] * (k + 1);
#pragma omp atomic
    sum += own;
  }
  return sum;
}
static double places(double *x) { // integers need no order
  double values[N];
  int count = 0;
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < N; i++) {
    int own;
#pragma omp atomic capture
    own = count++;
    values[own] = sin(x[i]) * x[i];
  }
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i] * values[i];
  return sum;
}

#define ALL(X) X(products) X(volatiles) X(captured) X(pairs) X(written) X(exchanged) X(flags) X(olderFlags) X(counted) X(places)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
