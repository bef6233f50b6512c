/*===- Descriptor.h - an array as flang's runtime library sees it ------------------===
 *
 * Arrays come by descriptors: CFI_cdesc_t of ISO_Fortran_binding.h (Fortran 2018,
 * 18.5.3). What is of derived type has a table of its components behind the dimensions,
 * laid out as flang's module __fortran_type_info says.
 *
 * The first dimension is walked in an inner loop of its own, the others together in the
 * outer one (lines).
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_DESCRIPTOR_H
#define ENZYME_FORTRAN_DESCRIPTOR_H

typedef long size;

struct dimension {
  size lower, extent, stride; /* in bytes */
};

struct array {
  char *base;
  size bytes; /* of an element */
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, extra;
  struct dimension dim[15];
};

enum { isPointer = 1, isAllocatable = 2 }; /* attribute */
enum { hasTable = 1 };                     /* bit of extra: of derived type */
enum {                                     /* type */
       isInt8 = 7,
       isHalf = 25,
       isFloat = 27,
       isDouble = 28,
       isExtended = 29,
       isComplexFloat = 34,
       isComplexDouble = 35,
       isComplexExtended = 36,
       isCharacters = 40,
       isDerived = 42,
       isCharacters2 = 43,
       isCharacters4 = 44,
       isOther = -1
};

void *malloc(unsigned long);
void free(void *);
double fmod(double, double), floor(double), sqrt(double);
float fmodf(float, float), floorf(float), sqrtf(float);
long double fmodl(long double, long double), floorl(long double), sqrtl(long double);
void enzyme_rt_refuse(const char *message, const char *position) __attribute__((noreturn));

/* Where the program stands, for the runtime's own messages. */
#define PLACE const char *file, int line
/* stat= and errmsg=, and the same. */
#define STATUS _Bool hasStat, struct array *message, PLACE

/* Elements one after the other. */
struct row {
  char *at;
  size step;
};

static inline size width(const struct array *a) { return a->rank ? a->dim[0].extent : 1; }
static inline size step(const struct array *a) { return a->rank ? a->dim[0].stride : 0; }

static inline size lines(const struct array *a) {
  size count = 1;
  for (int d = 1; d < a->rank; d++)
    count *= a->dim[d].extent;
  return count;
}

/* Where line number `line` begins; a scalar is the same everywhere. */
static inline char *lineAt(const struct array *a, size line) {
  size at = 0;
  for (int d = 1; d < a->rank; d++) {
    at += line % a->dim[d].extent * a->dim[d].stride;
    line /= a->dim[d].extent;
  }
  return a->base + at;
}

static inline size count(const struct array *a) { return lines(a) * width(a); }

/* Where the pointer to the derived type's table lies. */
static inline struct derivedType **tableOf(const struct array *a) {
  return (struct derivedType **)&a->dim[a->rank];
}

static inline void setExtent(struct array *a, int d, size extent) {
  a->dim[d].lower = 1;
  a->dim[d].extent = extent;
}

/* Without gaps; the bytes in all. What a descriptor says already is not written again: where its
 * types are not known, a stride that is computed from what lay there may be taken for a part of a
 * real. */
static inline size layOut(struct array *a) {
  size stride = a->bytes;
  for (int d = 0; d < a->rank; d++) {
    if (a->dim[d].stride != stride)
      a->dim[d].stride = stride;
    stride *= a->dim[d].extent;
  }
  return stride;
}

/* Memory of its own for an array of these extents. */
static inline void allocate(struct array *a) {
  size bytes = layOut(a);
  a->base = malloc(bytes ? bytes : 1);
}

static inline int isTrue(const char *logical, size bytes) {
  return bytes == 1   ? *logical != 0
         : bytes == 2 ? *(const short *)logical != 0
         : bytes == 4 ? *(const int *)logical != 0
                      : *(const size *)logical != 0;
}

static inline size integerAt(const char *at, size bytes) {
  return bytes == 1   ? *(const signed char *)at
         : bytes == 2 ? *(const short *)at
         : bytes == 4 ? *(const int *)at
                      : *(const size *)at;
}

static inline void writeInteger(char *to, size bytes, size value) {
  if (bytes == 4)
    *(int *)to = (int)value;
  else if (bytes == 8)
    *(size *)to = value;
  else if (bytes == 2)
    *(short *)to = (short)value;
  else
    *to = (char)value;
}

#endif
