// A record of two words, of which one is a number's bits: copied byte by byte by a function that is handed
// its size, then member by member by another. What lies in the copy is what lay in the record.
#include "check.h"
#include "bits.h"

struct record {
  int64_t count, word;
};
NOINLINE static void copyMembers(struct record *to, const struct record *from) {
  to->count = from->count;
  to->word = from->word;
}
NOINLINE static void copyBytes(void *to, const void *from, int n) {
  for (int i = 0; i < n; i++)
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}
static double copied(const double *x) {
  struct record one = {2, wordOf(x[0] * x[1])}, two = {0}, other = {0};
  copyBytes(&two, &one, sizeof one);
  copyMembers(&other, &two);
  return doubleOf(other.word) * (double)other.count;
}
CHECK_FUNCTION(copied, 2, 1.5, -2);

// Backwards, and only the second half.
NOINLINE static void copyBackwards(char *to, const char *from, unsigned long n) {
  while (n-- > 0)
    to[n] = from[n];
}
NOINLINE static void copyMembersToo(struct record *to, const struct record *from) {
  to->count = from->count;
  to->word = from->word;
}
static double backwards(const double *x) {
  struct record one = {2, wordOf(x[0] * x[1])}, two = {3, 0}, other = {0};
  copyBackwards((char *)&two + 8, (const char *)&one + 8, 8);
  copyMembersToo(&other, &two);
  return doubleOf(other.word) * (double)other.count;
}
CHECK_FUNCTION(backwards, 2, 1.5, -2);
