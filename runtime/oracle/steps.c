/*===- steps.c - where a derivative's tangents leave the oracle's -----------===
 *
 * A derivative was found wrong. The function runs once more, and tells the tangent of each
 * float that it computes or loads, with its line. Then the forward derivative runs and asks
 * of each of its own whether the oracle knew a float of that value at that line, and which
 * tangent it had. Code is moved, merged and left out by compilers; a number at its line is
 * still itself. What has no counterpart is passed over, and so is seen at the next line.
 *===----------------------------------------------------------------------===*/
#include "held.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Enough to find the first; 96 megabytes. */
enum { mostSteps = 1 << 22 };

struct step {
  int line; /* number of its name */
  double value, tangent;
};

static struct {
  int isListening;
  struct step *step;
  size_t count, room;
  char **name; /* lines, as file:line */
  int names, nameRoom;
  double largest; /* tangent so far */
} found;
static _Thread_local int isOurs; /* the thread in which the function runs */

/* The same file may be named by different folders. */
static const char *shortName(const char *where) {
  const char *slash = strrchr(where, '/');
  return slash ? slash + 1 : where;
}

static char *copyOf(const char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = __libc_malloc(bytes);
  return copy ? memcpy(copy, text, bytes) : 0;
}

/* The number of a line; -1: it was not met. */
static int lineOf(const char *where, int mayAdd) {
  enum { seenTexts = 512 };
  static const char *text[seenTexts];
  static int number[seenTexts];
  size_t slot = ((uintptr_t)where >> 3) % seenTexts;
  if (text[slot] == where)
    return number[slot];
  const char *name = shortName(where);
  int line = 0;
  while (line < found.names && strcmp(found.name[line], name))
    line++;
  if (line == found.names) {
    if (!mayAdd)
      return -1;
    if (found.names == found.nameRoom) {
      found.nameRoom = 2 * found.nameRoom + 64;
      found.name = __libc_realloc(found.name, (size_t)found.nameRoom * sizeof *found.name);
    }
    found.name[found.names++] = copyOf(name);
  }
  text[slot] = where;
  return number[slot] = line;
}

void enzyme_oracle_step(const char *where, double value, double tangent) {
  if (!found.isListening || !isOurs || found.count == mostSteps)
    return;
  if (found.count == found.room) {
    size_t room = 2 * found.room + 1024;
    struct step *larger = __libc_realloc(found.step, room * sizeof *larger);
    if (!larger)
      return;
    found.step = larger;
    found.room = room;
  }
  found.step[found.count++] = (struct step){lineOf(where, 1), value, tangent};
}

/* Numbers that are none come last. */
static int compareNumbers(double a, double b) {
  if (isnan(a) || isnan(b))
    return isnan(a) - isnan(b);
  return (a > b) - (a < b);
}

static int inOrder(const void *left, const void *right) {
  const struct step *a = left, *b = right;
  return a->line != b->line ? a->line - b->line : compareNumbers(a->value, b->value);
}

void enzyme_oracle_listen(int begins) {
  if (begins) {
    found.count = 0;
    found.largest = 0;
  } else {
    qsort(found.step, found.count, sizeof *found.step, inOrder);
  }
  found.isListening = isOurs = begins;
}

void enzyme_oracle_forget_steps(void) {
  __libc_free(found.step);
  found.step = 0;
  found.count = found.room = 0;
}

static size_t firstNotBefore(const struct step *wanted) {
  size_t low = 0, high = found.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (inOrder(&found.step[middle], wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int isClose(double a, double b, double tolerance) {
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b);
  return a == b || fabs(a - b) <= tolerance * (fabs(a) + fabs(b) + 1e-6 * found.largest);
}

/* Did the oracle know a float of this value at this line, but none with this tangent? Then
 * `expected` is the tangent that it had. */
int enzyme_oracle_departs(const char *where, double value, double tangent, double tolerance,
                          double *expected) {
  const double same = 1e-4 * tolerance * fabs(value); /* what rounding may do to it */
  struct step wanted = {lineOf(where, 0), value - same, 0};
  double nearest = INFINITY;
  if (wanted.line < 0 || isnan(value))
    return 0;
  for (size_t i = firstNotBefore(&wanted); i < found.count; i++) {
    const struct step *step = &found.step[i];
    if (step->line != wanted.line || step->value > value + same)
      break;
    if (isClose(step->tangent, tangent, tolerance))
      nearest = NAN;
    else if (fabs(step->tangent - tangent) < nearest) {
      nearest = fabs(step->tangent - tangent);
      *expected = step->tangent;
    }
  }
  if (fabs(tangent) > found.largest)
    found.largest = fabs(tangent);
  return !isnan(nearest) && nearest != INFINITY;
}
