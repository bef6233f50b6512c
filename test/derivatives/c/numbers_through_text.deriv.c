// strtod, sscanf, snprintf and atof round trips: text carries no derivative, values beside it do.
#include "check.h"

double f(const double *x) {
  char text[128];
  snprintf(text, sizeof text, "%d %.3f %s", 7, 2.5, "word");
  int n = 0;
  double constant = 0;
  char word[16] = "";
  if (sscanf(text, "%d %lf %15s", &n, &constant, word) != 3)
    return 0;
  double list[2] = {strtod("1.25", NULL), atof("4")};
  double r = x[0] * constant + n * x[1];
  for (int i = 0; i < 2; i++)
    r += list[i] * x[i] * x[i];
  return strcmp(word, "word") == 0 ? r * x[0] : 0;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
