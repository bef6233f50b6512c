/*===- Constructors.h - [a, b, (c(i), i = 1, n)] ---------------------------------------------===
 *
 * The array grows as values come. Elements of derived type are copied with what they hold.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_CONSTRUCTORS_H
#define ENZYME_FORTRAN_CONSTRUCTORS_H

#include "Elements.h"

/* In memory of the caller, which is large enough and not visible to other code. */
struct constructor {
  struct array *to;
  size next, room;
  int ownLengths; /* characters are as long as the values */
};

void enzyme_body_InitArrayConstructorVector(struct constructor *c, struct array *to,
                                            _Bool ownLengths, PLACE) {
  c->to = to;
  c->next = 0;
  c->ownLengths = ownLengths;
  c->room = to->base ? to->dim[0].extent : 0;
}

/* Memory for `more` elements, which are of the same kind as all. */
static inline char *placeFor(struct constructor *c, size more, struct moved what) {
  struct array *to = c->to;
  size wanted = c->next + more;
  const struct derivedType *type = what.type;
  if (wanted > c->room) {
    size room = wanted > 2 * c->room ? wanted : 2 * c->room;
    char *old = to->base, *larger = malloc(room * to->bytes);
    struct row from = {old, to->bytes}, into = {larger, to->bytes};
    if (!type)
      moveNumbers(into, from, c->next, (struct kind){what.kind.type, to->bytes});
    for (size i = 0; type && i < c->next; i++)
      moveShallowElement(larger + i * to->bytes, old + i * to->bytes, type);
    free(old);
    to->base = larger;
    to->dim[0].stride = to->bytes;
    c->room = room;
  }
  if (wanted > to->dim[0].extent)
    to->dim[0].extent = wanted;
  char *place = to->base + c->next * to->bytes;
  for (size i = 0; type && i < more; i++)
    initialiseElement(place + i * to->bytes, type);
  c->next = wanted;
  return place;
}

void enzyme_body_PushArrayConstructorSimpleScalar(struct constructor *c, char *from) {
  struct moved what = elementsOf(c->to);
  char *place = placeFor(c, 1, what);
  moveLine((struct row){place, 0}, (struct row){from, 0}, 1, what);
}

void enzyme_body_PushArrayConstructorValue(struct constructor *c, struct array *from) {
  struct moved what = {typeAssigned(c->to, from), {from->type, from->bytes}, areCopied};
  if (isText(c->to) && c->ownLengths && !c->next)
    c->to->bytes = from->bytes;
  size across = width(from), all = lines(from), bytes = c->to->bytes;
  struct passage how = passageOf(what, bytes, from);
  char *place = placeFor(c, across * all, what);
  for (size l = 0; l < all; l++)
    pass((struct row){place + l * across * bytes, bytes}, (struct row){lineAt(from, l), step(from)},
         across, how);
}

#endif
