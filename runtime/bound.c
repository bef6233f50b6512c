/* bound.c - the sum of what operations may round away
 *
 * Derivative code adds |adjoint| times rounding error, operation by operation. The
 * sum belongs to the request that asked for it: nested requests keep it aside.
 */
#include "enzyme/runtime.h"

static _Thread_local double bound;

double enzyme_rt_error_begin(void) {
  double before = bound;
  bound = 0;
  return before;
}

void enzyme_rt_error_add(double term) { bound += term; }

double enzyme_rt_error_end(double before) {
  double sum = bound;
  bound = before;
  return sum;
}
