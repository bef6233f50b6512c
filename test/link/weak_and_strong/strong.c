double kept(double x);
double replaced(double x) { return x * x * x; }
double user(double x) { return replaced(x) + kept(x); }
