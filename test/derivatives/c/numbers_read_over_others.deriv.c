// A variable that depended on x and then was read from a file or a string depends on nothing, what was not read still does.
#include "check.h"
#include <stdio.h>
#include <unistd.h>

void fromText(const double *x, double *y) {
  double a = x[0] * x[1], b = x[1] * x[2], c = x[0];
  float f = (float)x[2];
  int n = 0;
  int read = sscanf("7 2.5 1.5 stop", "%d %lf %f %lf", &n, &a, &f, &c); // c is not there
  y[0] = a * x[0] + n * b;
  y[1] = f * x[1] + c * read;
  sscanf("[]ab]:4 9 3", "%*[]]ab[]:%*d %lf%n", &b, &n);
  y[2] = b * x[2] * n;
}
CHECK_VECTOR(fromText, 3, 3, 0.5, -1.25, 0.75);

void fromFile(const double *x, double *y) {
  FILE *file = tmpfile();
  const double kept[3] = {2.0, 3.0, 4.0};
  fwrite(kept, sizeof(double), 3, file);
  rewind(file);
  double *values = malloc(5 * sizeof(double));
  for (int i = 0; i < 5; i++)
    values[i] = x[i % 3] * (i + 1);
  size_t first = fread(values, sizeof(double), 2, file);
  size_t second = fread(values + 2, sizeof(double), 3, file); // one is there
  y[0] = first * values[0] * x[0] + values[1] * x[1];
  y[1] = second * values[2] * x[2] + values[3];
  fflush(file);
  lseek(fileno(file), 8, SEEK_SET);
  ssize_t bytes = read(fileno(file), values + 4, sizeof(double));
  y[2] = values[4] * x[0] + values[3] * (double)bytes;
  fclose(file);
  free(values);
}
CHECK_VECTOR(fromFile, 3, 3, 0.5, -1.25, 0.75);
