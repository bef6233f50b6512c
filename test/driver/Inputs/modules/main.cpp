// Derivatives of functions of a module: of one in another object, of a template's instance.
import shapes;
extern "C" int printf(const char *, ...);
double __enzyme_autodiff(void *, ...);
int main() {
  printf("derivatives %g %g\n", __enzyme_autodiff((void *)area, 3.0), __enzyme_autodiff((void *)volume<double>, 2.0));
}
