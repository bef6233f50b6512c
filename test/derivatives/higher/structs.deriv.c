// Derivatives of derivatives through structs: by value, returned, holding pointers, in lists.
#include "nests.h"
struct three {
  double t, t2, t3;
};
NOINLINE static struct three powers(double t) {
  struct three r = {t, t * t, t * t * t};
  return r;
}
double sumOfThree(double x) {
  struct three r = powers(x);
  return r.t + r.t2 + r.t3;
}
#define s1(x) (1 + 2 * x + 3 * x * x)
#define s2(x) (2 + 6 * x)
#define s3(x) 6
struct pair {
  float small;
  int count;
  double large;
};
NOINLINE static double useByValue(struct pair p) { return p.count * p.large * p.large; }
double byValue(double x) {
  struct pair p = {1, 3, x * x};
  struct pair q = p;
  q.large *= x;
  return useByValue(p) + useByValue(q); // 3 x^4 + 3 x^6
}
#define v1(x) (12 * pow(x, 3) + 18 * pow(x, 5))
#define v2(x) (36 * pow(x, 2) + 90 * pow(x, 4))
#define v3(x) (72 * x + 360 * pow(x, 3))
struct node {
  double value;
  struct node *next;
};
double list(double x) { // product of (x + i), i < 3
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = (struct node *)malloc(sizeof *n);
    n->value = x + i;
    n->next = head;
    head = n;
  }
  double product = 1;
  while (head) {
    struct node *next = head->next;
    product *= head->value;
    free(head);
    head = next;
  }
  return product; // x^3 + 3 x^2 + 2 x
}
#define l1(x) (3 * x * x + 6 * x + 2)
#define l2(x) (6 * x + 6)
#define l3(x) 6

CHECK_NESTS(sumOfThree, s1, s2, s3, 2, -0.5);
CHECK_NESTS(byValue, v1, v2, v3, 1.2, -0.5);
CHECK_NESTS(list, l1, l2, l3, 2, -0.5);
