/*===- guards.c - what only the run can tell to be undifferentiable ---------===
 *
 * Exceptions. The object of an exception is reached again through the unwinder,
 * where its shadow is not known; and a call that is left by an exception leaves no
 * tape. Derivative code reports each throw and each catch; a catch that would lose
 * a derivative stops the program.
 *
 * Memory behind globals. A global's shadow holds a null where the memory it leads
 * to was allocated outside differentiated code. Where others may know that memory, it gets no
 * shadow (outside.c). Reading it is right (it is constant); writing an active value to it would
 * lose the value's derivative.
 *
 * Distances. Two objects have shadows that lie otherwise apart. Who keeps the distance may add
 * it to an address, in code that does not know of the other one.
 *
 * Requests inside rules. A request starts with zero in the shadows of globals, but not one
 * that a rule makes while a derivative runs: what is in them then belongs to that derivative.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "older.h"
#include "outside.h"
#include <stdio.h>

enum { remembered = 64, unwindHeader = 32 };

static _Thread_local const void *activeObjects[remembered];
static _Thread_local unsigned objectCount;

static int isActiveObject(const void *object) {
  for (unsigned i = 0; i < objectCount && i < remembered; i++)
    if (activeObjects[i] == object)
      return 1;
  return 0;
}

void enzyme_rt_throws(const void *object, int isActive) {
  for (unsigned i = 0; i < remembered; i++)
    if (activeObjects[i] == object)
      activeObjects[i] = 0;
  if (isActive)
    activeObjects[objectCount++ % remembered] = object;
}

void enzyme_rt_catches(const void *exception, const void *object, int leftActiveCall,
                       const char *position) {
  if (leftActiveCall)
    enzyme_rt_refuse("an exception left a call that may have written active values and is caught "
                     "inside differentiated code",
                     position);
  if (object && (isActiveObject(object) || isActiveObject((const char *)exception + unwindHeader)))
    enzyme_rt_refuse("an exception that carries active values is caught inside differentiated code",
                     position);
}

void enzyme_rt_met(const void *primal, const void *shadow) {
  if (primal && !shadow)
    enzyme_rt_older.hasMetShadowless = 1;
}

void enzyme_rt_forget_met(void) {
  enzyme_rt_older.hasMetShadowless = 0;
  /* Else it meets nothing older, and may be within one that does. */
  if (enzyme_rt_older.isBeginning)
    enzyme_rt_outside_begin();
  enzyme_rt_older.isBeginning = enzyme_rt_older.isSecondHalf = 0;
}

void enzyme_rt_begin_half(int isFirst) {
  enzyme_rt_older.hasMetShadowless = 0;
  enzyme_rt_outside_half(isFirst);
  enzyme_rt_older.isBeginning = 0;
  enzyme_rt_older.isSecondHalf = !isFirst;
}

void enzyme_rt_written(const void *primal, const void *shadow, const char *place) {
  if (!enzyme_rt_older.hasMetShadowless || primal != shadow)
    return;
  const char *variable = enzyme_rt_arrays_variable(primal);
  char message[messageBytes];
  snprintf(message, sizeof message,
           "an active value is written to memory that %s%s%s leads to and that was allocated "
           "outside differentiated code: it has no shadow",
           variable ? "the variable '" : "a global variable", variable ? variable : "",
           variable ? "'" : "");
  enzyme_rt_refuse(message, place);
}

void enzyme_rt_distance(uint64_t primal, uint64_t shadow, const char *place) {
  if (primal != shadow)
    enzyme_rt_refuse("the distance of two objects is kept or handed on: their shadows lie "
                     "elsewhere, and addresses made of it would lead astray",
                     place);
}

static _Thread_local int rulesAround;

void enzyme_rt_enter_rule(void) { rulesAround++; }
void enzyme_rt_leave_rule(void) { rulesAround--; }
int enzyme_rt_in_rule(void) { return rulesAround != 0; }
