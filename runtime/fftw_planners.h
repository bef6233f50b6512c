/*===- fftw_planners.h - FFTW's planners, noting what they plan, in one precision --------===
 *
 * Included with `real` and the names of a precision (fftw_double.c, …). fftw_X here is weak: where
 * a program is linked with the static library of FFTW, the planners may be FFTW's own, and only
 * plans that are made in derivatives are noted.
 *===-------------------------------------------------------------------------------===*/

struct iodim {
  int n, is, os;
};
struct iodim64 {
  ptrdiff_t n, is, os;
};
typedef const int *ints;

/*--- what a planner is asked for ---*/

static struct enzyme_fftw_problem *newProblem(enum enzyme_fftw_kind kind, int rank,
                                              int howmanyRank) {
  struct enzyme_fftw_problem *made =
      enzyme_fftw_room(sizeof *made + (size_t)(rank + howmanyRank) * sizeof *made->axes);
  made->kind = kind;
  made->precision = sizeof(real);
  made->rank = rank;
  made->howmanyRank = howmanyRank;
  return made;
}

/* Reals in one number of a side. */
static ptrdiff_t unitOf(enum enzyme_fftw_kind kind, int isOut) {
  return kind == FFTW_COMPLEX || kind == (isOut ? FFTW_REAL_TO_COMPLEX : FFTW_COMPLEX_TO_REAL) ? 2
                                                                                               : 1;
}

struct layout {
  ints embed;
  int stride, dist;
};

/* Of one side: arrays with room for `embed` numbers along each axis, by default for those that
 * there are: half a spectrum, and beside it in place the room that it takes. */
static void setStrides(struct enzyme_fftw_problem *problem, int isOut, struct layout layout) {
  ptrdiff_t unit = unitOf(problem->kind, isOut), stride = layout.stride * unit;
  int isHalved = problem->kind == FFTW_REAL_TO_COMPLEX || problem->kind == FFTW_COMPLEX_TO_REAL;
  for (int axis = problem->rank; axis--;) {
    struct enzyme_fftw_axis *at = &problem->axes[axis];
    ptrdiff_t room = at->n;
    if (isHalved && axis == problem->rank - 1)
      room = unit == 2 ? at->n / 2 + 1 : problem->isInPlace ? 2 * (at->n / 2 + 1) : at->n;
    *(isOut ? &at->out : &at->in) = stride;
    stride *= layout.embed ? layout.embed[axis] : room;
  }
  if (problem->howmanyRank) {
    struct enzyme_fftw_axis *many = &problem->axes[problem->rank];
    *(isOut ? &many->out : &many->in) = layout.dist * unit;
  }
}

static struct enzyme_fftw_problem *manyProblem(enum enzyme_fftw_kind kind, int rank, ints n,
                                               int howmany, int isInPlace) {
  struct enzyme_fftw_problem *made = newProblem(kind, rank, howmany != 1);
  made->isInPlace = isInPlace;
  for (int axis = 0; axis < rank; ++axis)
    made->axes[axis].n = n[axis];
  if (howmany != 1)
    made->axes[rank].n = howmany;
  return made;
}

/* One array, numbers side by side. */
static struct enzyme_fftw_problem *plainProblem(enum enzyme_fftw_kind kind, int rank, ints n,
                                                int isInPlace) {
  struct enzyme_fftw_problem *made = manyProblem(kind, rank, n, 1, isInPlace);
  struct layout layout = {NULL, 1, 0};
  setStrides(made, 0, layout);
  setStrides(made, 1, layout);
  return made;
}

struct axes {
  int rank;
  const struct iodim *narrow;
  const struct iodim64 *wide; /* or these */
};

static void setAxes(struct enzyme_fftw_axis *to, struct axes from, ptrdiff_t inUnit,
                    ptrdiff_t outUnit) {
  for (int i = 0; i < from.rank; ++i) {
    struct enzyme_fftw_axis one = {0};
    one.n = from.wide ? from.wide[i].n : from.narrow[i].n;
    one.in = (from.wide ? from.wide[i].is : from.narrow[i].is) * inUnit;
    one.out = (from.wide ? from.wide[i].os : from.narrow[i].os) * outUnit;
    to[i] = one;
  }
}

static struct enzyme_fftw_problem *guruProblem(enum enzyme_fftw_kind kind, int isSplit,
                                               struct axes axes, struct axes howmany) {
  struct enzyme_fftw_problem *made = newProblem(kind, axes.rank, howmany.rank);
  ptrdiff_t in = isSplit ? 1 : unitOf(kind, 0), out = isSplit ? 1 : unitOf(kind, 1);
  made->isSplit = isSplit;
  setAxes(made->axes, axes, in, out);
  setAxes(made->axes + axes.rank, howmany, in, out);
  return made;
}

static struct enzyme_fftw_problem *withSign(struct enzyme_fftw_problem *problem, int sign) {
  problem->sign = sign;
  return problem;
}

static struct enzyme_fftw_problem *withKinds(struct enzyme_fftw_problem *problem, ints kinds) {
  for (int axis = 0; axis < problem->rank; ++axis)
    problem->axes[axis].kind = kinds[axis];
  return problem;
}

/*--- noting ---*/

struct arrays {
  void *of[4];
};

#define REALS(P) (P), (P)
#define COMPLEXES(P) (P), ((real *)(P) + 1)
#define ARRAYS(...) ((struct arrays){{__VA_ARGS__}})

extern int FFTW(alignment_of)(real *);

static void note(void *key, struct enzyme_fftw_problem *problem, struct arrays arrays,
                 unsigned flags) {
  enum { UNALIGNED = 1 << 1, SEARCH = 1 << 3 | 1 << 5 | 1 << 6 | 1 << 21 };
  struct enzyme_fftw_plan plan = {0};
  problem->flags = flags & SEARCH;
  problem->isInPlace = arrays.of[0] == arrays.of[2];
  plan.key = key;
  plan.problem = enzyme_fftw_only(problem);
  for (int i = 0; i < 4; ++i) {
    plan.arrays[i] = arrays.of[i];
    plan.alignment[i] = flags & UNALIGNED ? -1 : FFTW(alignment_of)(arrays.of[i]);
  }
  enzyme_fftw_note(&plan);
}

/* Ours, and FFTW's name before FFTW's own. */
#define PLANNER(NAME, PARAMETERS, GIVEN, PROBLEM, ARRAYS)                                          \
  void *OURS(NAME) PARAMETERS;                                                                     \
  __attribute__((weak, alias(OURS_TEXT #NAME))) void *FFTW(NAME) PARAMETERS;                       \
  /* structure: allow parameters, because FFTW's own planner has as many */                        \
  void *OURS(NAME) PARAMETERS {                                                                    \
    int isOutermost = enzyme_fftw_lock();                                                          \
    void *(*library)PARAMETERS = (void *(*)PARAMETERS)enzyme_fftw_library(                         \
        FFTW_TEXT #NAME, (void *)FFTW(NAME), (void *)OURS(NAME));                                  \
    void *plan = library GIVEN;                                                                    \
    if (plan && isOutermost)                                                                       \
      note(plan, PROBLEM, ARRAYS, flags);                                                          \
    enzyme_fftw_unlock();                                                                          \
    return plan;                                                                                   \
  }

#define SIZES(...) ((const int[]){__VA_ARGS__})
#define PLACE (in == out)

/*--- complex ---*/

PLANNER(plan_dft_1d, (int n, real *in, real *out, int sign, unsigned flags),
        (n, in, out, sign, flags), withSign(plainProblem(FFTW_COMPLEX, 1, SIZES(n), PLACE), sign),
        ARRAYS(COMPLEXES(in), COMPLEXES(out)))
PLANNER(plan_dft_2d, (int n0, int n1, real *in, real *out, int sign, unsigned flags),
        (n0, n1, in, out, sign, flags),
        withSign(plainProblem(FFTW_COMPLEX, 2, SIZES(n0, n1), PLACE), sign),
        ARRAYS(COMPLEXES(in), COMPLEXES(out)))
PLANNER(plan_dft_3d, (int n0, int n1, int n2, real *in, real *out, int sign, unsigned flags),
        (n0, n1, n2, in, out, sign, flags),
        withSign(plainProblem(FFTW_COMPLEX, 3, SIZES(n0, n1, n2), PLACE), sign),
        ARRAYS(COMPLEXES(in), COMPLEXES(out)))
PLANNER(plan_dft, (int rank, ints n, real *in, real *out, int sign, unsigned flags),
        (rank, n, in, out, sign, flags), withSign(plainProblem(FFTW_COMPLEX, rank, n, PLACE), sign),
        ARRAYS(COMPLEXES(in), COMPLEXES(out)))

static struct enzyme_fftw_problem *laidOut(struct enzyme_fftw_problem *problem, struct layout in,
                                           struct layout out) {
  setStrides(problem, 0, in);
  setStrides(problem, 1, out);
  return problem;
}

#define MANY(KIND)                                                                                 \
  laidOut(manyProblem(KIND, rank, n, howmany, PLACE), (struct layout){inembed, istride, idist},    \
          (struct layout){onembed, ostride, odist})

PLANNER(plan_many_dft,
        (int rank, ints n, int howmany, real *in, ints inembed, int istride, int idist, real *out,
         ints onembed, int ostride, int odist, int sign, unsigned flags),
        (rank, n, howmany, in, inembed, istride, idist, out, onembed, ostride, odist, sign, flags),
        withSign(MANY(FFTW_COMPLEX), sign), ARRAYS(COMPLEXES(in), COMPLEXES(out)))

#define NARROW(RANK, DIMS) ((struct axes){RANK, DIMS, NULL})
#define WIDE(RANK, DIMS) ((struct axes){RANK, NULL, DIMS})

#define COMPLEX_GURU(NAME, SPLIT, DIM, AXES)                                                       \
  PLANNER(NAME,                                                                                    \
          (int rank, const struct DIM *dims, int howmany, const struct DIM *loops, real *in,       \
           real *out, int sign, unsigned flags),                                                   \
          (rank, dims, howmany, loops, in, out, sign, flags),                                      \
          withSign(guruProblem(FFTW_COMPLEX, 0, AXES(rank, dims), AXES(howmany, loops)), sign),    \
          ARRAYS(COMPLEXES(in), COMPLEXES(out)))                                                   \
  PLANNER(SPLIT,                                                                                   \
          (int rank, const struct DIM *dims, int howmany, const struct DIM *loops, real *ri,       \
           real *ii, real *ro, real *io, unsigned flags),                                          \
          (rank, dims, howmany, loops, ri, ii, ro, io, flags),                                     \
          withSign(guruProblem(FFTW_COMPLEX, 1, AXES(rank, dims), AXES(howmany, loops)), -1),      \
          ARRAYS(ri, ii, ro, io))

COMPLEX_GURU(plan_guru_dft, plan_guru_split_dft, iodim, NARROW)
COMPLEX_GURU(plan_guru64_dft, plan_guru64_split_dft, iodim64, WIDE)

/*--- one side real ---*/

#define HALVED(NAME, KIND, IN, OUT)                                                                \
  PLANNER(NAME##_1d, (int n, real *in, real *out, unsigned flags), (n, in, out, flags),            \
          plainProblem(KIND, 1, SIZES(n), PLACE), ARRAYS(IN(in), OUT(out)))                        \
  PLANNER(NAME##_2d, (int n0, int n1, real *in, real *out, unsigned flags),                        \
          (n0, n1, in, out, flags), plainProblem(KIND, 2, SIZES(n0, n1), PLACE),                   \
          ARRAYS(IN(in), OUT(out)))                                                                \
  PLANNER(NAME##_3d, (int n0, int n1, int n2, real *in, real *out, unsigned flags),                \
          (n0, n1, n2, in, out, flags), plainProblem(KIND, 3, SIZES(n0, n1, n2), PLACE),           \
          ARRAYS(IN(in), OUT(out)))                                                                \
  PLANNER(NAME, (int rank, ints n, real *in, real *out, unsigned flags),                           \
          (rank, n, in, out, flags), plainProblem(KIND, rank, n, PLACE), ARRAYS(IN(in), OUT(out)))

HALVED(plan_dft_r2c, FFTW_REAL_TO_COMPLEX, REALS, COMPLEXES)
HALVED(plan_dft_c2r, FFTW_COMPLEX_TO_REAL, COMPLEXES, REALS)

#define HALVED_MANY(NAME, KIND, IN, OUT)                                                           \
  PLANNER(NAME,                                                                                    \
          (int rank, ints n, int howmany, real *in, ints inembed, int istride, int idist,          \
           real *out, ints onembed, int ostride, int odist, unsigned flags),                       \
          (rank, n, howmany, in, inembed, istride, idist, out, onembed, ostride, odist, flags),    \
          MANY(KIND), ARRAYS(IN(in), OUT(out)))

HALVED_MANY(plan_many_dft_r2c, FFTW_REAL_TO_COMPLEX, REALS, COMPLEXES)
HALVED_MANY(plan_many_dft_c2r, FFTW_COMPLEX_TO_REAL, COMPLEXES, REALS)

#define HALVED_GURU(NAME, KIND, DIM, AXES, IN, OUT)                                                \
  PLANNER(NAME,                                                                                    \
          (int rank, const struct DIM *dims, int howmany, const struct DIM *loops, real *in,       \
           real *out, unsigned flags),                                                             \
          (rank, dims, howmany, loops, in, out, flags),                                            \
          guruProblem(KIND, 0, AXES(rank, dims), AXES(howmany, loops)), ARRAYS(IN(in), OUT(out)))

HALVED_GURU(plan_guru_dft_r2c, FFTW_REAL_TO_COMPLEX, iodim, NARROW, REALS, COMPLEXES)
HALVED_GURU(plan_guru64_dft_r2c, FFTW_REAL_TO_COMPLEX, iodim64, WIDE, REALS, COMPLEXES)
HALVED_GURU(plan_guru_dft_c2r, FFTW_COMPLEX_TO_REAL, iodim, NARROW, COMPLEXES, REALS)
HALVED_GURU(plan_guru64_dft_c2r, FFTW_COMPLEX_TO_REAL, iodim64, WIDE, COMPLEXES, REALS)

#define HALVED_SPLIT(NAME, KIND, DIM, AXES, FIRST, SECOND, THIRD, ...)                             \
  PLANNER(NAME,                                                                                    \
          (int rank, const struct DIM *dims, int howmany, const struct DIM *loops, real *FIRST,    \
           real *SECOND, real *THIRD, unsigned flags),                                             \
          (rank, dims, howmany, loops, FIRST, SECOND, THIRD, flags),                               \
          guruProblem(KIND, 1, AXES(rank, dims), AXES(howmany, loops)), ARRAYS(__VA_ARGS__))

HALVED_SPLIT(plan_guru_split_dft_r2c, FFTW_REAL_TO_COMPLEX, iodim, NARROW, in, ro, io, in, in, ro,
             io)
HALVED_SPLIT(plan_guru64_split_dft_r2c, FFTW_REAL_TO_COMPLEX, iodim64, WIDE, in, ro, io, in, in, ro,
             io)
HALVED_SPLIT(plan_guru_split_dft_c2r, FFTW_COMPLEX_TO_REAL, iodim, NARROW, ri, ii, out, ri, ii, out,
             out)
HALVED_SPLIT(plan_guru64_split_dft_c2r, FFTW_COMPLEX_TO_REAL, iodim64, WIDE, ri, ii, out, ri, ii,
             out, out)

/*--- real ---*/

#define SIDES_REAL ARRAYS(REALS(in), REALS(out))

PLANNER(plan_r2r_1d, (int n, real *in, real *out, int kind, unsigned flags),
        (n, in, out, kind, flags),
        withKinds(plainProblem(FFTW_REAL, 1, SIZES(n), PLACE), SIZES(kind)), SIDES_REAL)
PLANNER(plan_r2r_2d, (int n0, int n1, real *in, real *out, int kind0, int kind1, unsigned flags),
        (n0, n1, in, out, kind0, kind1, flags),
        withKinds(plainProblem(FFTW_REAL, 2, SIZES(n0, n1), PLACE), SIZES(kind0, kind1)),
        SIDES_REAL)
PLANNER(plan_r2r_3d,
        (int n0, int n1, int n2, real *in, real *out, int kind0, int kind1, int kind2,
         unsigned flags),
        (n0, n1, n2, in, out, kind0, kind1, kind2, flags),
        withKinds(plainProblem(FFTW_REAL, 3, SIZES(n0, n1, n2), PLACE), SIZES(kind0, kind1, kind2)),
        SIDES_REAL)
PLANNER(plan_r2r, (int rank, ints n, real *in, real *out, ints kinds, unsigned flags),
        (rank, n, in, out, kinds, flags), withKinds(plainProblem(FFTW_REAL, rank, n, PLACE), kinds),
        SIDES_REAL)
PLANNER(plan_many_r2r,
        (int rank, ints n, int howmany, real *in, ints inembed, int istride, int idist, real *out,
         ints onembed, int ostride, int odist, ints kinds, unsigned flags),
        (rank, n, howmany, in, inembed, istride, idist, out, onembed, ostride, odist, kinds, flags),
        withKinds(MANY(FFTW_REAL), kinds), SIDES_REAL)

#define REAL_GURU(NAME, DIM, AXES)                                                                 \
  PLANNER(NAME,                                                                                    \
          (int rank, const struct DIM *dims, int howmany, const struct DIM *loops, real *in,       \
           real *out, ints kinds, unsigned flags),                                                 \
          (rank, dims, howmany, loops, in, out, kinds, flags),                                     \
          withKinds(guruProblem(FFTW_REAL, 0, AXES(rank, dims), AXES(howmany, loops)), kinds),     \
          SIDES_REAL)

REAL_GURU(plan_guru_r2r, iodim, NARROW)
REAL_GURU(plan_guru64_r2r, iodim64, WIDE)

/*--- what becomes of plans ---*/

void OURS(destroy_plan)(void *plan);
__attribute__((weak, alias(OURS_TEXT "destroy_plan"))) void FFTW(destroy_plan)(void *plan);

static void destroy(void *plan) {
  ((void (*)(void *))enzyme_fftw_library(FFTW_TEXT "destroy_plan", (void *)FFTW(destroy_plan),
                                         (void *)OURS(destroy_plan)))(plan);
}

void OURS(destroy_plan)(void *plan) {
  enzyme_fftw_lock();
  if (!enzyme_fftw_forget(plan))
    destroy(plan);
  enzyme_fftw_unlock();
}

/* No plan lives on. Ours are given back before, so that they can be made again. */
static void destroyOwn(void) {
  for (struct enzyme_fftw_problem *at = enzyme_fftw_problems(); at; at = at->next)
    for (int i = 0; i < 2 && at->precision == sizeof(real); ++i) {
      void **plan = i ? &at->backward : &at->forward;
      if (*plan)
        destroy(*plan);
      *plan = NULL;
    }
}

#define CLEANUP(NAME)                                                                              \
  void OURS(NAME)(void);                                                                           \
  __attribute__((weak, alias(OURS_TEXT #NAME))) void FFTW(NAME)(void);                             \
  void OURS(NAME)(void) {                                                                          \
    enzyme_fftw_lock();                                                                            \
    destroyOwn();                                                                                  \
    ((void (*)(void))enzyme_fftw_library(FFTW_TEXT #NAME, (void *)FFTW(NAME),                      \
                                         (void *)OURS(NAME)))();                                   \
    enzyme_fftw_unlock();                                                                          \
  }

CLEANUP(cleanup)
CLEANUP(cleanup_threads)
