/*===- error.c - refusals that can only be known at run time -------------===*/
#include "enzyme/runtime.h"
#include <stdio.h>
#include <stdlib.h>

void enzyme_rt_refuse(const char *message, const char *position) {
  fprintf(stderr, "enzyme: %s%s%s%s\n", message, position ? " (" : "",
          position ? position : "", position ? ")" : "");
  exit(1);
}
