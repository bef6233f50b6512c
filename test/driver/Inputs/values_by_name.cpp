#include <cstdio>
#include <map>
#include <string>

extern "C" double __enzyme_autodiff(void *, double);

double sum(double x) {
  std::map<std::string, double> values;
  for (int i = 0; i < 3; i++)
    values["parameter number " + std::to_string(i)] = x * i;
  double all = 0;
  for (auto &[name, value] : values)
    all += value * value;
  return all;
}

int main() { std::printf("derivative %g\n", __enzyme_autodiff((void *)sum, 2.0)); }
