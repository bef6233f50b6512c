enum { count = 6 };
double first[count], second[count];
double *current = first, *next = second;
static double own[2], others[2];
static double *memory = own;
void swap(void) {
  double *kept = current;
  current = next, next = kept;
}
void choose(int isOwn) { memory = isOwn ? own : others; }
double *selected(void) { return memory; }
double byName(void) { return own[0] + 2 * others[0] + first[1] * second[2]; }
