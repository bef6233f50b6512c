/*===- error.c - refusals that can only be known at run time -------------===*/
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "enzyme/runtime.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void enzyme_rt_refuse(const char *message, const char *position) {
  fprintf(stderr, "enzyme: %s%s%s%s\n", message, position ? " (" : "", position ? position : "",
          position ? ")" : "");
  exit(1);
}

/* Of programs that have them. */
__attribute__((weak)) int dladdr(const void *address, Dl_info *found);
__attribute__((weak)) char *__cxa_demangle(const char *name, char *buffer, size_t *room,
                                           int *status);

void enzyme_rt_refuse_function(const void *function, const char *position) {
  fprintf(stderr,
          "enzyme: a function pointer led to a function that this file cannot differentiate%s%s%s",
          position ? " (" : "", position ? position : "", position ? ")" : "");
  Dl_info found;
  if (!function) {
    fputs(": it is null\n", stderr);
    exit(1);
  }
  if (dladdr && dladdr(function, &found) && found.dli_fname) {
    int isNamed = found.dli_sname && found.dli_saddr == function;
    char *readable =
        isNamed && __cxa_demangle ? __cxa_demangle(found.dli_sname, NULL, NULL, NULL) : NULL;
    if (isNamed)
      fprintf(stderr, ": '%s' of '%s'", readable ? readable : found.dli_sname, found.dli_fname);
    else
      fprintf(stderr, "; 'addr2line -Cfe %s %#tx' names it", found.dli_fname,
              (const char *)function - (const char *)found.dli_fbase);
    free(readable);
  }
  fputs("; compile the file that defines it with enzyme-clang and link with it, register a "
        "derivative, or mark it inactive\n",
        stderr);
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
