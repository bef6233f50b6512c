double state, *current;
extern double seen;
static double kept, recorded;
static long ticks;
static void square(void) { state *= state; }
static void cube(void) { state *= state * state; }
static void (*step)(void) = square;
void advance(void) { state = state * state; }
void advanceSeen(void) { seen *= 3; }
void choose(int cubes) { step = cubes ? cube : square; }
void run(void) { step(); }
void put(double value) { kept = value; }
double get(void) { return kept; }
void record(double value) { recorded = value; }
void tick(void) { ticks++; }
void addToCurrent(double value) { *current += value; }
