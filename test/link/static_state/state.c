static int calls;
static double factor = 2;
double counted(double x) {
  ++calls;
  return x * x;
}
int count(void) { return calls; }
void setFactor(double value) { factor = value; }
double scaled(double x) {
  static int once;
  once += 1;
  return once > 0 ? factor * x : 0;
}
