// What one thread hands to all others, and locks that are tried or entered again.
//! teams: all
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"
#include <pthread.h>

typedef struct {
  double a, b[3];
  int n;
} Pair;
static double copied(double *x) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    double own, many[4];
    Pair pair;
#pragma omp single copyprivate(own, many, pair)
    {
      own = x[0] * x[1];
      for (int i = 0; i < 4; i++)
        many[i] = sin(x[i + 2]);
      pair = (Pair){x[7], {x[8], x[9], 2}, 3};
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += own * x[i] * many[i % 4] + pair.a * pair.b[i % 3] * pair.n;
#pragma omp single copyprivate(own)
    own = own * x[10];
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++)
      sum += own * sin(x[i]) * own;
  }
  return sum;
}
static double again(double *x) { // in a loop: each time another thread
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    double state = 1;
    for (int step = 0; step < 5; step++) {
#pragma omp single copyprivate(state)
      state = sin(state) * x[step] + 0.2 * state;
#pragma omp for
      for (int i = 0; i < N; i++)
        sum += state * x[i];
    }
  }
  return sum;
}
static double enteredAgain(double *x) { // the same in any order, so that differences know it
  double product = 1;
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < N; i++) {
    omp_set_nest_lock(&lock);
    product *= 1 + 0.02 * x[i];
    if (i % 3 == 0 && omp_test_nest_lock(&lock)) {
      product *= 1 + 0.01 * x[i] * x[0];
      omp_unset_nest_lock(&lock);
    }
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  return product;
}
static double tried(double *x) {
  double product = 1;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < N; i++) {
    double own = 1 + 0.02 * x[i];
    while (!omp_test_lock(&lock))
      ;
    product *= own;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return product;
}
static double mutexes(double *x) {
  double product = 1, other = 1;
  pthread_mutex_t lock, second;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_init(&second, NULL);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i++) {
    double own = 1 + 0.02 * x[i];
    pthread_mutex_lock(&lock);
    product *= own;
    pthread_mutex_unlock(&lock);
    if (pthread_mutex_trylock(&second) != 0)
      pthread_mutex_lock(&second);
    other *= own * own;
    pthread_mutex_unlock(&second);
  }
  pthread_mutex_destroy(&lock);
  pthread_mutex_destroy(&second);
  return product * other;
}

#define ALL(X) X(copied) X(again) X(enteredAgain) X(tried) X(mutexes)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
