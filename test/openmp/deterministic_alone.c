// With the option that asks for the same bits in every run, what depends on the order in which
// threads come is run by one of them.
//! flags: -fenzyme-openmp-deterministic
#include "samebits.h"

static double shared(double *x) { // all threads read all of it
  double y[N], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 0;
    for (int j = 0; j < N; j++)
      y[i] += x[j] * x[(i + j) % N] * weight(i * j);
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
static double sections(double *x) {
  double product = 1, last = 0, sum = 0;
#pragma omp parallel for reduction(* : product) ordered schedule(dynamic)
  for (int i = 0; i < 40; i++) {
    product *= 1 + x[i] * weight(i + 1) * 1e-3;
#pragma omp ordered
    last = last * 0.5 + x[i];
#pragma omp critical
    sum += x[i] * x[i + 1] * weight(i);
  }
  return product + last * sum;
}
static double tasks(double *x) {
  double sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; i++) {
#pragma omp task shared(sum)
#pragma omp atomic
    sum += sin(x[i]) * weight(i);
  }
  return sum;
}

static double inOrder(double *x) {
  double last = 0, y[N];
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < N; i++) {
    y[i] = sin(x[i]);
#pragma omp ordered
    last = last * 0.9 + y[i] * weight(i);
  }
  return last * last;
}
static double places(double *x) { // in a list that threads fill as they come
  double list[N], sum = 0;
  int count = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < N; i++) {
    int place;
#pragma omp atomic capture
    place = count++;
    list[place] = x[i] * x[i] * weight(i);
  }
  for (int i = 0; i < N; i++)
    sum += list[i];
  return sum * sum;
}

#define ALL(X) X(shared) X(sections) X(inOrder) X(tasks) X(places)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  ALL(REPEAT)
  return failures != 0;
}
