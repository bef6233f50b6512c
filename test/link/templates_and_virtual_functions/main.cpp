// Inline functions and templates that both files have, one that only another instantiates,
// classes whose members and tables are elsewhere.
// link: not line, it is the same as objects and takes long
#include "check.h"
#include "shapes.h"

static double areas(const double *x) { return makeShape(0)->area(x[0]) * makeShape(1)->area(x[1]); }
static double polynomial(double x) { return Polynomial<double>({1, 2, 3})(x) * counted(x); }

CHECK_FUNCTION(total, 2, 1, 2);
CHECK_SCALAR(polynomial, 2, -1);
CHECK_FUNCTION(areas, 2, 1, 2);
