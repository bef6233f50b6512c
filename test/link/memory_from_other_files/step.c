extern double *field, *next;
extern int cells;
void step(double k) {
  for (int i = 1; i < cells - 1; i++)
    next[i] = field[i] + k * (field[i - 1] - 2 * field[i] + field[i + 1]);
  for (int i = 1; i < cells - 1; i++)
    field[i] = next[i];
}
double energy(void) {
  double sum = 0;
  for (int i = 0; i < cells; i++)
    sum += field[i] * field[i] * i;
  return sum;
}
