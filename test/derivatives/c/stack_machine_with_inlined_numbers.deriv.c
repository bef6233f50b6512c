// A stack machine: byte code with doubles inlined in the code stream, a stack of tagged values.
#include "check.h"
enum op { PUSH, LOAD, ADD, MUL, SIN, JUMPPOS, HALT, DUP };
typedef struct {
  unsigned char code[256];
  int n;
} program;
static void emit(program *p, enum op o) { p->code[p->n++] = (unsigned char)o; }
static void emitNumber(program *p, double v) {
  emit(p, PUSH);
  memcpy(p->code + p->n, &v, sizeof v);
  p->n += sizeof v;
}
static void emitLoad(program *p, int i) {
  emit(p, LOAD);
  p->code[p->n++] = (unsigned char)i;
}
NOINLINE static double run(const program *p, const double *x) {
  double stack[16];
  int top = 0;
  for (int pc = 0;;) {
    switch ((enum op)p->code[pc++]) {
    case PUSH:
      memcpy(&stack[top++], p->code + pc, sizeof(double));
      pc += sizeof(double);
      break;
    case LOAD:
      stack[top++] = x[p->code[pc++]];
      break;
    case ADD:
      top--;
      stack[top - 1] += stack[top];
      break;
    case MUL:
      top--;
      stack[top - 1] *= stack[top];
      break;
    case SIN:
      stack[top - 1] = sin(stack[top - 1]);
      break;
    case DUP:
      stack[top] = stack[top - 1];
      top++;
      break;
    case JUMPPOS: {
      int to = p->code[pc++];
      if (stack[top - 1] > 0)
        pc = to;
      break;
    }
    case HALT:
      return stack[top - 1];
    }
  }
}
double f(const double *x) {
  program p = {{0}, 0};
  emitLoad(&p, 0);
  emitNumber(&p, x[1] * x[2]);
  emit(&p, MUL);
  emit(&p, SIN);
  emit(&p, DUP);
  emit(&p, MUL);
  emitNumber(&p, 1.5);
  emit(&p, MUL);
  emitLoad(&p, 1);
  emit(&p, ADD);
  emit(&p, HALT);
  return run(&p, x) * x[0];
}
CHECK_FUNCTION(f, 3, 0.6, -1.25, 0.75);
