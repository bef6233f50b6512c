// Critical sections: backwards in the order opposite to that in which threads came.
//! teams: all
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"

static double unnamed(double *x) { // each factor's derivative is what the others came to
  double product = 1;
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < N; i++) {
    double factor = 1 + 0.03 * sin(x[i]);
#pragma omp critical
    product *= factor;
  }
  return product;
}
static double named(double *x) { // two locks, one after the other and one in the other
  double a = 1, b = 1, c = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical(one)
    a *= 1 + 0.02 * x[i];
    if (i % 3)
#pragma omp critical(other)
    {
      b *= 1 + 0.02 * x[i] * x[i];
#pragma omp critical(one)
      a *= 1 + 0.01 * x[i];
    }
#pragma omp critical(sums)
    c += x[i] * x[0];
  }
  return a * b + c;
}
static double bothWays(double *x) { // sums, with numbers that do not fit in an atomic one
  struct {
    double sum, squares;
    int count;
  } all = {0, 1, 0};
#pragma omp parallel
  {
    double own = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      own += x[i] * x[i];
#pragma omp critical
    {
      all.sum += own;
      all.squares *= 1 + 1e-3 * own * own / (1 + own * own);
      all.count++;
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      if (i % 40 == 0)
#pragma omp critical
        all.sum += all.squares * 0 + x[i];
  }
  return all.sum;
}
static double phases(double *x) { // sections of one lock on both sides of barriers
  double level = 1, out[N], total = 1, result = 0;
#pragma omp parallel
  for (int k = 0; k < 3; k++) {
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < N; i++)
#pragma omp critical
      level *= 1 + 0.002 * (k + 1) * x[i];
#pragma omp for
    for (int i = 0; i < N; i++)
      out[i] = level * x[(i + k) % N];
#pragma omp for
    for (int i = 0; i < N; i++)
#pragma omp critical
      total *= 1 + 1e-4 * out[i];
#pragma omp single
    level = sqrt(level) * x[k];
  }
  for (int i = 0; i < N; i++)
    result += out[i];
  return result * total + level;
}
// What was read is written by another thread, at a place that no way leads to from where it was read.
static double handedOn(double *x) {
  double data = 0, result = 0;
  int stage = 0;
#pragma omp parallel num_threads(2)
  {
    int isFirst = omp_get_thread_num() == 0, there = 0, last = omp_get_num_threads() == 2 ? 4 : 0;
    while (there < last)
#pragma omp critical
    {
      there = stage;
      if (isFirst && stage == 0)
        data = x[0] * x[1], stage = 1;
      else if (!isFirst && stage == 1)
        result += data * data * x[2], stage = 2;
      else if (isFirst && stage == 2)
        data = sin(x[3]) * data, stage = 3;
      else if (!isFirst && stage == 3)
        result += data * data * data, stage = 4;
    }
  }
  if (stage == 0) // of a team of one
    result = x[0] * x[0] * x[1] * x[1] * x[2] + pow(sin(x[3]) * x[0] * x[1], 3);
  return result;
}
static double outside(double *x) { // the section only says that the numbers are there, or were read
  double data[2] = {0, 0}, result = 0;
  int stage = 0;
#pragma omp parallel num_threads(2)
  {
    int isFirst = omp_get_thread_num() == 0, size = omp_get_num_threads();
    for (int k = 0; k < 4; k++) {
      int there = 0;
      if (isFirst || size == 1) {
        data[0] = x[k] * x[k + 1], data[1] = cos(data[0]) * x[k];
#pragma omp critical
        stage = 2 * k + 1;
      }
      if (!isFirst || size == 1) {
        do
#pragma omp critical
          there = stage;
        while (there < 2 * k + 1);
        double value = data[0] * data[1];
        result += value * value;
#pragma omp critical
        stage = 2 * k + 2;
      }
      do
#pragma omp critical
        there = stage;
      while (there < 2 * k + 2);
    }
  }
  return result;
}
struct node {
  double value;
  struct node *next;
};
static double list(double *x) { // memory that threads make, and addresses that they hand on
  struct node *head = NULL;
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < N; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = x[i] * x[i];
#pragma omp critical(list)
    {
      node->next = head;
      if (head)
        head->value *= 1; // of another thread
      head = node;
    }
  }
  double sum = 0;
  while (head) {
    struct node *next = head->next;
    sum += sin(head->value) * head->value;
    free(head);
    head = next;
  }
  return sum;
}
static double stack(double *x) { // which place it is depends on who came before
  double values[N], sum = 0;
  int count = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i++) {
    int own;
#pragma omp critical
    {
      values[count] = x[i];
      own = count++;
    }
    values[own] *= values[own] * x[i / 2];
  }
  for (int i = 0; i < N; i++)
    sum += cos(values[i]);
  return sum;
}
static void multiply(double *all, double by) {
#pragma omp critical(multiply)
  *all *= by;
}
static double inFunctions(double *x) { // in a region and outside of any
  double all = 1;
  multiply(&all, 2 + x[0]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    multiply(&all, 1 + 0.01 * x[i]);
  multiply(&all, 1 + all * x[1]);
  return all;
}
static double inTeamsOfTeams(double *x) { // threads of several teams come to one lock
  double all = 1;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++) {
    double own = 1;
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < 10; j++) {
#pragma omp critical(shared)
      {
        all *= 1 + 0.01 * x[i] * x[j];
        own *= 1 + 0.1 * x[j];
      }
    }
#pragma omp critical(shared)
    all *= 1 + 1e-3 * own;
  }
  return all;
}
static double withAtomics(double *x) {
  double sum = 0, product = 1;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
      sum += x[i] * x[i];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
#pragma omp critical
      product *= 1 + 1e-4 * sum * x[i];
  }
  return product * sum;
}
static double largest(double *x) { // a maximum and where it is
  double best = 0;
  int at = -1;
#pragma omp parallel
  {
    double own = 0;
    int place = -1;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      if (x[i] * x[(i + 7) % N] > own)
        own = x[i] * x[(i + 7) % N], place = i;
#pragma omp critical
    if (own > best)
      best = own, at = place;
  }
  return best * x[at];
}

#define ALL(X) \
  X(unnamed) X(named) X(bothWays) X(phases) X(handedOn) X(outside) X(list) X(stack) X(inFunctions) \
  X(inTeamsOfTeams) X(withAtomics) X(largest)
ALL(DERIVATIVES)

int main(void) {
  omp_set_max_active_levels(2);
  ALL(CHECK)
  return failures != 0;
}
