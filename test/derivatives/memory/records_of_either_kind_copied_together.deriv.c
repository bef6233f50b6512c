// Records that hold numbers where others of the same array hold addresses, copied together, as many
// as the run says: what the first record holds says nothing of the others.
#include "check.h"
struct either {
  union {
    double number;
    void *address;
  } as[2];
};
double throughTwoCopies(const double *x, int n) {
  size_t bytes = n * sizeof(struct either);
  struct either *first = malloc(bytes), *second = malloc(bytes), *third = malloc(bytes);
  first[0].as[0].number = x[0] * x[1], first[0].as[1].address = third;
  first[1].as[0].address = second, first[1].as[1].number = x[1];
  memcpy(second, first, bytes);
  memcpy(third, second, bytes);
  double sum = third[0].as[0].number * x[0] + third[1].as[1].number * x[1];
  sum *= (third[0].as[1].address == third) + (third[1].as[0].address == second);
  free(first), free(second), free(third);
  return sum;
}
CHECK_FUNCTION_N(throughTwoCopies, 2, 1, 2);
