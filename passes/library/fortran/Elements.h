/*===- Elements.h - moving, initialising and giving up elements of arrays ----------===
 *
 * Numbers are moved as what they are, so that it is known what memory holds. Elements of
 * derived type are walked through by their table: what is allocatable in them is
 * allocated anew, initialised and freed with them, and components of types whose assignment
 * the program defines are assigned by it. Who gives up an object calls its finalisers first
 * (Finalisers.h).
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_ELEMENTS_H
#define ENZYME_FORTRAN_ELEMENTS_H

#include "Descriptor.h"

struct lengthValue {
  signed char genre; /* 2: the number in `value` */
  size value;
};

struct scalarHeader { /* a descriptor without dimensions */
  char *base;
  size bytes;
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, extra;
};

struct scalarOfType {
  struct scalarHeader header;
  void *table;
  size length;
};

struct component {
  struct scalarHeader name;
  signed char genre, category, kind, rank;
  size offset;
  struct lengthValue characterLength;
  struct scalarOfType derived; /* base: the component's own table */
  char lengths[64];            /* of parameterised types, which are not supported */
  struct scalarHeader bounds;  /* base: struct lengthValue[rank][2], lower and upper */
  char boundsDimensions[64];
  char *initial;
};

struct vectorOfType {
  struct scalarHeader header;
  struct dimension dim;
  void *table;
  size length;
};

struct derivedType {
  struct vectorOfType bindings;
  struct scalarHeader name;
  size bytes;
  struct scalarOfType uninstantiated;
  struct {
    struct scalarHeader header;
    struct dimension dim;
  } kinds, lengthKinds;
  struct vectorOfType components, procedures, special;
  int specialBits;
  signed char hasParent, needsNoInitialisation, needsNoDestruction, needsNoFinalisation,
      hasNoAssignment;
};

_Static_assert(sizeof(struct component) == 256 && sizeof(struct derivedType) == 440,
               "as in __fortran_type_info");

enum { isData = 1, isPointerComponent = 2, isAllocatableComponent = 3 }; /* genre */
enum { isInteger, isUnsigned, isReal, isComplex, isCharacter, isLogical, ofDerivedType };

static inline const struct derivedType *typeOf(const struct array *a) {
  return a->extra & hasTable ? *tableOf(a) : 0;
}

/* The bit is set only where it isn't: a byte that is computed from what lay there may be taken for
 * a part of a real where the descriptor's types are not known. */
static inline void giveTable(struct array *a, const struct derivedType *type) {
  if (!(a->extra & hasTable))
    a->extra |= hasTable;
  *tableOf(a) = (struct derivedType *)type;
}

/* Without elements, of another type than before. */
static inline void becomeOfType(struct array *a, const struct derivedType *type) {
  a->type = type ? isDerived : isOther;
  a->bytes = type ? type->bytes : 0;
  if (type)
    giveTable(a, type);
  else if (a->extra & hasTable)
    *tableOf(a) = 0;
}

/* The same number, read in a table. */
static inline signed char codeOf(signed char type) {
#define CODES(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7
  static const signed char codes[] = {CODES(0),  CODES(8),  CODES(16),
                                      CODES(24), CODES(32), CODES(40)};
#undef CODES
  return type >= 0 && type < (int)sizeof codes ? codes[type] : isOther;
}

/* No byte of the other descriptor is copied as it is: where the descriptors' types are not known,
 * it could be of a real. Of a derived type its table says all. */
static inline void becomeLikeElementsOf(struct array *a, const struct array *other) {
  if (typeOf(other))
    return becomeOfType(a, typeOf(other));
  a->type = codeOf(other->type);
  a->bytes = other->bytes;
  if (a->extra & hasTable)
    *tableOf(a) = 0;
}

/* A pointer to a procedure. */
struct procedureComponent {
  struct scalarHeader name;
  size offset;
  void *initial;
};

struct specialProcedure {
  unsigned char which, takesDescriptors; /* a bit for each argument */
  unsigned char binding;                 /* its number, from 1; 0: `procedure` */
  unsigned char flags;
  void (*procedure)(void *);
};

struct binding {
  void (*procedure)(void *);
  struct scalarHeader name;
};

/* `which`, and bits of `specialBits` */
enum { scalarAssignment = 1, elementalAssignment = 2, finalisers = 7 };

static inline const struct specialProcedure *specialOf(const struct derivedType *type, int which) {
  const struct specialProcedure *s = (const struct specialProcedure *)type->special.header.base;
  for (size i = 0; i < type->special.dim.extent; i++)
    if (s[i].which == which)
      return s + i;
  return 0;
}

static inline const struct component *componentsOf(const struct derivedType *type) {
  if (type->lengthKinds.dim.extent)
    enzyme_rt_refuse("Fortran: the derivative of moving elements with lengths is not known", 0);
  return (const struct component *)type->components.header.base;
}

static inline const struct procedureComponent *proceduresOf(const struct derivedType *type) {
  return (const struct procedureComponent *)type->procedures.header.base;
}

/* How many elements a component that is not an array descriptor has. */
static inline size elementsIn(const struct component *c) {
  const struct lengthValue *bounds = (const struct lengthValue *)c->bounds.base;
  size elements = 1;
  for (int d = 0; d < c->rank; d++)
    elements *= bounds[2 * d + 1].value - bounds[2 * d].value + 1;
  return elements;
}

static inline const struct derivedType *tableIn(const struct component *c) {
  return (const struct derivedType *)c->derived.header.base;
}

static inline size bytesOf(const struct component *c) {
  size number = c->kind == 10 ? 16 : c->kind;
  return c->category == ofDerivedType ? (tableIn(c) ? tableIn(c)->bytes : 0)
         : c->category == isComplex   ? 2 * number
         : c->category == isCharacter ? c->kind * c->characterLength.value
                                      : number;
}

/* The type in descriptors of numbers of a category and a kind. */
static inline int typeOfKind(int category, int kind) {
  int real = kind == 8 ? isDouble : kind == 4 ? isFloat : kind == 10 ? isExtended : isHalf;
  return category == isReal        ? real
         : category == isComplex   ? real + isComplexDouble - isDouble
         : category == isCharacter ? (kind == 1   ? isCharacters
                                      : kind == 2 ? isCharacters2
                                                  : isCharacters4)
                                   : isInt8 + (kind > 1) + (kind > 2) + (kind > 4);
}

static inline int typeIn(const struct component *c) { return typeOfKind(c->category, c->kind); }

static inline void moveProcedures(char *to, const char *from, const struct derivedType *type) {
  const struct procedureComponent *p = proceduresOf(type);
  for (size k = 0; k < type->procedures.dim.extent; k++, p++)
    *(void **)(to + p->offset) = *(void *const *)(from + p->offset);
}

/*--- numbers -------------------------------------------------------------------------*/

struct kind {
  int type;
  size bytes;
};

static inline struct kind kindOf(const struct array *a) { return (struct kind){a->type, a->bytes}; }

static inline double numberAt(const char *at, const struct array *like) {
  if (like->type == isDouble)
    return *(const double *)at;
  if (like->type == isFloat)
    return *(const float *)at;
  if (like->type == isExtended)
    return (double)*(const long double *)at;
  if (like->type >= isHalf && like->type < isComplexExtended + 3)
    enzyme_rt_refuse("Fortran: numbers of this kind are not supported in derivatives", 0);
  return (double)integerAt(at, like->bytes);
}

static inline _Complex double complexAt(const char *at, const struct array *like) {
  return like->type == isComplexDouble  ? *(const _Complex double *)at
         : like->type == isComplexFloat ? *(const _Complex float *)at
                                        : numberAt(at, like);
}

/* `elements` of them. That there is code for each type is no sign that there are such numbers: this
 * function is known by its name (LibraryBodies.cpp). */
static inline void moveNumbers(struct row to, struct row from, size elements, struct kind kind) {
#define MOVE(TYPE)                                                                                 \
  for (size i = 0; i < elements; i++)                                                              \
    *(TYPE *)(to.at + i * to.step) = *(const TYPE *)(from.at + i * from.step);
  if (kind.type == isDouble) {
    MOVE(double)
  } else if (kind.type == isFloat) {
    MOVE(float)
  } else if (kind.type == isExtended) {
    MOVE(long double)
  } else if (kind.type == isComplexDouble) {
    MOVE(_Complex double)
  } else if (kind.type == isComplexFloat) {
    MOVE(_Complex float)
  } else if (kind.type == isComplexExtended) {
    MOVE(_Complex long double)
  } else if (kind.type >= isHalf && kind.type < isComplexExtended + 3) {
    enzyme_rt_refuse("Fortran: moving numbers of this kind is not supported in derivatives", 0);
  } else if (kind.bytes == 2) {
    MOVE(short)
  } else if (kind.bytes == 4) {
    MOVE(int)
  } else if (kind.bytes == 8) {
    MOVE(size)
  } else {
    for (size i = 0; i < elements; i++)
      for (size b = 0; b < kind.bytes; b++)
        to.at[i * to.step + b] = from.at[i * from.step + b];
  }
#undef MOVE
}

/*--- derived types -------------------------------------------------------------------*/

/* How the components of a derived type get there: as they are, or by assignments that the program
 * defines, where it does. */
enum way { areCopied, areAssigned };

static void moveElement(char *to, const char *from, const struct derivedType *type, enum way way);
static void moveComponent(char *to, const char *from, const struct derivedType *type, enum way way);
static void destroyElement(char *at, const struct derivedType *type);
static void initialiseElement(char *at, const struct derivedType *type);

/* The copy of an array has memory of its own. */
static inline void copyDescriptor(struct array *to, const struct array *from) {
  to->base = from->base;
  to->bytes = from->bytes;
  to->version = from->version;
  to->rank = from->rank;
  to->type = from->type;
  to->attribute = from->attribute;
  to->extra = from->extra;
  for (int d = 0; d < from->rank; d++)
    to->dim[d] = from->dim[d];
  if (from->extra & hasTable)
    *tableOf(to) = *tableOf(from);
}

static inline void freeElements(struct array *a) {
  if (!a->base)
    return;
  const struct derivedType *type = typeOf(a);
  if (type && !type->needsNoDestruction)
    for (size i = 0; i < count(a); i++)
      destroyElement(a->base + i * a->bytes, type);
  free(a->base);
  a->base = 0;
}

static inline void moveAllocatable(struct array *to, const struct array *from, enum way way) {
  freeElements(to);
  copyDescriptor(to, from);
  if (!from->base)
    return;
  allocate(to);
  const struct derivedType *type = typeOf(from);
  size elements = count(from);
  if (!type)
    return moveNumbers((struct row){to->base, to->bytes}, (struct row){from->base, to->bytes},
                       elements, (struct kind){to->type, to->bytes});
  for (size i = 0; i < elements; i++) {
    initialiseElement(to->base + i * to->bytes, type);
    moveComponent(to->base + i * to->bytes, from->base + i * to->bytes, type, way);
  }
}

static void moveElement(char *to, const char *from, const struct derivedType *type, enum way way) {
  const struct component *c = componentsOf(type);
  moveProcedures(to, from, type);
  for (size k = 0; k < type->components.dim.extent; k++, c++) {
    size at = c->offset, bytes = bytesOf(c);
    if (c->genre == isAllocatableComponent)
      moveAllocatable((struct array *)(to + at), (const struct array *)(from + at), way);
    else if (c->genre == isPointerComponent)
      copyDescriptor((struct array *)(to + at), (const struct array *)(from + at));
    else if (c->category == ofDerivedType)
      for (size i = 0; i < elementsIn(c); i++)
        moveComponent(to + at + i * bytes, from + at + i * bytes, tableIn(c), way);
    else
      moveNumbers((struct row){to + at, bytes}, (struct row){(char *)from + at, bytes},
                  elementsIn(c), (struct kind){typeIn(c), bytes});
  }
}

/* A scalar that has no descriptor. */
static inline void describe(struct array *a, char *base, const struct derivedType *type) {
  a->base = base;
  a->bytes = type->bytes;
  a->version = 20240719;
  a->rank = 0;
  a->type = isDerived;
  a->attribute = 0;
  a->extra = hasTable;
  *tableOf(a) = (struct derivedType *)type;
}

/* Fortran 2018, 10.2.1.3. */
static void moveComponent(char *to, const char *from, const struct derivedType *type,
                          enum way way) {
  const struct specialProcedure *assign = 0;
  int isAsked = way == areAssigned && !type->hasNoAssignment;
  if (isAsked)
    assign = specialOf(type, scalarAssignment);
  if (isAsked && !assign)
    assign = specialOf(type, elementalAssignment);
  if (!assign)
    return moveElement(to, from, type, way);
  const struct binding *bindings = (const struct binding *)type->bindings.header.base;
  void (*procedure)(void *) =
      assign->binding ? bindings[assign->binding - 1].procedure : assign->procedure;
  struct array left, right;
  describe(&left, to, type);
  describe(&right, (char *)from, type);
  ((void (*)(void *, void *))procedure)(assign->takesDescriptors & 1 ? (void *)&left : to,
                                        assign->takesDescriptors & 2 ? (void *)&right
                                                                     : (void *)from);
}

/* What it holds stays where it is, and belongs to both. */
static void moveShallowElement(char *to, const char *from, const struct derivedType *type) {
  const struct component *c = componentsOf(type);
  moveProcedures(to, from, type);
  for (size k = 0; k < type->components.dim.extent; k++, c++) {
    size at = c->offset, bytes = bytesOf(c);
    if (c->genre == isAllocatableComponent || c->genre == isPointerComponent)
      copyDescriptor((struct array *)(to + at), (const struct array *)(from + at));
    else if (c->category == ofDerivedType)
      for (size i = 0; i < elementsIn(c); i++)
        moveShallowElement(to + at + i * bytes, from + at + i * bytes, tableIn(c));
    else
      moveNumbers((struct row){to + at, bytes}, (struct row){(char *)from + at, bytes},
                  elementsIn(c), (struct kind){typeIn(c), bytes});
  }
}

static void destroyElement(char *at, const struct derivedType *type) {
  const struct component *c = componentsOf(type);
  for (size k = 0; k < type->components.dim.extent; k++, c++) {
    if (c->genre == isAllocatableComponent)
      freeElements((struct array *)(at + c->offset));
    else if (c->genre == isData && c->category == ofDerivedType)
      for (size i = 0; i < elementsIn(c); i++)
        destroyElement(at + c->offset + i * bytesOf(c), tableIn(c));
  }
}

static inline void beginArray(struct array *a, const struct component *c) {
  a->base = 0;
  a->bytes = bytesOf(c);
  a->version = 20240719;
  a->rank = c->rank;
  a->type = c->category != ofDerivedType ? typeIn(c) : tableIn(c) ? isDerived : isOther;
  a->attribute = c->genre == isAllocatableComponent ? isAllocatable : isPointer;
  a->extra = c->category == ofDerivedType ? hasTable : 0;
  for (int d = 0; d < c->rank; d++) {
    a->dim[d].lower = 1;
    a->dim[d].extent = 0;
    a->dim[d].stride = 0;
  }
  if (c->category == ofDerivedType)
    *tableOf(a) = (struct derivedType *)c->derived.header.base;
}

static void initialiseElement(char *at, const struct derivedType *type) {
  if (type->needsNoInitialisation)
    return;
  const struct component *c = componentsOf(type);
  const struct procedureComponent *p = proceduresOf(type);
  for (size k = 0; k < type->procedures.dim.extent; k++, p++)
    *(void **)(at + p->offset) = p->initial;
  for (size k = 0; k < type->components.dim.extent; k++, c++) {
    char *place = at + c->offset;
    size bytes = bytesOf(c);
    if (c->genre == isPointerComponent && c->initial)
      copyDescriptor((struct array *)place, (const struct array *)c->initial);
    else if (c->genre == isPointerComponent || c->genre == isAllocatableComponent)
      beginArray((struct array *)place, c);
    else if (c->category == ofDerivedType)
      for (size i = 0; i < elementsIn(c); i++)
        initialiseElement(place + i * bytes, tableIn(c));
    else if (c->initial)
      moveNumbers((struct row){place, bytes}, (struct row){c->initial, bytes}, elementsIn(c),
                  (struct kind){typeIn(c), bytes});
  }
}

/*--- of either kind ------------------------------------------------------------------*/

/* Elements of derived type, or numbers. */
struct moved {
  const struct derivedType *type;
  struct kind kind;
  enum way way;
};

/* The derived type of what is handed over; 0: numbers. Of the right side, whose descriptor is most
 * often written right before: then it is known what is moved when this is compiled. */
static inline const struct derivedType *typeAssigned(const struct array *to,
                                                     const struct array *from) {
  const struct derivedType *type = typeOf(from);
  return type || from->type != isDerived ? type : typeOf(to);
}

static inline struct moved elementsOf(const struct array *a) {
  return (struct moved){typeOf(a), {a->type, a->bytes}, areCopied};
}

static inline void moveLine(struct row to, struct row from, size elements, struct moved what) {
  if (!what.type)
    return moveNumbers(to, from, elements, what.kind);
  for (size i = 0; i < elements; i++)
    moveElement(to.at + i * to.step, from.at + i * from.step, what.type, what.way);
}

/*--- characters ------------------------------------------------------------------------*/

/* Of both sides, and of one character. */
struct lengths {
  size to, from, unit;
};

static inline int isText(const struct array *a) {
  return a->type == isCharacters || a->type == isCharacters2 || a->type == isCharacters4;
}

static inline size unitOf(const struct array *a) {
  return a->type == isCharacters ? 1 : a->type == isCharacters2 ? 2 : 4;
}

/* Cut off, or followed by blanks. */
static inline void moveText(struct row to, struct row from, size elements, struct lengths bytes) {
  size both = bytes.from < bytes.to ? bytes.from : bytes.to;
  for (size i = 0; i < elements; i++) {
    for (size b = 0; b < both; b++)
      to.at[i * to.step + b] = from.at[i * from.step + b];
    for (size b = both; b < bytes.to; b++)
      to.at[i * to.step + b] = b % bytes.unit ? 0 : ' ';
  }
}

/* Memory for its elements, initialised as their type says. */
static inline void allocateElements(struct array *a) {
  allocate(a);
  const struct derivedType *type = typeOf(a);
  if (type)
    for (size i = 0; i < count(a); i++)
      initialiseElement(a->base + i * a->bytes, type);
}

/* How elements get from one array into another; read before anything is written, because what
 * is written may be a descriptor, for all that the compiler knows. */
struct passage {
  struct moved what;
  struct lengths text; /* unit 0: no text, or of one length */
};

static inline struct passage passageOf(struct moved what, size bytes, const struct array *from) {
  size unit = isText(from) && bytes != what.kind.bytes ? unitOf(from) : 0;
  return (struct passage){what, {bytes, what.kind.bytes, unit}};
}

static inline void pass(struct row to, struct row from, size elements, struct passage how) {
  if (how.text.unit)
    moveText(to, from, elements, how.text);
  else
    moveLine(to, from, elements, how.what);
}

#endif
