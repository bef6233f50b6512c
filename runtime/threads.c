/*===- threads.c - threads that run in place, and what is done once ------------===
 *
 * Derivative code runs a thread's function where the thread is started, and finds it done where
 * it is joined (library/cxx/Threads.ll). Here are the numbers that such threads have, by the
 * thread that started them; a number that is not here is a thread of the system's.
 *
 * Such a thread may not wait for a lock that its starter holds.
 *
 * pthread_once and its kin keep their state in the program's variable; the words are glibc's, so
 * that code that is not differentiated may ask for the same.
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include "enzyme/runtime.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { slotCount = 256 }; // library/cxx/Threads.ll: @enzyme.returned

static _Thread_local unsigned char isUsed[slotCount];
static _Thread_local int returned[slotCount];

/// No address, as the C library's numbers are.
static const uint64_t firstNumber = 1;

int64_t enzyme_rt_thread_begin(void) {
  for (int64_t i = 0; i < slotCount; i++)
    if (!isUsed[i]) {
      isUsed[i] = 1;
      return i;
    }
  enzyme_rt_refuse("more than 256 threads wait to be joined at once in differentiated code", 0);
}

int64_t enzyme_rt_thread_end(int64_t slot) { return slot + firstNumber; }

int64_t enzyme_rt_thread_slot(uint64_t number) {
  uint64_t slot = number - firstNumber;
  return slot < slotCount && isUsed[slot] ? (int64_t)slot : -1;
}

void enzyme_rt_thread_forget(int64_t slot) { isUsed[slot] = 0; }
void enzyme_rt_thread_returns(int64_t slot, int result) { returned[slot] = result; }
int enzyme_rt_thread_returned(int64_t slot) { return returned[slot]; }

/* What glibc says about a lock's holder; elsewhere such a program hangs. */
static pid_t holderOf(const void *lock, int isReadWrite) {
#if defined(__GLIBC__)
  enum { kindBits = 127 };
  const pthread_mutex_t *mutex = lock;
  const pthread_rwlock_t *both = lock;
  if (isReadWrite)
    return __atomic_load_n(&both->__data.__cur_writer, __ATOMIC_RELAXED);
  int kind = mutex->__data.__kind & kindBits;
  int waits = kind == PTHREAD_MUTEX_TIMED_NP || kind == PTHREAD_MUTEX_ADAPTIVE_NP;
  return waits ? __atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED) : 0;
#else
  return 0;
#endif
}

void enzyme_rt_thread_locks(const void *lock, int isReadWrite, const char *place) {
  pid_t holder = holderOf(lock, isReadWrite);
  if (holder && holder == (pid_t)syscall(SYS_gettid))
    enzyme_rt_refuse("a thread waits for a lock that is held where it was started: in "
                     "differentiated code it runs there, and the lock would never be released",
                     place);
}

enum { notBegun = 0, begun = 1, done = 2 };

_Bool enzyme_rt_once_begin(int *once) {
  for (;;) {
    int state = __atomic_load_n(once, __ATOMIC_ACQUIRE);
    if (state & done)
      return 0;
    if (state == notBegun &&
        __atomic_compare_exchange_n(once, &state, begun, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
      return 1;
    sched_yield();
  }
}

static void leaveOnce(int *once, int state) {
  __atomic_store_n(once, state, __ATOMIC_RELEASE);
  enum { wakePrivate = 1 | 128 };
  syscall(SYS_futex, once, wakePrivate, INT_MAX, 0, 0, 0);
}

void enzyme_rt_once_end(int *once) { leaveOnce(once, done); }
void enzyme_rt_once_failed(int *once) { leaveOnce(once, notBegun); }
