// Doubly and singly linked lists: insertion, reversal, merge sort, removal.
#include "check.h"

struct node {
  double value;
  struct node *next, *previous;
};

static struct node *push(struct node *head, double value) {
  struct node *n = malloc(sizeof *n);
  *n = (struct node){value, head, NULL};
  if (head)
    head->previous = n;
  return n;
}
static struct node *reverse(struct node *head) {
  struct node *done = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = done;
    head->previous = next;
    done = head;
    head = next;
  }
  return done;
}
static struct node *merge(struct node *a, struct node *b) {
  if (!a || !b)
    return a ? a : b;
  struct node **smaller = a->value <= b->value ? &a : &b, *first = *smaller;
  *smaller = first->next;
  first->next = merge(a, b);
  return first;
}
static struct node *sort(struct node *list) {
  if (!list || !list->next)
    return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(second));
}

double f(const double *x, int n) {
  struct node *list = NULL;
  for (int i = 0; i < 3 * n; i++)
    list = push(list, x[i % n] * (i + 1));
  list = sort(reverse(list));
  double r = 0, weight = 1;
  while (list) {
    struct node *next = list->next;
    r += list->value * weight++;
    free(list);
    list = next;
  }
  return r * r * 1e-2;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
