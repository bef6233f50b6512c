static double scale = 2;
static double step(double x) { return scale * x; }
double first(double x) { return step(x) + 1; }
