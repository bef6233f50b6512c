// Numbers are kept as bytes in the integers and the characters of records that hold numbers as well, and the records are copied by
// functions that see nothing but them.
#include "check.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  char tag[8];
  long word;
  double x;
} Small;
typedef struct {
  char tag[12];
  int half[2];
  long words[9];
  double x;
  char tail[20];
} Large;
typedef struct {
  long words[9];
  double x;
} Words;
typedef struct {
  char kind;
  union {
    double number;
    void *address;
  } value;
  char text[16];
  double x;
} Tagged;

NOINLINE static void moveSmall(Small *to, const Small *from) { *to = *from; }
NOINLINE static void moveLarge(Large *to, const Large *from) { *to = *from; }
NOINLINE static void moveWords(Words *to, const Words *from) { *to = *from; }
NOINLINE static void moveTagged(Tagged *to, const Tagged *from) { *to = *from; }
NOINLINE static void put(void *to, double number) { memcpy(to, &number, sizeof number); }
NOINLINE static double get(const void *from) {
  double number;
  memcpy(&number, from, sizeof number);
  return number;
}

double inSmall(const double *x) {
  Small *all = malloc(3 * sizeof *all);
  put(all[0].tag, x[0] * x[1]);
  put(&all[0].word, x[1] * x[2]);
  all[0].x = x[2] * x[3];
  moveSmall(all + 1, all);
  moveSmall(all + 2, all + 1);
  double sum = get(all[2].tag) * get(&all[2].word) * all[2].x + get(&all[1].word);
  free(all);
  return sum;
}
CHECK_FUNCTION(inSmall, 4, 0.5, 1.25, -0.75, 2);

double inLarge(const double *x) {
  Large *all = calloc(3, sizeof *all);
  put(all[0].tag + 4, x[0] * x[1]);
  put(all[0].half, x[3] * x[0]);
  for (int i = 0; i < 9; i++)
    put(&all[0].words[i], x[i % 4] * (i + 1));
  all[0].x = x[2] * x[3];
  put(all[0].tail + 4, x[3] * x[3]);
  put(all[0].tail + 12, x[0]);
  moveLarge(all + 1, all);
  moveLarge(all + 2, all + 1);
  double sum = get(all[2].tag + 4) * all[2].x + get(all[2].tail + 4) * get(all[2].tail + 12) + get(all[1].half);
  for (int i = 0; i < 9; i++)
    sum += get(&all[2].words[i]) * get(&all[1].words[8 - i]) * (i + 1);
  free(all);
  return sum;
}
CHECK_FUNCTION(inLarge, 4, 0.5, 1.25, -0.75, 2);

double inWords(const double *x) {
  Words *all = calloc(3, sizeof *all);
  for (int i = 0; i < 9; i++)
    put(&all[0].words[i], x[i % 4] * (i + 1));
  all[0].x = x[2] * x[3];
  moveWords(all + 1, all);
  moveWords(all + 2, all + 1);
  double sum = all[2].x;
  for (int i = 0; i < 9; i++)
    sum += get(&all[2].words[i]) * get(&all[1].words[8 - i]) * (i + 1);
  free(all);
  return sum;
}
CHECK_FUNCTION(inWords, 4, 0.5, 1.25, -0.75, 2);

double inTagged(const double *x) {
  double kept = x[0] * x[3];
  Tagged *all = malloc(4 * sizeof *all);
  all[0].kind = 1;
  all[0].value.number = x[0] * x[1];
  put(all[0].text + 8, x[2] * x[2]);
  put(all[0].text, x[1]);
  all[0].x = x[3];
  moveTagged(all + 1, all);
  all[0].kind = 2;
  all[0].value.address = &kept;
  moveTagged(all + 2, all);
  moveTagged(all + 3, all + 2);
  double sum = 0;
  for (int i = 1; i < 4; i++)
    sum += (all[i].kind == 1 ? all[i].value.number : *(double *)all[i].value.address) * all[i].x * get(all[i].text + 8) * (i + get(all[i].text));
  free(all);
  return sum;
}
CHECK_FUNCTION(inTagged, 4, 0.5, 1.25, -0.75, 2);
