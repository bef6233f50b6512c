/* words.h - the few request words of the demo's programs, declared by hand as a
 * user without our header would. C++ users often declare them as templates
 * instead; those refuse pointers to types of an unnamed namespace, which have no
 * linkage. The variadic form takes every pointer, in both languages. */
#ifndef DEMO_WORDS_H
#define DEMO_WORDS_H

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
#ifdef __cplusplus
}
#endif
#endif
