// A thread that runs in place and waits for a lock that its starter holds would wait for ever: it
// stops the program at the line. A lock that is free is taken.
// prints: waits: 1
// prints: a thread waits for a lock that is held where it was started
// prints: reads: 1
// prints: threads_and_locks_of_their_starter.deriv.cpp:33)
// link: -pthread
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static double sum;

static double addInThread(double x, bool isHeld) {
  sum = 0;
  if (isHeld)
    pthread_mutex_lock(&mutex);
  std::thread thread([&] {
    pthread_mutex_lock(&mutex);
    sum += x * x;
    pthread_mutex_unlock(&mutex);
  });
  if (isHeld)
    pthread_mutex_unlock(&mutex);
  thread.join();
  return sum;
}
static void *read(void *at) {
  pthread_rwlock_rdlock(&shared);
  *(double *)at *= *(double *)at;
  pthread_rwlock_unlock(&shared);
  return nullptr;
}
double whileWriting(double x) {
  pthread_t thread;
  pthread_rwlock_wrlock(&shared);
  pthread_create(&thread, nullptr, read, &x);
  pthread_rwlock_unlock(&shared);
  pthread_join(thread, nullptr);
  return x;
}
double whileHeld(double x) { return addInThread(x, true); }
double whileFree(double x) { return addInThread(x, false); }
CHECK_SCALAR(whileFree, 0.7);

static bool stops(double (*f)(double)) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(1, 2);
    alarm(20);
    if (f == whileHeld)
      __enzyme_autodiff_checkv((void *)whileHeld, 0.7);
    else
      __enzyme_autodiff_checkv((void *)whileWriting, 0.7);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}
CHECK_VALUES(locks) {
  printf("waits: %d\n", stops(whileHeld));
  printf("reads: %d\n", stops(whileWriting));
}
