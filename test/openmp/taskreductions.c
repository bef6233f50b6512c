/* Reductions over tasks other than sums (tasksums.c), or beside others, and tasks with arrays and
 * records of their own: one thread runs these regions in derivatives. */
#include "check.h"

static double grouped(double *x) {
  double sum = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
    sum += x[i] * x[i] * x[(i + 3) % N];
  return sum * x[0];
}
static double factors(double *x) {
  double product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(* : product)
  for (int i = 0; i < 40; i++)
#pragma omp task in_reduction(* : product)
    product *= 0.9 + 0.2 * x[i];
  return product * x[0];
}
static double looped(double *x) {
  double sum = 0, most = -10, least = 10;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) grainsize(3)
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i] * x[(i + 3) % N];
#pragma omp taskloop reduction(max : most) reduction(min : least) num_tasks(7)
    for (int i = 0; i < N; i++) {
      double own = x[i] * x[(i + 3) % N];
      most = own > most ? own : most;
      least = own < least ? own : least;
    }
  }
  return sum * most * least;
}
static double ofRegions(double *x) { // the region's own reduction takes part
  double sum = 0, other = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[i];
  }
#pragma omp parallel
#pragma omp for reduction(task, + : other)
  for (int i = 0; i < N; i++) {
    other += x[i];
#pragma omp task in_reduction(+ : other)
    other += x[i] * x[i];
  }
  return sum * other;
}
static double whileTasksRun(double *x) { // the thread that makes tasks adds, too
  double sum = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += x[i] * x[i];
    sum += x[i] * x[1];
  }
  return sum * x[0];
}
static double nested(double *x) {
  double bins[5] = {0}, sum = 0;
#pragma omp parallel masked taskloop reduction(+ : sum, bins)
  for (int i = 0; i < 10; i++) {
    bins[i % 5] += x[i] * x[i];
    for (int j = 0; j < 4; j++)
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[4 * i + j];
  }
  for (int k = 0; k < 5; k++)
    sum += bins[k] * bins[k];
  return sum;
}

typedef struct {
  double part[3];
  int at;
} Record;
static double ofTheirOwn(double *x) {
  double y[N], z[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N - 3; i++) {
    double own[3] = {x[i] * x[i], x[i + 1], x[i + 2]};
    Record record = {{x[i] * x[i], x[i + 1], x[i + 2]}, i};
#pragma omp task firstprivate(own) shared(y)
    {
      own[0] *= own[1];
      y[i] = own[0] * own[2] + own[0];
    }
#pragma omp task firstprivate(record) shared(z)
    {
      for (int k = 0; k < 3; k++)
        record.part[k] *= x[k];
      z[record.at] = record.part[0] * record.part[1] + record.part[2];
    }
  }
  for (int i = 0; i < N - 3; i++)
    sum += y[i] * z[i];
  return sum;
}
static double aligned(double *x) { // as a variable an array has a larger alignment than in a task
  double own[4] = {x[0], x[1], x[2], x[3] * x[3]}, y[20], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(own, i) shared(y)
    {
      own[0] *= own[1];
      y[i] = own[0] * own[i % 4] * x[i];
    }
    own[2] *= 1.1;
  }
  for (int i = 0; i < 20; i++)
    sum += y[i];
  return sum;
}
static double inTurn(double *x) { // each iteration waits for the last one's part (doacross)
  double y[N];
  y[0] = x[0];
#pragma omp parallel for ordered(1)
  for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
    y[i] = 0.5 * y[i - 1] * x[i] + x[i] * x[i];
#pragma omp ordered depend(source)
  }
  return y[N - 1] * y[3];
}

#define ALL(X)                                                                                     \
  X(grouped) X(factors) X(looped) X(ofRegions) X(whileTasksRun) X(nested) X(ofTheirOwn) X(aligned) X(inTurn)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
