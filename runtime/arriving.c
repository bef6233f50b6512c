/*===- arriving.c - numbers whose adjoints arrive byte by byte --------------===
 *
 * Problem: a program that copies its numbers byte by byte into a buffer has them
 * copied back so in the reverse sweep. Where there is an adjoint already, the new one
 * must be added, and bytes of floats cannot be added one by one.
 *
 * Here: such bytes are kept aside until all of a number have arrived. Where there is
 * none, and no thread beside this one, they are put in place at once; code that finds them there
 * must tell them from an adjoint of another number, so they are remembered until the number is
 * whole.
 *
 * Numbers that never become whole would be lost: the program stops, at the end of the
 * outermost sweep, or where that keeps no tape, of the thread or the process. Several
 * numbers may be on their way at a time (loops over several arrays); the oldest is given
 * up when there are too many.
 *===----------------------------------------------------------------------===*/
#include "arriving.h"
#include "ends.h"
#include "enzyme/runtime.h"
#include "skew.h"
#include <stdint.h>
#include <string.h>

enum { largest = 8, most = 64, places = 256 }; /* numbers have 8 bytes or 4 */

typedef struct {
  char *number; /* null: free */
  size_t size;
  unsigned arrived;     /* a bit for each byte */
  int isAside, isMixed; /* mixed: not in the order of a number's bytes */
  char bytes[largest];
  const char *sender; /* of the byte that arrived last, and */
  size_t sent;        /* which it was */
  const char *place;  /* of the copy, in the program */
} arrival;

static _Thread_local arrival arrivals[most];
static _Thread_local unsigned newest;
/* How many numbers are on their way whose addresses have the same hash: most bytes are of none,
 * such as those of text. */
static _Thread_local unsigned char sameHash[places];
static _Thread_local int isAny;
_Thread_local int enzyme_rt_has_team;

/* A number that lies in the last word of an array may reach behind it: the words around an
 * array are read as words, as everywhere (raw.c). */
static uint64_t readNumber(const char *number, size_t size) {
  uint64_t word = 0;
  if (size == largest)
    memcpy(&word, number, largest);
  else
    memcpy(&word, number, largest / 2);
  return word;
}

static int isZero(const char *number, size_t size) { return readNumber(number, size) == 0; }

static unsigned char *countOf(const char *number) {
  return &sameHash[(uint64_t)(uintptr_t)number * 0x9E3779B97F4A7C15u >> 56];
}

static void end(arrival *a) {
  if (a->number)
    --*countOf(a->number);
  a->number = NULL;
}

static void giveUp(arrival *a) {
  int isLost = a->number && a->isAside && !isZero(a->bytes, a->size);
  end(a); /* said once: the program's end asks again */
  if (isLost)
    enzyme_rt_refuse("an adjoint arrives in part: some bytes of a number are copied, or one by one "
                     "in an order of their own",
                     a->place);
}

static arrival *find(const char *number) {
  if (!*countOf(number))
    return NULL;
  for (unsigned i = 0; i < most; i++) {
    arrival *a = &arrivals[(newest - i) % most];
    if (a->number == number)
      return a;
  }
  return NULL;
}

static void atThreadEnd(void *unused) {
  (void)unused;
  enzyme_rt_end_of_arrivals();
}

static enzyme_rt_end threadEnd = {.act = atThreadEnd};

/* The main thread's end is the process's; any other's is told by its key. */
static void expectThreadEnd(void) {
  enzyme_rt_at_thread_end(&threadEnd, arrivals);
  isAny = 1;
}

static arrival *begin(char *number, size_t size) {
  if (!isAny)
    expectThreadEnd();
  arrival *a = &arrivals[++newest % most];
  giveUp(a);
  int isAside = enzyme_rt_has_team || !isZero(number, size);
  *a = (arrival){.number = number, .size = size, .isAside = isAside};
  ++*countOf(number);
  return a;
}

static int isUntouched(const arrival *a) {
  return !a->isAside && readNumber(a->number, a->size) == readNumber(a->bytes, a->size);
}

int enzyme_rt_is_arriving(const char *number) {
  const arrival *a = find(number);
  return a && isUntouched(a);
}

/* Is this the byte of another adjoint than the one whose bytes have arrived? */
static int isAnother(const arrival *a, size_t size, size_t at) {
  return a->size != size || (a->arrived >> at & 1) || (!a->isAside && !isUntouched(a));
}

/* Bytes of one number lie there as they do here, or it lies there the other way round. (Those that
 * come through variables come from farther away.) */
static int isInOrder(const arrival *a, const char *sender, size_t at) {
  ptrdiff_t apart = a->sender ? sender - a->sender : 0;
  int isNear = apart > -largest && apart < largest;
  return !isNear || apart == 0 || apart == (ptrdiff_t)(at - a->sent);
}

const char *enzyme_rt_byte_arrives(char *number, size_t size, size_t at, const char *sender,
                                   const char *place) {
  arrival *a = find(number);
  if (a && isAnother(a, size, at)) {
    giveUp(a);
    a = NULL;
  }
  if (a && !isInOrder(a, sender, at))
    a->isMixed = 1;
  int hasArrived = a && (*sender || !isZero(number, size) || !isZero(a->bytes, size));
  if (hasArrived && a->isMixed) { /* of zeros, such as text sends, nothing need be known */
    giveUp(a);                    /* where there is another adjoint */
    number[at] = *sender;
    enzyme_rt_skew_mark_part(number, size);
    return NULL;
  }
  if (!a)
    a = begin(number, size);
  char byte = *sender;
  a->sender = sender;
  a->sent = at;
  a->place = place;
  a->arrived |= 1u << at;
  a->bytes[at] = byte;
  if (!a->isAside)
    number[at] = byte;
  if (a->arrived != (1u << size) - 1)
    return NULL;
  end(a);
  return a->isAside && !isZero(a->bytes, size) ? a->bytes : NULL;
}

__attribute__((destructor)) void enzyme_rt_end_of_arrivals(void) {
  for (unsigned i = 0; isAny && i < most; i++)
    giveUp(&arrivals[i]);
}
