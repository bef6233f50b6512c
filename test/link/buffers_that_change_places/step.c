extern double *current, *next;
void swap(void);
void step(double k) {
  for (int i = 0; i < 6; i++)
    next[i] = current[i] + k * (current[(i + 1) % 6] - current[i]) * (i + 1);
  swap();
}
