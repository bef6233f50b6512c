/*===- fftw.h - what derivatives of programs that call FFTW need ---------------===
 *
 * Problem: fftw_execute(plan) transforms arrays that it is not given, by a transform that only
 * FFTW's planner was told of, and FFTW says of no plan what it is. The plan may be made in code
 * that is differentiated, or long before.
 *
 * Here: the planners once more, which note what each plan is before they hand it out (planners.h of
 * each precision; they stand before FFTW's own, which they call), and the transforms of tangents
 * and adjoints, made from these notes.
 *
 *   problem   what is transformed how: sizes, strides, kinds; no addresses. Never freed: the
 *             reverse sweep needs it when the plan may be gone.
 *   plan      what is known of a plan of FFTW's: its problem and its arrays. Or it is the shadow
 *             of a plan: the same problem, and the shadows of its arrays. A program may also hand
 * over a plan of its own, made for the shadow arrays, as a shadow.
 *
 * FFTW's planners may not run at once. One lock is held by those here, and by all that makes plans
 * for derivatives.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_FFTW_H
#define ENZYME_RUNTIME_FFTW_H

#include <stddef.h>

enum enzyme_fftw_kind { FFTW_COMPLEX, FFTW_REAL_TO_COMPLEX, FFTW_COMPLEX_TO_REAL, FFTW_REAL };

/* Strides count reals, also of complex numbers. */
struct enzyme_fftw_axis {
  ptrdiff_t n, in, out, kind; /* the kind of FFTW_REAL, else 0 */
};

struct enzyme_fftw_problem {
  struct enzyme_fftw_problem *next;
  enum enzyme_fftw_kind kind;
  int precision, sign, isSplit, isInPlace;
  int rank, howmanyRank;
  unsigned flags;           /* how long the first planner was to search */
  void *forward, *backward; /* plans for packed arrays, made when they are wanted */
  struct enzyme_fftw_axis axes[];
};

struct enzyme_fftw_plan {
  struct enzyme_fftw_plan *next, *nextShadow;
  void *key; /* FFTW's plan, or this, if it is the shadow of one */
  struct enzyme_fftw_problem *problem;
  void *arrays[4];  /* real and imaginary part in, and out; of reals twice the same */
  int alignment[4]; /* -1: any will do */
  int isConstant;   /* made where nothing that it transforms has a derivative */
  struct enzyme_fftw_plan *shadows;
};

/* False where it was held already. */
int enzyme_fftw_lock(void);
void enzyme_fftw_unlock(void);

/* Memory, cleared. */
void *enzyme_fftw_room(size_t bytes);

/* FFTW's own function, not ours before it. */
void *enzyme_fftw_library(const char *name, void *found, void *ours);

/* With the lock: the one problem that is like this one, which is freed if it is another. */
struct enzyme_fftw_problem *enzyme_fftw_only(struct enzyme_fftw_problem *problem);
struct enzyme_fftw_problem *enzyme_fftw_problems(void);

/* With the lock. Null if it is not known. */
struct enzyme_fftw_plan *enzyme_fftw_find(const void *plan);
void enzyme_fftw_note(const struct enzyme_fftw_plan *plan);
/* True if it was the shadow of a plan, which FFTW knows nothing of. */
int enzyme_fftw_forget(void *plan);

/*--- called by derivatives ---*/

void *enzyme_fftw_problem(const void *plan);
void *enzyme_fftw_array(const void *plan, long which);
void *enzyme_fftw_constant_array(const void *plan, long which);
void enzyme_fftw_constant(const void *plan);
void enzyme_fftw_check_shadow(const void *plan, const void *shadow);
/* structure: allow parameters, because a plan has four arrays */
void *enzyme_fftw_named(void *plan, long isShadow, void *realIn, void *imaginaryIn, void *realOut,
                        void *imaginaryOut);

#endif
