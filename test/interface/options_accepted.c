// Options of Enzyme's command line are accepted; those that mean nothing here say so, once.
// flags: -mllvm -enzyme-loose-types=1 -mllvm -enzyme-max-cache=0 -mllvm -enzyme-name-instructions
// flags: -mllvm -enzyme_nonmarkedglobals_inactiveloads=0 -mllvm -enzyme-strict-aliasing=0 -mllvm -enzyme-auto-sparsity=1
// flags: --enzyme-preopt=1 -mllvm -enzyme-post-opt-level=2 -mllvm --enzyme-rust-type=0 -mllvm -enzyme-assume-unknown-nofree=1
#include "words.h"
double __enzyme_autodiff(void *, ...);
double kept;
double f(double x) { kept = x * x; return kept * x; }
//? the option '-enzyme-loose-types' has no effect: types are never guessed
//? the option '-enzyme-max-cache' has no effect
//> __enzyme_autodiff((void *)f, 3.0) == 27
