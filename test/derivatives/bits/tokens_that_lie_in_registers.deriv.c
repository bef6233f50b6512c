// Unions of a number, an integer and an address that never lie in memory, as a scanner's token: compilers make integers of
// them that are chosen among the bits of either.
#include "check.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef union {
  double number;
  long long integer;
  const char *text;
} token;

typedef struct {
  const char *at;
  char buffer[32], *free, names[64];
} scanner;

enum { NOTHING, NUMBER, INTEGER, NAME };

NOINLINE static const char *keep(scanner *s, int length) {
  char *kept = s->free;
  memcpy(kept, s->buffer, length);
  kept[length] = 0;
  s->free += length + 1;
  return kept;
}

static int scan(scanner *s, token *t) {
  while (*s->at == ' ')
    s->at++;
  int length = 0, isNumber = 0;
  if (isdigit((unsigned char)*s->at)) {
    for (; isdigit((unsigned char)*s->at) || *s->at == '.'; s->at++) {
      isNumber |= *s->at == '.';
      s->buffer[length++] = *s->at;
    }
    s->buffer[length] = 0;
    if (isNumber) {
      t->number = strtod(s->buffer, 0);
      return NUMBER;
    }
    t->integer = strtoll(s->buffer, 0, 10);
    return INTEGER;
  }
  for (; isalpha((unsigned char)*s->at); s->at++)
    s->buffer[length++] = *s->at;
  if (!length)
    return *s->at ? *s->at++ : NOTHING;
  t->text = keep(s, length);
  return NAME;
}

double scanned(const double *x) {
  scanner s = {"2.5 a + 3 b * text c + 1.25 b;"};
  s.free = s.names;
  token t;
  t.number = x[0];
  double sum = 0, factor = 1;
  for (int kind; (kind = scan(&s, &t)) != NOTHING;) {
    if (kind == NUMBER) {
      sum += t.number * x[0];
    } else if (kind == INTEGER) {
      sum += (double)t.integer * x[2];
      t.number = x[1] * x[2];
      sum += t.number;
    } else if (kind == NAME) {
      factor *= strlen(t.text) > 1 ? x[1] : x[t.text[0] - 'a'];
      sum += factor;
    } else {
      factor *= 0.5;
      sum += kind == ';' ? x[0] : 0;
    }
  }
  return sum;
}
CHECK_FUNCTION(scanned, 3, 0.3, 0.7, -0.4);

// Numbers, or where they lie; two that change places.
typedef union {
  double number;
  double *place;
} either;

static int isPlace(int i) { return i % 3 == 1; }

double exchanged(const double *x) {
  double own[3] = {x[0] * x[1], x[1] * x[2], x[2] * x[0]}, sum = 0;
  either one = {.number = x[0]}, other = {.place = &own[1]};
  int isOnePlace = 0, isOtherPlace = 1;
  for (int i = 0; i < 7; i++) {
    sum += isOnePlace ? *one.place * x[i % 3] : one.number * one.number;
    if (isOtherPlace)
      *other.place *= x[1];
    either old = one;
    int wasPlace = isOnePlace;
    one = other, isOnePlace = isOtherPlace;
    other = old, isOtherPlace = wasPlace;
    if (isPlace(i) && !isOnePlace)
      one.place = &own[i % 3], isOnePlace = 1;
    else if (i == 5)
      one.number = sum * x[2], isOnePlace = 0;
  }
  return sum + own[0] + own[1] * own[2];
}
CHECK_FUNCTION(exchanged, 3, 0.3, 0.7, -0.4);

// What is chosen is a number or an address by a condition of the run.
double chosen(const double *x) {
  double own[2] = {x[0] * x[2], x[1]}, sum = 0;
  either last = {.number = x[2]};
  for (int i = 0; i < 6; i++) {
    either next = {.place = &own[i % 2]};
    if (x[i % 3] < 0.5)
      next.number = x[i % 3] * x[1];
    sum += x[i % 3] < 0.5 ? next.number : *next.place * sum;
    last = i & 1 ? next : last;
  }
  return sum + (x[2] < 0.5 ? last.number : *last.place);
}
CHECK_FUNCTION(chosen, 3, 0.3, 0.7, -0.4);
