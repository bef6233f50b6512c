/*===- descriptors.h - arrays that Fortran's runtime is handed ---------------===*/
#ifndef ENZYME_RUNTIME_ORACLE_DESCRIPTORS_H
#define ENZYME_RUNTIME_ORACLE_DESCRIPTORS_H

/* Does a descriptor lie there, and lead to an active number? */
int oracle_descriptor_has_shadow(const void *place);

#endif
