// Memory that a loop writes before it is read, all of it or not, a local array whose first element is
// written at once; LANES directions of it.
#include <math.h>
#include <stdlib.h>
extern int enzyme_width, enzyme_dupv, enzyme_const;
typedef struct {
  double t[LANES];
} Tangents;
Tangents __enzyme_fwddiff(void *, ...);
double f(const double *x, int size, int count) {
  if (count <= 0)
    return 0;
  double first[4] = {x[0]}, total = 0;
  double *a = malloc(size * sizeof *a);
  for (int i = 0; i < count; i++)
    a[i] = sin(x[i]);
  for (int i = 1; i < 4; i++)
    first[i] = first[(3 * i) % 2] * x[i];
  for (int i = 0; i < size; i++)
    total += a[i] * first[(int)a[0] & 3];
  free(a);
  return total;
}
Tangents along(const double *x, const double *v, int size, int count) {
  return __enzyme_fwddiff((void *)f, enzyme_width, LANES, enzyme_dupv, size * sizeof *x, x, v, enzyme_const, size,
                          enzyme_const, count);
}
