// Gradients in sixteen threads at once, through memory of unknown type and through packed
// streams: the library keeps nothing that threads write without order.
// RUN: enzyme-clang -O1 -g -fsanitize=thread -pthread -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double __enzyme_autodiff(void *, ...);

typedef struct {
  void *to, *from;
  size_t bytes;
} move;

__attribute__((noinline)) static void moveBytes(const move *m) { memmove(m->to, m->from, m->bytes); }

// Numbers behind a byte, at odd addresses, moved twice by a function that knows no type.
__attribute__((noinline)) static double packed(double x, int n) {
  size_t bytes = 1 + 9 * (size_t)n;
  char *stream = malloc(bytes), *again = malloc(bytes);
  stream[0] = (char)n;
  for (int i = 0; i < n; i++) {
    double value = sin(x + i) * x;
    stream[1 + 9 * i] = (char)i;
    memcpy(stream + 2 + 9 * i, &value, sizeof value);
  }
  moveBytes(&(move){again, stream, bytes});
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double value;
    memcpy(&value, again + 2 + 9 * i, sizeof value);
    sum += value * value;
  }
  free(stream);
  free(again);
  return sum;
}

static double expected(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += 2 * sin(x + i) * x * (cos(x + i) * x + sin(x + i));
  return sum;
}

static void *work(void *argument) {
  long wrong = 0;
  for (int i = 0; i < 50; i++) {
    double x = 0.1 * i + 0.01 * (double)(size_t)argument;
    wrong += fabs(__enzyme_autodiff((void *)packed, x, 3 + i % 5) - expected(x, 3 + i % 5)) > 1e-9;
  }
  return (void *)wrong;
}

int main(void) {
  enum { Threads = 16 };
  pthread_t threads[Threads];
  long wrong = 0;
  for (size_t i = 0; i < Threads; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < Threads; i++) {
    void *result;
    pthread_join(threads[i], &result);
    wrong += (long)result;
  }
  // CHECK: wrong: 0
  printf("wrong: %ld\n", wrong);
}
