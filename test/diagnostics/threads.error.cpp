// RUN: split-file %s %t
// RUN: not enzyme-clang++ -std=c++20 -c %t/waits.cpp -o %t.o 2>&1 | FileCheck %t/waits.cpp
// RUN: not enzyme-clang++ -std=c++20 -c %t/spins.cpp -o %t.o 2>&1 | FileCheck %t/spins.cpp
// RUN: not enzyme-clang++ -std=c++20 %t/raises.cpp -o %t.o 2>&1 | FileCheck %t/raises.cpp
// Threads that wait for others cannot run in place; handlers of signals change what is active.
//--- waits.cpp
#include <pthread.h>
double __enzyme_autodiff(void *, ...);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int isReady;
static void *run(void *at) {
  pthread_mutex_lock(&mutex);
  while (!isReady)
    pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  double *x = static_cast<double *>(at);
  *x *= *x;
  return nullptr;
}
double f(double x) {
  pthread_t thread;
  // CHECK: waits.cpp:[[#@LINE+1]]:3: error: a thread where something waits for another thread (pthread_cond_wait()) is not supported yet in differentiated code; {{.*}} [ENZ0070]
  pthread_create(&thread, nullptr, run, &x);
  isReady = 1;
  pthread_cond_signal(&ready);
  pthread_join(thread, nullptr);
  return x;
}
double a(double x) { return __enzyme_autodiff((void *)f, x); }
//--- spins.cpp
#include <atomic>
#include <thread>
double __enzyme_autodiff(void *, ...);
double f(double x) {
  std::atomic<bool> isReady = false;
  double y = 0;
  std::thread thread([&] {
    while (!isReady.load())
      ;
    y = x * x;
  });
  isReady = true;
  thread.join();
  return y;
}
// CHECK: error: {{.*}} cannot be differentiated: it waits in a loop for another thread, where threads are run one after the other [ENZ0061]
double a(double x) { return __enzyme_autodiff((void *)f, x); }
//--- raises.cpp
#include <signal.h>
double __enzyme_autodiff(void *, ...);
static double value;
static void square(int) { value *= value; }
double f(double x) {
  value = x;
  signal(SIGUSR1, square);
  // CHECK: raises.cpp:[[#@LINE+1]]:3: error: {{.*}}raise
  raise(SIGUSR1);
  return value;
}
double a(double x) { return __enzyme_autodiff((void *)f, x); }
int main() { return a(2) != 4; }
