static double scale = 5;
static double step(double x) { return scale * x * x; }
double second(double x) { return step(step(x)); }
