#include "slope.h"
#include <stdio.h>

int main(void) {
  printf("slopes %g %g, offset %g\n", slope(3.0), cxx_slope(2.0), offset(4.0));
  return !(slope(3.0) == 8.0 && cxx_slope(2.0) == 12.0 && offset(4.0) == 8.0);
}
