/*===- Stacks.h - what forall and where keep between their statements ------------------------===
 *
 * Flang evaluates all right sides before it assigns any, and keeps their values, or the
 * descriptors of the left sides, on a stack that it reads by number.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_STACKS_H
#define ENZYME_FORTRAN_STACKS_H

#include "Assign.h"

struct stack {
  struct array **at;
  size used, room;
};

static inline struct stack *newStack(void) {
  struct stack *s = malloc(sizeof(struct stack));
  s->at = 0;
  s->used = s->room = 0;
  return s;
}

/* A descriptor of its own, behind the last one. */
static inline struct array *pushLike(struct stack *s, const struct array *pushed) {
  if (s->used == s->room) {
    size room = s->room ? 2 * s->room : 8;
    struct array **larger = malloc(room * sizeof(struct array *));
    for (size i = 0; i < s->used; i++)
      larger[i] = s->at[i];
    free(s->at);
    s->at = larger;
    s->room = room;
  }
  struct array *copy = malloc(sizeof(struct array) + 2 * sizeof(void *)); /* and its table */
  copyDescriptor(copy, pushed);
  s->at[s->used++] = copy;
  return copy;
}

static inline void freeStack(struct stack *s, int hasValues) {
  for (size i = 0; i < s->used; i++) {
    if (hasValues)
      freeElements(s->at[i]);
    free(s->at[i]);
  }
  free(s->at);
  free(s);
}

void *enzyme_body_CreateDescriptorStack(PLACE) { return newStack(); }

void enzyme_body_PushDescriptor(void *stack, struct array *pushed) { pushLike(stack, pushed); }

void enzyme_body_DescriptorAt(void *stack, size number, struct array *to) {
  copyDescriptor(to, ((struct stack *)stack)->at[number]);
}

void enzyme_body_DestroyDescriptorStack(void *stack) { freeStack(stack, 0); }

void *enzyme_body_CreateValueStack(PLACE) { return newStack(); }

void enzyme_body_PushValue(void *stack, struct array *pushed) {
  struct moved what = elementsOf(pushed);
  struct array *copy = pushLike(stack, pushed);
  copy->attribute = isAllocatable;
  allocateElements(copy);
  size across = width(pushed), bytes = what.kind.bytes;
  for (size l = 0; l < lines(pushed); l++)
    moveLine((struct row){copy->base + l * across * bytes, bytes},
             (struct row){lineAt(pushed, l), step(pushed)}, across, what);
}

void enzyme_body_ValueAt(void *stack, size number, struct array *to) {
  copyDescriptor(to, ((struct stack *)stack)->at[number]);
}

void enzyme_body_DestroyValueStack(void *stack) { freeStack(stack, 1); }

#endif
