/*===- ends.h - what is done when a thread ends ------------------------------===
 *
 * Problem: what the runtime keeps for a thread goes when the thread ends, and a key of the thread
 * library's says so. A library that has derivatives may be unloaded before, and then no code lies
 * any more where the key leads.
 *
 * Here: such keys, which go with the library.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_ENDS_H
#define ENZYME_RUNTIME_ENDS_H

#include <pthread.h>
#include <stdbool.h>

/* One for each kind of value, in memory that is never freed. */
typedef struct enzyme_rt_end {
  void (*act)(void *value);
  bool actsAtUnload; /* for the thread that unloads the library; those of others are lost */
  bool isMade, isGone;
  pthread_key_t key;
  struct enzyme_rt_end *next;
} enzyme_rt_end;

/* When this thread ends, `end->act` is called with `value`, which is not null. False if nothing can
 * be done then: no key is left, or the library is being unloaded, or the program ends. */
bool enzyme_rt_at_thread_end(enzyme_rt_end *end, void *value);

#endif
