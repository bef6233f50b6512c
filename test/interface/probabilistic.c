// Probabilistic programs are refused with a sentence.
#include "words.h"
void __enzyme_likelihood(void *, ...);
double __enzyme_sample(void *, void *, const char *, double, double);
__attribute__((noinline)) double draw(double mu, double s) { return mu + s; }
__attribute__((noinline)) double logp(double mu, double s, double x) { return -(x - mu) * (x - mu) / (2 * s * s); }
void model(void) { double a = __enzyme_sample((void *)draw, (void *)logp, "a", 5.0, 2.0); __enzyme_sample((void *)draw, (void *)logp, "b", a, 1.0); }
//! __enzyme_likelihood
//> double ll = 0; __enzyme_likelihood((void *)model, enzyme_likelihood, &ll); ll == -1
