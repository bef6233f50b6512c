// A list whose last node points to the list itself, which is shorter than a node: what lies in a
// node behind that length is not what an array of lists would have there.
#include "check.h"

struct link {
  struct link *next;
  struct link *before;
};
struct list {
  struct link end;
  long count;
};
/// Text, in place if it is short.
struct text {
  union {
    struct {
      unsigned long isLong, size;
      char *data;
    } far;
    char near[24];
  };
};
struct node {
  struct link link;
  struct text name;
  double value;
  int number;
};

NOINLINE static void copyFar(struct text *to, const char *data, unsigned long size) {
  to->far.isLong = 1;
  to->far.size = size;
  to->far.data = malloc(size);
  memcpy(to->far.data, data, size);
}
static void copyText(struct text *to, const struct text *from) {
  if (from->near[0] == 0)
    *to = *from;
  else
    copyFar(to, from->far.data, from->far.size);
}
static void push(struct list *list, double value, int number) {
  struct node *node = malloc(sizeof *node);
  memset(&node->name, 0, sizeof node->name);
  if (number > 2)
    copyFar(&node->name, "a longer text than fits", 24);
  node->value = value;
  node->number = number;
  node->link.before = &list->end;
  node->link.next = list->end.next;
  list->end.next->before = &node->link;
  list->end.next = &node->link;
  list->count++;
}

double f(const double *x) {
  struct list list = {{&list.end, &list.end}, 0};
  volatile int n = 6;
  for (int i = 0; i < n; i++)
    push(&list, x[i % 3] * (i + 1), i);
  const struct node *front = (const struct node *)list.end.next;
  struct text name;
  copyText(&name, &front->name);
  double s = front->value * front->number + (name.near[0] ? (double)name.far.size * x[1] : 0);
  for (struct link *at = list.end.next; at != &list.end;) {
    struct node *node = (struct node *)at;
    s = sin(s) + node->value * (double)list.count;
    at = at->next;
    if (node->name.near[0])
      free(node->name.far.data);
    free(node);
  }
  if (name.near[0])
    free(name.far.data);
  return s;
}

CHECK_FUNCTION(f, 3, 0.9, 0.3, 0.2);
