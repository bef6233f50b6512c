/*===- Bodies.c - flang's runtime library, as far as it moves numbers ---------------===
 *
 * Problem: flang makes calls of its runtime library of what Fortran says of whole
 * arrays: assignments, sums, products of matrices. Their code is not at hand.
 *
 * Here: the same once more, in C. The build makes IR of it (LibraryBodies.cpp), in which
 * enzyme_body_X stands for _FortranAX, and enzyme_body_CFI_X for CFI_X. What each does is told by
 * the Fortran standard (2018, chapter 16) and flang's headers of its runtime.
 *
 * Elements are read by their type, so that types are known without the caller.
 *===-------------------------------------------------------------------------------===*/
#include "Assign.h"
#include "Constructors.h"
#include "Input.h"
#include "Interoperation.h"
#include "Memory.h"
#include "Numbers.h"
#include "Places.h"
#include "Products.h"
#include "Reductions.h"
#include "Shapes.h"
#include "Stacks.h"
