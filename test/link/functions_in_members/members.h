typedef double (*Operation)(double);

struct Operations {
  Operation first, second;
};
struct Class { // a table of functions, found through its objects
  int kind;
  Operation value, slope;
  const char *name;
};
struct Object {
  const struct Class *class;
  double x;
};
struct Options {
  int size;
  Operation chosen;
  void *data;
};
struct Solver { // holds another structure, and copies of what options say
  double tolerance;
  struct Operations operations;
  Operation chosen, last;
  Operation several[3];
  void *anything;
};
typedef struct { // has no name but that of the type
  long size;
  Operation run, stop;
} Task;
struct Base { // others begin like it
  double state[6];
  Operation step;
};
struct Derived {
  double state[6];
  Operation step;
  double factor;
};
struct Timed { // begins otherwise
  long time;
  Operation late;
};
struct Dated {
  int day, month;
  Operation late;
  int year;
};
union Either { // what begins alike may be read as the other
  struct Timed timed;
  struct Dated dated;
};
struct Wide { // some of its members are copied together
  long state[20];
  Operation first, second;
};
struct Source {
  long state[9];
  Operation chosen;
};
struct Copy {
  long size, length;
  Operation chosen;
};

struct Object *make(int kind, double x);
void take(struct Solver *solver, const struct Options *options);
void set(Operation *place, Operation operation);
struct Operations chosen(int which);
void exchange(Operation *a, Operation *b);
double run(Task task, double x);
double step(struct Base *base, double x);
void fill(struct Timed *timed);
void copy(struct Copy *copy, const struct Source *source);
double given(Operation operation, double x);
double apply(void *solver, double x);
extern struct Solver shared;
double callCopied(struct Copy *copy, double x);
double callDated(struct Dated *dated, double x);
double callChosen(struct Solver *solver, double x);
double callFirst(struct Operations *some, double x);
double callSecond(struct Operations *some, double x);
double callLast(struct Solver *solver, double x);
double callAnything(struct Solver *solver, double x);
double callListed(struct Solver *solver, int which, double x);
double callValue(struct Object *object);
double callSlope(struct Object *object);
