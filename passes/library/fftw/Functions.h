/*===- Functions.h - FFTW's functions, made of steps --------------------------------------===
 *
 * FFTW's planners themselves are called by the runtime's, which note what they plan.
 *===-------------------------------------------------------------------------------===*/

void *FFTW(malloc)(unsigned long);

number *BODY(alloc_real)(unsigned long n) { return FFTW(malloc)(n * sizeof(number)); }
number *BODY(alloc_complex)(unsigned long n) { return FFTW(malloc)(n * 2 * sizeof(number)); }

/*--- executing ---*/

static inline void transform(void *plan, number *ri, number *ii, number *ro, number *io) {
  enzyme_step_apply(plan, enzyme_fftw_problem(plan), ri, ii, ro, io);
}

void BODY(execute)(void *plan) {
  transform(plan, enzyme_step_array(plan, 0), enzyme_step_array(plan, 1),
            enzyme_step_array(plan, 2), enzyme_step_array(plan, 3));
}

void BODY(execute_dft)(void *plan, number *in, number *out) {
  transform(plan, in, in + 1, out, out + 1);
}
void BODY(execute_split_dft)(void *plan, number *ri, number *ii, number *ro, number *io) {
  transform(plan, ri, ii, ro, io);
}
void BODY(execute_dft_r2c)(void *plan, number *in, number *out) {
  transform(plan, in, in, out, out + 1);
}
void BODY(execute_dft_c2r)(void *plan, number *in, number *out) {
  transform(plan, in, in + 1, out, out);
}
void BODY(execute_split_dft_r2c)(void *plan, number *in, number *ro, number *io) {
  transform(plan, in, in, ro, io);
}
void BODY(execute_split_dft_c2r)(void *plan, number *ri, number *ii, number *out) {
  transform(plan, ri, ii, out, out);
}
void BODY(execute_r2r)(void *plan, number *in, number *out) { transform(plan, in, in, out, out); }

void BODY(destroy_plan)(void *plan) { enzyme_step_gone(plan); }
void BODY(cleanup)(void) {
  void RUNTIME(cleanup)(void);
  RUNTIME(cleanup)();
}
void BODY(cleanup_threads)(void) {
  void RUNTIME(cleanup_threads)(void);
  RUNTIME(cleanup_threads)();
}

/*--- planning ---*/

#define REALS(P) P, P
#define COMPLEXES(P) P, P + 1

#define PLANNER(NAME, PARAMETERS, GIVEN, ...)                                                      \
  void *RUNTIME(NAME) PARAMETERS;                                                                  \
  void *BODY(NAME) PARAMETERS { return enzyme_step_known(RUNTIME(NAME) GIVEN, __VA_ARGS__); }

/* Of one array, whose sizes are given in four ways; what comes behind the arrays differs. */
#define PLAIN(NAME, IN, OUT, BEFORE_1, BEFORE_2, BEFORE_3, BEFORE, GIVEN_1, GIVEN_2, GIVEN_3,      \
              GIVEN_N)                                                                             \
  PLANNER(NAME##_1d, (int n, number *in, number *out, BEFORE_1 unsigned flags),                    \
          (n, in, out, GIVEN_1 flags), IN(in), OUT(out))                                           \
  PLANNER(NAME##_2d, (int n, int m, number *in, number *out, BEFORE_2 unsigned flags),             \
          (n, m, in, out, GIVEN_2 flags), IN(in), OUT(out))                                        \
  PLANNER(NAME##_3d, (int n, int m, int k, number *in, number *out, BEFORE_3 unsigned flags),      \
          (n, m, k, in, out, GIVEN_3 flags), IN(in), OUT(out))                                     \
  PLANNER(NAME, (int rank, const int *n, number *in, number *out, BEFORE unsigned flags),          \
          (rank, n, in, out, GIVEN_N flags), IN(in), OUT(out))

#define AND ,
#define SIGN int sign AND
#define SAME_SIGN sign AND
PLAIN(plan_dft, COMPLEXES, COMPLEXES, SIGN, SIGN, SIGN, SIGN, SAME_SIGN, SAME_SIGN, SAME_SIGN,
      SAME_SIGN)
PLAIN(plan_dft_r2c, REALS, COMPLEXES, , , , , , , , )
PLAIN(plan_dft_c2r, COMPLEXES, REALS, , , , , , , , )
PLAIN(plan_r2r, REALS, REALS, int a AND, int a AND int b AND, int a AND int b AND int c AND,
      const int *kinds AND, a AND, a AND b AND, a AND b AND c AND, kinds AND)

#define MANY(NAME, IN, OUT, MORE, GIVEN)                                                           \
  PLANNER(NAME,                                                                                    \
          (int rank, const int *n, int howmany, number *in, const int *inRoom, int inStride,       \
           int inDistance, number *out, const int *outRoom, int outStride, int outDistance MORE,   \
           unsigned flags),                                                                        \
          (rank, n, howmany, in, inRoom, inStride, inDistance, out, outRoom, outStride,            \
           outDistance GIVEN, flags),                                                              \
          IN(in), OUT(out))

MANY(plan_many_dft, COMPLEXES, COMPLEXES, AND int sign, AND sign)
MANY(plan_many_dft_r2c, REALS, COMPLEXES, , )
MANY(plan_many_dft_c2r, COMPLEXES, REALS, , )
MANY(plan_many_r2r, REALS, REALS, AND const int *kinds, AND kinds)

#define AXES int rank, const void *axes, int loopRank, const void *loops
#define SAME_AXES rank, axes, loopRank, loops
#define GURU(NAME, IN, OUT, MORE, GIVEN)                                                           \
  PLANNER(NAME, (AXES, number * in, number * out MORE, unsigned flags),                            \
          (SAME_AXES, in, out GIVEN, flags), IN(in), OUT(out))
#define SPLIT(NAME, PARAMETERS, GIVEN, ...)                                                        \
  PLANNER(NAME, (AXES, PARAMETERS, unsigned flags), (SAME_AXES, GIVEN, flags), __VA_ARGS__)

GURU(plan_guru_dft, COMPLEXES, COMPLEXES, AND int sign, AND sign)
GURU(plan_guru64_dft, COMPLEXES, COMPLEXES, AND int sign, AND sign)
GURU(plan_guru_dft_r2c, REALS, COMPLEXES, , )
GURU(plan_guru64_dft_r2c, REALS, COMPLEXES, , )
GURU(plan_guru_dft_c2r, COMPLEXES, REALS, , )
GURU(plan_guru64_dft_c2r, COMPLEXES, REALS, , )
GURU(plan_guru_r2r, REALS, REALS, AND const int *kinds, AND kinds)
GURU(plan_guru64_r2r, REALS, REALS, AND const int *kinds, AND kinds)
SPLIT(plan_guru_split_dft, number *ri AND number *ii AND number *ro AND number *io,
      ri AND ii AND ro AND io, ri, ii, ro, io)
SPLIT(plan_guru64_split_dft, number *ri AND number *ii AND number *ro AND number *io,
      ri AND ii AND ro AND io, ri, ii, ro, io)
SPLIT(plan_guru_split_dft_r2c, number *in AND number *ro AND number *io, in AND ro AND io,
      REALS(in), ro, io)
SPLIT(plan_guru64_split_dft_r2c, number *in AND number *ro AND number *io, in AND ro AND io,
      REALS(in), ro, io)
SPLIT(plan_guru_split_dft_c2r, number *ri AND number *ii AND number *out, ri AND ii AND out, ri, ii,
      REALS(out))
SPLIT(plan_guru64_split_dft_c2r, number *ri AND number *ii AND number *out, ri AND ii AND out, ri,
      ii, REALS(out))
