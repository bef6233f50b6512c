/*===- ends.c ----------------------------------------------------------------===*/
#include "ends.h"
#include <stddef.h>

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static enzyme_rt_end *ends;

bool enzyme_rt_at_thread_end(enzyme_rt_end *end, void *value) {
  pthread_mutex_lock(&making);
  if (!end->isMade && !end->isGone && pthread_key_create(&end->key, end->act) == 0) {
    end->isMade = true;
    end->next = ends;
    ends = end;
  }
  bool isSet = end->isMade && pthread_setspecific(end->key, value) == 0;
  pthread_mutex_unlock(&making);
  return isSet;
}

/* Runs when the library is unloaded, and when the program ends. */
__attribute__((destructor)) static void forgetEnds(void) {
  pthread_mutex_lock(&making);
  enzyme_rt_end *first = ends;
  ends = NULL;
  for (enzyme_rt_end *end = first; end; end = end->next) {
    end->isMade = false;
    end->isGone = true;
  }
  pthread_mutex_unlock(&making);
  for (enzyme_rt_end *end = first; end; end = end->next) {
    void *value = pthread_getspecific(end->key);
    pthread_key_delete(end->key);
    if (value && end->actsAtUnload)
      end->act(value);
  }
}
