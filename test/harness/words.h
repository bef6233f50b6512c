/*===- words.h - what a user of the words declares, C and C++ --------------===
 *
 * Test files of test/interface include it. The markers are declared as programs
 * declare them that bring no header of ours.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_TEST_WORDS_H
#define ENZYME_TEST_WORDS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_const, enzyme_out, enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_dupnoneedv;
extern int enzyme_width, enzyme_interleave, enzyme_runtime_activity;
extern int enzyme_const_return, enzyme_active_return, enzyme_dup_return, enzyme_primal_return;
extern int enzyme_noret, enzyme_allocated, enzyme_tape, enzyme_nofree, enzyme_not_overwritten;
extern int enzyme_byref, enzyme_vector, enzyme_scalar, enzyme_buffer;
extern int enzyme_interface, enzyme_trace, enzyme_duptrace, enzyme_observations;
extern int enzyme_likelihood, enzyme_duplikelihood, enzyme_active_rand_var;
#ifdef __cplusplus
}
#endif

#endif
