/* mixture_gradient.h - the derivatives of the mixture's posterior, asked for.
 * Included after mixture.c: the function to differentiate must have its body in
 * the file of the request. */
#ifndef DEMO_MIXTURE_GRADIENT_H
#define DEMO_MIXTURE_GRADIENT_H

#include "mixture.h"
#include "words.h"

/* Adds the gradient with respect to mix to *gradient, a mixture of equal shape. */
static inline void mixture_gradient(const struct mixture *mix, struct mixture *gradient,
                                    const struct points *p, const struct wishart *prior) {
  __enzyme_autodiff((void *)mixture_log_posterior, enzyme_dup, mix, gradient, enzyme_const, p,
                    enzyme_const, prior);
}

/* Derivative in the direction *tangent. */
static inline double mixture_directional(const struct mixture *mix, const struct mixture *tangent,
                                         const struct points *p, const struct wishart *prior) {
  return __enzyme_fwddiff((void *)mixture_log_posterior, enzyme_dup, mix, tangent, enzyme_const, p,
                          enzyme_const, prior);
}

#endif
