/*===- sort.c - the C library's functions that move elements, of shadows too ===
 *
 * The sort stands before the library's, which is a merge sort as well: equal elements keep their
 * order.
 *===----------------------------------------------------------------------===*/
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

typedef int (*compareWith)(const void *, const void *, void *);

struct sort {
  char *begin, *spare;
  size_t bytes; /* of an element */
  compareWith compare;
  void *context;
};

static void move(char *to, const char *from, size_t bytes) {
  memmove(to, from, bytes);
  memmove(oracle_shadow(to), oracle_shadow(from), bytes);
}

static void mergeSort(const struct sort *sort, size_t first, size_t count) {
  if (count < 2)
    return;
  size_t bytes = sort->bytes, half = count / 2;
  mergeSort(sort, first, half);
  mergeSort(sort, first + half, count - half);
  char *left = sort->begin + first * bytes, *right = left + half * bytes;
  char *leftEnd = right, *rightEnd = left + count * bytes, *to = sort->spare;
  while (left < leftEnd && right < rightEnd) {
    char **from = sort->compare(left, right, sort->context) <= 0 ? &left : &right;
    move(to, *from, bytes);
    *from += bytes;
    to += bytes;
  }
  move(to, left, (size_t)(leftEnd - left)); /* what is left of the right half is in its place */
  to += leftEnd - left;
  move(sort->begin + first * bytes, sort->spare, (size_t)(to - sort->spare));
}

void qsort_r(void *begin, size_t count, size_t bytes, compareWith compare, void *context) {
  struct sort sort = {begin, malloc(count * bytes + 1), bytes, compare, context};
  mergeSort(&sort, 0, count);
  free(sort.spare);
}

static int withoutContext(const void *a, const void *b, void *compare) {
  return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *begin, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
  qsort_r(begin, count, bytes, withoutContext, &compare);
}

void *lsearch(const void *key, void *begin, size_t *count, size_t bytes,
              int (*compare)(const void *, const void *)) {
  char *at = begin, *end = at + *count * bytes;
  while (at != end && compare(key, at))
    at += bytes;
  if (at == end) {
    move(at, key, bytes);
    ++*count;
  }
  return at;
}
