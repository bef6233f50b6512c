static double enzyme_cube(double x) { return 3 * x * x; }
double other(double x) { return enzyme_cube(x); }
