// The same in C++, with the header in reach.
#include <cmath>
#include <enzyme/enzyme.h>
#include <iostream>

double __enzyme_autodiff_cube(void *, double);

static double cube(double x) { return std::pow(x, 3.0); }

int main() {
  std::cout << "derivative " << __enzyme_autodiff_cube((void *)cube, 2.0) << "\n";
}
