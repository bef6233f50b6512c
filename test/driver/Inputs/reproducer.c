// A request, what it reaches, a rule that only a registration names, and code apart from it.
double __enzyme_autodiff(void *, ...);
double rule(double x) { return x * x; }
double rule_augmented(double x) { return x * x; }
double rule_reverse(double x, double seed) { return 2 * x * seed; }
void *__enzyme_register_gradient_rule[] = {(void *)rule, (void *)rule_augmented, (void *)rule_reverse};
double reached(double x) { return x * x * x; }
double asks(double x) { return __enzyme_autodiff((void *)reached, x); }
double apart(double x) { return x + 1; }
double user(double x) { return apart(x) * 2; }
