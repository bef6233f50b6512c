// Doubles that programs put into integers by memcpy and carry about as such: by assignment,
// through arguments and results of functions that are not inlined, in records and queues.
#include "bits.h"
#include "check.h"
#define NI __attribute__((noinline))

// Words that are assigned to one another.
NI static void assign(uint64_t *to, const uint64_t *from) { *to = *from; }
double assigned(double x) {
  uint64_t a = wordOf(x * x), b, *heap = malloc(2 * sizeof *heap);
  assign(&b, &a);
  assign(&heap[1], &b);
  heap[0] = heap[1];
  double y = doubleOf(heap[0]);
  free(heap);
  return y * x;
}
CHECK_SCALAR(assigned, 1.3);

// A queue of words in memory, filled and emptied by functions.
struct queue {
  uint64_t *words;
  int first, last;
};
NI static void push(struct queue *q, uint64_t word) { q->words[q->last++] = word; }
NI static uint64_t pop(struct queue *q) { return q->words[q->first++]; }
NI static void pushTwice(struct queue *q, uint64_t word) {
  push(q, word);
  push(q, word);
}
double queued(const double *x) {
  struct queue q = {malloc(16 * sizeof(uint64_t)), 0, 0};
  for (int i = 0; i < 3; i++)
    push(&q, wordOf(x[i] * x[0]));
  pushTwice(&q, pop(&q));
  push(&q, q.words[1]);
  double sum = 0;
  while (q.first < q.last)
    sum += doubleOf(pop(&q)) * q.first;
  free(q.words);
  return sum;
}
CHECK_FUNCTION(queued, 3, 0.7, -1.2, 2.1);

// Recursion: the word comes down through arguments and back as a result.
NI static uint64_t down(const uint64_t *from, uint64_t word, int depth) {
  return depth == 0 ? word : down(from, depth & 1 ? from[depth] : word, depth - 1);
}
double recursive(const double *x) {
  uint64_t words[4], kept[2];
  for (int i = 0; i < 4; i++)
    words[i] = wordOf(x[i & 1] * (i + 1));
  kept[0] = down(words, words[0], 3);
  kept[1] = down(words, words[2], 0);
  return doubleOf(kept[0]) * doubleOf(kept[1]);
}
CHECK_FUNCTION(recursive, 2, 0.7, -1.2);

// A record that is looked at, too: compared, hashed.
struct record {
  uint64_t key, value;
};
NI static void sortRecords(struct record *r, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && r[j - 1].key > r[j].key; j--) {
      struct record other = r[j];
      r[j] = r[j - 1];
      r[j - 1] = other;
    }
}
NI static struct record chosen(const struct record *r, uint64_t salt) {
  return r[(r[0].value ^ salt) & 1];
}
double sorted(const double *x) {
  struct record r[3] = {{3, wordOf(x[0] * x[0])}, {1, wordOf(x[1])}, {2, wordOf(x[0] * x[1])}};
  sortRecords(r, 3);
  struct record one = chosen(r, 0);
  struct record other = one;
  r[0] = other;
  return doubleOf(r[0].value) * 3 + doubleOf(r[1].value) * doubleOf(r[2].value);
}
CHECK_FUNCTION(sorted, 2, 0.7, -1.2);

// A stack of words in the program's globals.
static uint64_t stack[8];
static int top;
NI static void globalPush(uint64_t word) { stack[top++] = word; }
NI static uint64_t globalPop(void) { return stack[--top]; }
double onGlobalStack(const double *x) {
  top = 0;
  globalPush(wordOf(x[0] * x[1]));
  globalPush(wordOf(sin(x[1])));
  globalPush(globalPop());
  double a = doubleOf(globalPop()), b = doubleOf(globalPop());
  return a * b + a;
}
CHECK_FUNCTION(onGlobalStack, 2, 0.7, -1.2);

// Words that are chosen beside what the program makes itself.
NI static void pick(uint64_t *to, const uint64_t *from, int which, uint64_t n) {
  *to = which ? *from : n << 8;
}
NI static void pickGiven(uint64_t *to, const uint64_t *from, int which, uint64_t n) {
  *to = which ? *from : n;
}
NI static void pickMasked(uint64_t *to, const uint64_t *from, int which) {
  *to = which ? *from : (*from & 0xff) | 1;
}
NI static void pickCounted(uint64_t *to, const uint64_t *from, int which, double n) {
  *to = which ? *from : (uint64_t)__builtin_popcountll((uint64_t)n);
}
double picked(double x) {
  uint64_t word = wordOf(x * x), kept[6];
  pick(&kept[0], &word, 1, 3);
  pick(&kept[1], &word, 0, 3);
  pickGiven(&kept[2], &kept[0], 1, 3);
  pickMasked(&kept[3], &kept[2], 1);
  pickCounted(&kept[4], &kept[3], 1, 3);
  pickCounted(&kept[5], &kept[3], 0, 3);
  return doubleOf(kept[4]) * x + (double)kept[1] + (double)kept[5];
}
CHECK_SCALAR(picked, 0.7);

// The largest of some, as numbers that are positive compare like their words.
NI static void pickLargest(struct record *to, const uint64_t *from, int n, uint64_t least) {
  uint64_t largest = least << 3;
  for (int i = 0; i < n; i++)
    if (from[i] > largest)
      largest = from[i];
  to->value = largest;
}
double largest(const double *x) {
  uint64_t words[3] = {wordOf(x[0] * x[0]), wordOf(x[1] * x[1]), wordOf(x[0] * x[1])};
  struct record r = {0, 0};
  pickLargest(&r, words, 3, 5);
  return doubleOf(r.value) * x[0];
}
CHECK_FUNCTION(largest, 2, 0.7, 1.2);

// Halves: floats in words of 32 bits, two to a call.
struct pool {
  uint32_t w[8];
  int n;
};
NI static void put(struct pool *p, uint32_t a, uint32_t b) {
  p->w[p->n++] = b;
  p->w[p->n++] = a;
}
double singles(double x) {
  struct pool p = {{0}, 0};
  float a = (float)(x * x), b = (float)(x * 3), back[2];
  uint32_t words[2];
  memcpy(&words[0], &a, 4);
  memcpy(&words[1], &b, 4);
  put(&p, words[0], words[1]);
  put(&p, p.w[0], p.w[1]);
  memcpy(back, &p.w[2], 8);
  return (double)back[0] * back[1];
}
extern double __enzyme_autodiff_singles(void *, ...);
extern double __enzyme_fwddiff_singles(void *, ...);
CHECK_VALUES(singlePrecision) {
  EXPECT_CLOSE(__enzyme_autodiff_singles((void *)singles, 1.5), 20.25, 1e-6);
  EXPECT_CLOSE(__enzyme_fwddiff_singles((void *)singles, 1.5, 1.0), 20.25, 1e-6);
}
