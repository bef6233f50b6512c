/*===- fftw_transform.h - a noted transform and its transpose, in one precision ---------===
 *
 * Included with `real` and the names of a precision (fftw_double.c, …).
 *
 * The numbers of a side are packed: the arrays one behind the other, each in the order of its axes.
 * On packed numbers there are two plans, there and back, whatever the program's strides are. Back
 * is the transpose, with numbers as pairs of reals where they are complex:
 *
 *     complex         the other sign
 *     real → complex  complex → real of the spectrum, halved inside: FFTW takes each frequency
 *                     that has a conjugate twin for both
 *     complex → real  real → complex, doubled inside
 *     real            by kind, axis by axis (the table below)
 *
 * Null where there are none: numbers that are zero, or whose derivative is not wanted.
 *===-------------------------------------------------------------------------------===*/

typedef real COMPLEX_OF[2];

/* FFTW's own, as its header has them. */
extern void FFTW(execute)(const void *);
extern void FFTW(execute_dft)(const void *, COMPLEX_OF *, COMPLEX_OF *);
extern void FFTW(execute_split_dft)(const void *, real *, real *, real *, real *);
extern void FFTW(execute_dft_r2c)(const void *, real *, COMPLEX_OF *);
extern void FFTW(execute_split_dft_r2c)(const void *, real *, real *, real *);
extern void FFTW(execute_dft_c2r)(const void *, COMPLEX_OF *, real *);
extern void FFTW(execute_split_dft_c2r)(const void *, real *, real *, real *);
extern void FFTW(execute_r2r)(const void *, real *, real *);
extern void *FFTW(malloc)(size_t);
extern void FFTW(free)(void *);
extern int FFTW(alignment_of)(real *);

/*--- one side ---*/

struct side {
  const struct enzyme_fftw_problem *of;
  int isOut, isComplex;
  real *re, *im;
};

static int isHalf(const struct side *side, int axis) {
  const struct enzyme_fftw_problem *of = side->of;
  return side->isComplex && of->kind != FFTW_COMPLEX && of->rank && axis == of->rank - 1;
}

/* The first axes are those along which the transform is repeated. */
static const struct enzyme_fftw_axis *axisAt(const struct side *side, int level, ptrdiff_t *n) {
  const struct enzyme_fftw_problem *of = side->of;
  int axis = level < of->howmanyRank ? of->rank + level : level - of->howmanyRank;
  *n = isHalf(side, axis) ? of->axes[axis].n / 2 + 1 : of->axes[axis].n;
  return &of->axes[axis];
}

static int levelsOf(const struct side *side) { return side->of->rank + side->of->howmanyRank; }

static ptrdiff_t countOf(const struct side *side) {
  ptrdiff_t count = side->isComplex ? 2 : 1, n;
  for (int level = 0; level < levelsOf(side); ++level) {
    axisAt(side, level, &n);
    count *= n;
  }
  return count;
}

enum move { TAKE, TAKE_AND_CLEAR, SET, ADD };

static inline void moveOne(real *at, real *packed, enum move how) {
  switch (how) {
  case TAKE:
    *packed = at ? *at : 0;
    return;
  case TAKE_AND_CLEAR:
    *packed = at ? *at : 0;
    if (at)
      *at = 0;
    return;
  case SET:
    if (at)
      *at = *packed;
    return;
  case ADD:
    if (at)
      *at += *packed;
  }
}

struct row {
  ptrdiff_t at, n, stride;
};

static inline real *moveRow(const struct side *side, struct row row, enum move how, real *packed) {
  ptrdiff_t at = row.at;
  for (ptrdiff_t i = 0; i < row.n; ++i, at += row.stride) {
    moveOne(side->re ? side->re + at : NULL, packed++, how);
    if (side->isComplex)
      moveOne(side->im ? side->im + at : NULL, packed++, how);
  }
  return packed;
}

struct cursor {
  int level;
  ptrdiff_t at;
};

static real *moveFrom(const struct side *side, struct cursor from, enum move how, real *packed) {
  ptrdiff_t n = 1, stride = 0;
  int isLast = from.level + 1 >= levelsOf(side);
  if (levelsOf(side)) {
    const struct enzyme_fftw_axis *axis = axisAt(side, from.level, &n);
    stride = side->isOut ? axis->out : axis->in;
  }
  if (!isLast) {
    for (ptrdiff_t i = 0; i < n; ++i)
      packed = moveFrom(side, (struct cursor){from.level + 1, from.at + i * stride}, how, packed);
    return packed;
  }
  struct row row = {from.at, n, stride};
  switch (how) { // a loop for each
  case TAKE:
    return moveRow(side, row, TAKE, packed);
  case TAKE_AND_CLEAR:
    return moveRow(side, row, TAKE_AND_CLEAR, packed);
  case SET:
    return moveRow(side, row, SET, packed);
  case ADD:
    return moveRow(side, row, ADD, packed);
  }
  return packed;
}

static void move(const struct side *side, enum move how, real *packed) {
  moveFrom(side, (struct cursor){0, 0}, how, packed);
}

/*--- factors along an axis ---*/

enum factor {
  ONE,
  HALF_INSIDE,
  TWICE_INSIDE,
  HALF_TWINS,
  TWICE_TWINS,
  HALF_FIRST,
  TWICE_FIRST,
  HALF_LAST,
  TWICE_LAST
};

static real factorAt(enum factor factor, ptrdiff_t i, ptrdiff_t n) {
  int isEnd = i == 0 || i == n - 1, hasTwin = i != 0 && 2 * i != n;
  switch (factor) {
  case ONE:
    return 1;
  case HALF_INSIDE:
    return isEnd ? 1 : (real)0.5;
  case TWICE_INSIDE:
    return isEnd ? 1 : 2;
  case HALF_TWINS:
    return hasTwin ? (real)0.5 : 1;
  case TWICE_TWINS:
    return hasTwin ? 2 : 1;
  case HALF_FIRST:
    return i == 0 ? (real)0.5 : 1;
  case TWICE_FIRST:
    return i == 0 ? 2 : 1;
  case HALF_LAST:
    return i == n - 1 ? (real)0.5 : 1;
  case TWICE_LAST:
    return i == n - 1 ? 2 : 1;
  }
  return 1;
}

/* Kinds of real transforms, in FFTW's order: the transpose is a kind between two factors. */
static const struct transpose {
  int kind;
  enum factor before, after;
} transposes[] = {
    {1, HALF_TWINS, ONE},           // R2HC
    {0, ONE, TWICE_TWINS},          // HC2R
    {2, ONE, ONE},                  // DHT
    {3, HALF_INSIDE, TWICE_INSIDE}, // REDFT00
    {5, ONE, HALF_FIRST},           // REDFT01
    {4, TWICE_FIRST, ONE},          // REDFT10
    {6, ONE, ONE},                  // REDFT11
    {7, ONE, ONE},                  // RODFT00
    {9, ONE, HALF_LAST},            // RODFT01
    {8, TWICE_LAST, ONE},           // RODFT10
    {10, ONE, ONE},                 // RODFT11
};

/* The packed numbers of a side times the factor of their place along one level, of n in all. */
static void scale(const struct side *side, int level, enum factor factor, real *packed) {
  if (factor == ONE)
    return;
  ptrdiff_t n, whole = axisAt(side, level, &n)->n, inner = side->isComplex ? 2 : 1, other;
  for (int after = level + 1; after < levelsOf(side); ++after) {
    axisAt(side, after, &other);
    inner *= other;
  }
  ptrdiff_t blocks = countOf(side) / (n * inner);
  for (ptrdiff_t block = 0; block < blocks; ++block)
    for (ptrdiff_t i = 0; i < n; ++i) {
      real by = factorAt(factor, i, whole);
      for (ptrdiff_t j = 0; j < inner; ++j)
        *packed++ *= by;
    }
}

static void scaleAll(const struct side *side, int isAfter, real *packed) {
  const struct enzyme_fftw_problem *of = side->of;
  int last = levelsOf(side) - 1;
  if (of->kind == FFTW_REAL_TO_COMPLEX && of->rank && !isAfter)
    scale(side, last, HALF_TWINS, packed);
  if (of->kind == FFTW_COMPLEX_TO_REAL && of->rank && isAfter)
    scale(side, last, TWICE_TWINS, packed);
  for (int axis = 0; of->kind == FFTW_REAL && axis < of->rank; ++axis) {
    const struct transpose *by = &transposes[of->axes[axis].kind];
    scale(side, of->howmanyRank + axis, isAfter ? by->after : by->before, packed);
  }
}

/*--- plans for packed numbers ---*/

enum { STEP_OF_ALIGNMENT = 64 };

struct packed {
  struct side in, out;
  real *from, *to; /* where the packed numbers are */
};

static struct packed makePacked(const struct enzyme_fftw_problem *of, real *const arrays[4]) {
  int inIsComplex = of->kind == FFTW_COMPLEX || of->kind == FFTW_COMPLEX_TO_REAL;
  int outIsComplex = of->kind == FFTW_COMPLEX || of->kind == FFTW_REAL_TO_COMPLEX;
  struct packed made = {{of, 0, inIsComplex, arrays[0], arrays[1]},
                        {of, 1, outIsComplex, arrays[2], arrays[3]},
                        NULL,
                        NULL};
  size_t first = countOf(&made.in) * sizeof(real), second = countOf(&made.out) * sizeof(real);
  first = (first + STEP_OF_ALIGNMENT - 1) / STEP_OF_ALIGNMENT * STEP_OF_ALIGNMENT;
  if (!first || !second)
    return made;
  made.from = FFTW(malloc)(first + second);
  if (!made.from)
    enzyme_rt_refuse("there is no memory left for the derivative of an FFTW transform", NULL);
  made.to = (real *)((char *)made.from + first);
  return made;
}

/* As FFTW's guru interface takes them, in units of each side's own numbers. */
static struct guru {
  ptrdiff_t n, in, out;
} *packedAxes(const struct packed *packed, int isBack) {
  int levels = levelsOf(&packed->in);
  struct guru *made = enzyme_fftw_room((levels + 1) * sizeof *made);
  ptrdiff_t in = 1, out = 1, n;
  for (int level = levels; level--;) {
    struct guru one = {axisAt(&packed->in, level, &n)->n, isBack ? out : in, isBack ? in : out};
    made[level] = one;
    axisAt(&packed->in, level, &n);
    in *= n;
    axisAt(&packed->out, level, &n);
    out *= n;
  }
  return made;
}

#define LIBRARY(NAME, ...)                                                                         \
  ((void *(*)(int, const struct guru *, int, const struct guru *, real *, real *, __VA_ARGS__))    \
       enzyme_fftw_library(FFTW_TEXT #NAME, (void *)FFTW(NAME), (void *)OURS(NAME)))

static void *planPacked(const struct packed *packed, int isBack, unsigned flags) {
  const struct enzyme_fftw_problem *of = packed->in.of;
  struct guru *axes = packedAxes(packed, isBack), *rest = axes, *own = axes + of->howmanyRank;
  real *from = isBack ? packed->to : packed->from, *to = isBack ? packed->from : packed->to;
  int isToComplex = (of->kind == FFTW_REAL_TO_COMPLEX) != isBack;
  void *plan = NULL;
  if (of->kind == FFTW_COMPLEX) {
    plan = LIBRARY(plan_guru64_dft, int, unsigned)(of->rank, own, of->howmanyRank, rest, from, to,
                                                   isBack ? -of->sign : of->sign, flags);
  } else if (of->kind != FFTW_REAL && isToComplex) {
    plan = LIBRARY(plan_guru64_dft_r2c, unsigned)(of->rank, own, of->howmanyRank, rest, from, to,
                                                  flags);
  } else if (of->kind != FFTW_REAL) {
    plan = LIBRARY(plan_guru64_dft_c2r, unsigned)(of->rank, own, of->howmanyRank, rest, from, to,
                                                  flags);
  } else {
    int *kinds = enzyme_fftw_room((of->rank + 1) * sizeof *kinds);
    for (int axis = 0; axis < of->rank; ++axis)
      kinds[axis] = isBack ? transposes[of->axes[axis].kind].kind : (int)of->axes[axis].kind;
    plan = LIBRARY(plan_guru64_r2r, const int *, unsigned)(of->rank, own, of->howmanyRank, rest,
                                                           from, to, kinds, flags);
    free(kinds);
  }
  free(axes);
  return plan;
}

/* Planning may write into the packed arrays. */
static void *plannedFor(struct enzyme_fftw_problem *of, const struct packed *packed, int isBack) {
  enum { ESTIMATE = 1 << 6, DESTROY_INPUT = 1 };
  void **place = isBack ? &of->backward : &of->forward;
  enzyme_fftw_lock();
  if (!*place)
    *place = planPacked(packed, isBack, of->flags | DESTROY_INPUT);
  if (!*place) // what was searched before does not have it
    *place = planPacked(packed, isBack, ESTIMATE | DESTROY_INPUT);
  void *plan = *place;
  enzyme_fftw_unlock();
  if (!plan)
    enzyme_rt_refuse("FFTW makes no plan for the derivative of a transform", NULL);
  return plan;
}

static void runPacked(const struct packed *packed, const void *plan, int isBack) {
  real *from = isBack ? packed->to : packed->from, *to = isBack ? packed->from : packed->to;
  enum enzyme_fftw_kind kind = packed->in.of->kind;
  if (kind == FFTW_COMPLEX)
    FFTW(execute_dft)(plan, (COMPLEX_OF *)from, (COMPLEX_OF *)to);
  else if (kind == FFTW_REAL)
    FFTW(execute_r2r)(plan, from, to);
  else if ((kind == FFTW_REAL_TO_COMPLEX) != isBack)
    FFTW(execute_dft_r2c)(plan, from, (COMPLEX_OF *)to);
  else
    FFTW(execute_dft_c2r)(plan, (COMPLEX_OF *)from, to);
}

/*--- called by derivatives ---*/

/* Is it what a plan of the program's may be executed with? */
static int suits(const struct enzyme_fftw_plan *plan, real *const arrays[4]) {
  for (int i = 0; i < 4; ++i)
    if (!arrays[i] ||
        (plan->alignment[i] >= 0 && FFTW(alignment_of)(arrays[i]) != plan->alignment[i]))
      return 0;
  return (arrays[0] == arrays[2]) == plan->problem->isInPlace;
}

static void executeOwn(const struct enzyme_fftw_plan *plan, real *const arrays[4]) {
  real *in = arrays[0], *out = arrays[2];
  const struct enzyme_fftw_problem *of = plan->problem;
  switch (of->kind) {
  case FFTW_COMPLEX:
    if (of->isSplit)
      FFTW(execute_split_dft)(plan->key, in, arrays[1], out, arrays[3]);
    else
      FFTW(execute_dft)(plan->key, (COMPLEX_OF *)in, (COMPLEX_OF *)out);
    return;
  case FFTW_REAL_TO_COMPLEX:
    if (of->isSplit)
      FFTW(execute_split_dft_r2c)(plan->key, in, out, arrays[3]);
    else
      FFTW(execute_dft_r2c)(plan->key, in, (COMPLEX_OF *)out);
    return;
  case FFTW_COMPLEX_TO_REAL:
    if (of->isSplit)
      FFTW(execute_split_dft_c2r)(plan->key, in, arrays[1], out);
    else
      FFTW(execute_dft_c2r)(plan->key, (COMPLEX_OF *)in, out);
    return;
  case FFTW_REAL:
    FFTW(execute_r2r)(plan->key, in, out);
  }
}

/* out = transform of in. Without a plan of the program's, in is left as it was.
 * structure: allow parameters, because a transform has four arrays */
void OURS(apply)(const void *plan, struct enzyme_fftw_problem *problem, real *realIn,
                 real *imaginaryIn, real *realOut, real *imaginaryOut) {
  real *const arrays[4] = {realIn, imaginaryIn, realOut, imaginaryOut};
  struct enzyme_fftw_plan own = {0};
  enzyme_fftw_lock();
  const struct enzyme_fftw_plan *known = plan ? enzyme_fftw_find(plan) : NULL;
  if (known && known->key != known)
    own = *known;
  enzyme_fftw_unlock();
  if (own.problem == problem && suits(&own, arrays)) {
    executeOwn(&own, arrays);
    return;
  }
  struct packed packed = makePacked(problem, arrays);
  if (!packed.from || (!realOut && !imaginaryOut)) {
    FFTW(free)(packed.from);
    return;
  }
  const void *planned = plannedFor(problem, &packed, 0);
  move(&packed.in, TAKE, packed.from);
  runPacked(&packed, planned, 0);
  move(&packed.out, SET, packed.to);
  FFTW(free)(packed.from);
}

/* in += transpose of out, and out = 0
 * structure: allow parameters, because a transform has four arrays */
void OURS(transposed)(struct enzyme_fftw_problem *problem, real *realIn, real *imaginaryIn,
                      real *realOut, real *imaginaryOut) {
  real *const arrays[4] = {realIn, imaginaryIn, realOut, imaginaryOut};
  struct packed packed = makePacked(problem, arrays);
  if (!packed.from || (!realOut && !imaginaryOut)) {
    FFTW(free)(packed.from);
    return;
  }
  const void *planned = plannedFor(problem, &packed, 1);
  move(&packed.out, TAKE_AND_CLEAR, packed.to);
  if (realIn || imaginaryIn) {
    scaleAll(&packed.out, 0, packed.to);
    runPacked(&packed, planned, 1);
    scaleAll(&packed.in, 1, packed.from);
    move(&packed.in, ADD, packed.from);
  }
  FFTW(free)(packed.from);
}
