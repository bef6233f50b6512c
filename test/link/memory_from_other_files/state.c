#include <stdlib.h>

double *field, *next;
int cells;
static double *memory;
void allocate(int n) {
  cells = n;
  field = malloc((size_t)n * sizeof *field);
  next = malloc((size_t)n * sizeof *next);
}
void remember(double *own) { memory = own; }
double *remembered(void) { return memory; }
double first(void) { return memory[0]; }
