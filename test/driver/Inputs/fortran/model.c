double model(double x) { return x * x * x; }
