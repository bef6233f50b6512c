typedef double (*Operation)(double);
double twice(Operation chosen, double x) { return chosen(chosen(x)) * x; }
