/*===- error.c - refusals that can only be known at run time -------------===*/
#include "enzyme/runtime.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void enzyme_rt_refuse(const char *message, const char *position) {
  fprintf(stderr, "enzyme: %s%s%s%s\n", message, position ? " (" : "", position ? position : "",
          position ? ")" : "");
  exit(1);
}

void enzyme_rt_watch(double derivative, double incoming, const char *operation, const char *place) {
  if (isfinite(derivative) || !isfinite(incoming))
    return;
  fprintf(stderr, "enzyme: a derivative became %s at '%s'%s%s%s; what came in was %g\n",
          isnan(derivative) ? "NaN" : "infinite", operation, place ? " (" : "", place ? place : "",
          place ? ")" : "", incoming);
  abort();
}
