// Tasks with objects of their own that are destroyed, or that something else may lead to: one thread runs these regions in
// derivatives.
#include "check.h"
#include <vector>

static double vectors(double *x) {
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N - 4; i++) {
    std::vector<double> own(x + i, x + i + 4);
#pragma omp task firstprivate(own) shared(y)
    {
      own[0] *= own[1];
      y[i] = own[0] * own[2] + own[3];
    }
  }
  for (int i = 0; i < N - 4; i++)
    sum += y[i] * y[i];
  return sum;
}

struct Place {
  double at[3];
  Place(double a = 0, double b = 0, double c = 0) : at{a, b, c} {}
  Place &operator+=(const Place &other) {
    for (int i = 0; i < 3; i++)
      at[i] += other.at[i];
    return *this;
  }
};
struct Factor {
  double value = 1;
};
#pragma omp declare reduction(+ : Place : omp_out += omp_in)
#pragma omp declare reduction(* : Factor : omp_out.value *= omp_in.value)
static double reduced(double *x) { // parts begin from nothing, as the compiler can see
  Place sum(x[0], 0, 1);
  Factor product;
  double many[50] = {0}, most = -9;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum, many) task_reduction(* : product) task_reduction(max : most)
  for (int i = 0; i < 20; i++)
#pragma omp task in_reduction(+ : sum, many) in_reduction(* : product) in_reduction(max : most)
  {
    sum += Place(x[i] * x[i], x[i], x[i + 1] * x[i]);
    product.value *= 0.9 + 0.1 * x[i];
    many[i] += x[i] * x[i];
    most = fmax(most, x[i] * x[i + 2]);
  }
  return sum.at[0] * sum.at[1] * sum.at[2] * 1e-2 + product.value * most + many[3] * many[7];
}

/* A thread adds by a closure, which holds the sum's address, while its tasks add. */
static double addsByClosure(double *x) {
  double sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
    auto add = [&](double part) { sum += part; };
#pragma omp single
    for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[i];
      add(x[i] * x[1]);
    }
  }
  return sum * x[0];
}

struct Into { // leads into itself
  double value;
  double *there;
  Into(double value) : value(value), there(&this->value) {}
  Into(const Into &other) : value(other.value), there(&value) {}
};
static double leadsIntoItself(double *x) {
  Into own(x[0]);
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task firstprivate(own, i) shared(y)
  {
    *own.there *= x[i];
    y[i] = own.value;
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
struct Noted { // tells where it lies
  double value;
  Noted(double value) : value(value) {}
  __attribute__((noinline)) Noted(const Noted &other) : value(other.value) {
    if (value < -100)
      last = this;
  }
  static Noted *last;
};
Noted *Noted::last;
static double noted(double *x) {
  Noted own(x[0]);
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own.value * x[i];
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
static double lists(double *x) { // of places
  int place[4] = {0, 1, 2, 3};
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(place, i) shared(y)
    y[i] = x[place[i % 4]] * x[place[(i + 1) % 4]];
    place[i % 4] = (place[i % 4] * 3 + 1) % N;
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum * sum;
}
#define ALL(X) X(addsByClosure) X(vectors) X(reduced) X(leadsIntoItself) X(noted) X(lists)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
