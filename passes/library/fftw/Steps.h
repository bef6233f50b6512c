/*===- Steps.h - plans that lead to arrays, and transforms, with their rules ----------------===*/

void *malloc(unsigned long);

/* The runtime's (runtime/fftw.h). */
void *enzyme_fftw_problem(const void *plan);
void *enzyme_fftw_array(const void *plan, size which);
void *enzyme_fftw_constant_array(const void *plan, size which);
void enzyme_fftw_constant(const void *plan);
void enzyme_fftw_check_shadow(const void *plan, const void *shadow);
void *enzyme_fftw_named(void *plan, size isShadow, void *ri, void *ii, void *ro, void *io);
void RUNTIME(apply)(const void *plan, void *problem, number *ri, number *ii, number *ro,
                    number *io);
void RUNTIME(transposed)(void *problem, number *ri, number *ii, number *ro, number *io);
void RUNTIME(destroy_plan)(void *plan);
/* How many numbers there are: not known here. */
size enzyme_fftw_extent(const void *problem, int isOut) __attribute__((const));

struct plan {
  number *arrays[4]; // real and imaginary part in, and out; of reals twice the same
};

struct withShadow {
  void *primal, *shadow;
};

/* Rules of what has no reverse half, in all the forms that there are. */
#define RULE_OF_POINTER(STEP, TWICE, SAME, FIRST, SHADOW)                                          \
  struct withShadow enzyme_step_##STEP##_augmented TWICE {                                         \
    struct withShadow both = {FIRST, SHADOW};                                                      \
    return both;                                                                                   \
  } struct withShadow enzyme_step_##STEP##_augmented_again TWICE {                                 \
    struct withShadow both = {0, SHADOW};                                                          \
    return both;                                                                                   \
  } struct withShadow enzyme_step_##STEP##_forward TWICE {                                         \
    return enzyme_step_##STEP##_augmented SAME;                                                    \
  } struct withShadow enzyme_step_##STEP##_forward_again TWICE {                                   \
    return enzyme_step_##STEP##_augmented_again SAME;                                              \
  } void enzyme_step_##STEP##_reverse TWICE {                                                      \
  }

/*--- a plan that leads to arrays -----------------------------------------------------------*/

static inline void *leadTo(number *ri, number *ii, number *ro, number *io) {
  struct plan *made = malloc(sizeof *made);
  made->arrays[0] = ri, made->arrays[1] = ii, made->arrays[2] = ro, made->arrays[3] = io;
  return made;
}

/* structure: allow parameters, because a transform has four arrays */
void *enzyme_step_named(void *plan, size isShadow, number *ri, number *ii, number *ro, number *io) {
  return leadTo(ri, ii, ro, io);
}

/* structure: allow parameters, because a transform has four arrays */
void *enzyme_step_named_plain(void *plan, size isShadow, number *ri, number *ii, number *ro,
                              number *io) {
  return enzyme_fftw_named(plan, isShadow, ri, ii, ro, io);
}

#define ARRAYS                                                                                     \
  number *ri, number *dRi, number *ii, number *dIi, number *ro, number *dRo, number *io, number *dIo
#define SAME_ARRAYS ri, dRi, ii, dIi, ro, dRo, io, dIo
RULE_OF_POINTER(named, (void *plan, void *dPlan, size isShadow, ARRAYS),
                (plan, dPlan, isShadow, SAME_ARRAYS),
                enzyme_step_named(plan, isShadow, ri, ii, ro, io),
                enzyme_step_named(plan, 1, dRi, dIi, dRo, dIo))

void *enzyme_step_known(void *plan, number *ri, number *ii, number *ro, number *io) {
  return leadTo(ri, ii, ro, io);
}

void *enzyme_step_known_plain(void *plan, number *ri, number *ii, number *ro, number *io) {
  enzyme_fftw_constant(plan);
  return plan;
}

RULE_OF_POINTER(known, (void *plan, void *dPlan, ARRAYS), (plan, dPlan, SAME_ARRAYS),
                enzyme_step_named(plan, 0, ri, ii, ro, io),
                enzyme_step_named(plan, 1, dRi, dIi, dRo, dIo))

/*--- an array that a plan leads to ------------------------------------------------------------*/

number *enzyme_step_place(void *plan, size which) { return ((struct plan *)plan)->arrays[which]; }

number *enzyme_step_place_plain(void *plan, size which) { return enzyme_fftw_array(plan, which); }

static inline number *shadowPlace(void *plan, void *dPlan, size which) {
  enzyme_fftw_check_shadow(plan, dPlan);
  return enzyme_step_place(dPlan ? dPlan : plan, which);
}

RULE_OF_POINTER(place, (void *plan, void *dPlan, size which), (plan, dPlan, which),
                enzyme_step_place(plan, which), shadowPlace(plan, dPlan, which))

number *enzyme_step_array(void *plan, size which) { return ((struct plan *)plan)->arrays[which]; }

number *enzyme_step_array_plain(void *plan, size which) {
  return enzyme_fftw_constant_array(plan, which);
}

RULE_OF_POINTER(array, (void *plan, void *dPlan, size which), (plan, dPlan, which),
                enzyme_step_place(plan, which), shadowPlace(plan, dPlan, which))

/*--- the end of a plan -------------------------------------------------------------------------*/

/* What leads nowhere may not be asked for again. */
void enzyme_step_gone(void *plan) {
  struct plan *gone = plan;
  for (int i = 0; i < 4; i++)
    gone->arrays[i] = 0;
}

void enzyme_step_gone_plain(void *plan) { RUNTIME(destroy_plan)(plan); }

void enzyme_step_gone_augmented(void *plan, void *dPlan) { enzyme_step_gone(plan); }
void enzyme_step_gone_augmented_again(void *plan, void *dPlan) {}
void enzyme_step_gone_reverse(void *plan, void *dPlan) {}
void enzyme_step_gone_forward(void *plan, void *dPlan) { enzyme_step_gone(plan); }
void enzyme_step_gone_forward_again(void *plan, void *dPlan) {}

/*--- out = F in --------------------------------------------------------------------------------*/

/* Which number depends on which is FFTW's; that all of one may depend on all of the other, is all
 * that is said. What is in may be destroyed, and what lies between numbers that are written stays.
 */
/* structure: allow parameters, because a transform has four arrays */
void enzyme_step_apply(void *plan, void *problem, number *ri, number *ii, number *ro, number *io) {
  size ins = enzyme_fftw_extent(problem, 0), outs = enzyme_fftw_extent(problem, 1);
  number sum = 0;
  for (size i = 0; i < ins; i++)
    sum += ri[i] + ii[i];
  for (size i = 0; i < ins; i++)
    ri[i] *= sum, ii[i] *= sum;
  for (size i = 0; i < outs; i++)
    ro[i] += sum, io[i] += sum;
}

/* structure: allow parameters, because a transform has four arrays */
void enzyme_step_apply_plain(void *plan, void *problem, number *ri, number *ii, number *ro,
                             number *io) {
  RUNTIME(apply)(plan, problem, ri, ii, ro, io);
}

void enzyme_step_transposed(void *problem, number *ri, number *ii, number *ro, number *io);

#define APPLY_TWICE void *plan, void *dPlan, void *problem, void *dProblem, ARRAYS
#define SHADOWS SHADOW(dRi, ri), SHADOW(dIi, ii), SHADOW(dRo, ro), SHADOW(dIo, io)

void *enzyme_step_apply_augmented_again(APPLY_TWICE) { return problem; }

void *enzyme_step_apply_augmented(APPLY_TWICE) {
  enzyme_step_apply(plan, problem, ri, ii, ro, io);
  return problem;
}

void enzyme_step_apply_reverse(APPLY_TWICE, void *kept) { enzyme_step_transposed(kept, SHADOWS); }

void enzyme_step_apply_forward_again(APPLY_TWICE) { enzyme_step_apply(plan, problem, SHADOWS); }

void enzyme_step_apply_forward(APPLY_TWICE) {
  enzyme_step_apply(plan, problem, ri, ii, ro, io);
  enzyme_step_apply(plan, problem, SHADOWS);
}

/*--- in += F^T out, out = 0 ---------------------------------------------------------------------*/

void enzyme_step_transposed(void *problem, number *ri, number *ii, number *ro, number *io) {
  size ins = enzyme_fftw_extent(problem, 0), outs = enzyme_fftw_extent(problem, 1);
  number sum = 0;
  for (size i = 0; i < outs; i++)
    sum += ro[i] + io[i];
  for (size i = 0; i < outs; i++)
    ro[i] *= sum, io[i] *= sum;
  for (size i = 0; i < ins; i++)
    ri[i] += sum, ii[i] += sum;
}

void enzyme_step_transposed_plain(void *problem, number *ri, number *ii, number *ro, number *io) {
  RUNTIME(transposed)(problem, ri, ii, ro, io);
}

#define TRANSPOSED_TWICE void *problem, void *dProblem, ARRAYS

void *enzyme_step_transposed_augmented_again(TRANSPOSED_TWICE) { return problem; }

void *enzyme_step_transposed_augmented(TRANSPOSED_TWICE) {
  enzyme_step_transposed(problem, ri, ii, ro, io);
  return problem;
}

void enzyme_step_transposed_reverse(TRANSPOSED_TWICE, void *kept) {
  enzyme_step_apply(0, kept, SHADOWS); // without a plan of the program's: keeps what is in
}

void enzyme_step_transposed_forward_again(TRANSPOSED_TWICE) {
  enzyme_step_transposed(problem, SHADOWS);
}

void enzyme_step_transposed_forward(TRANSPOSED_TWICE) {
  enzyme_step_transposed(problem, ri, ii, ro, io);
  enzyme_step_transposed(problem, SHADOWS);
}
