/*===- lanes.c - results that have one value per lane ---------------------===
 *
 * When the number of lanes is known at run time, results of derivatives are
 * arrays that the program frees.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdlib.h>

void *enzyme_rt_lanes(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory && bytes)
    enzyme_rt_refuse("no memory for the results of all lanes", NULL);
  return memory;
}
