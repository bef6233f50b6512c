// A stack machine: opcodes in a byte array, constants from a table, jumps, and a computed stack.
#include "check.h"

enum { PUSH, LOAD, ADD, MUL, SIN, DUP, SWAP, DEC, JUMPNZ, HALT };

static double run(const unsigned char *code, const double *variables, const double *constants) {
  double stack[32];
  int top = 0, counter = 3;
  for (int pc = 0;; pc++)
    switch (code[pc]) {
    case PUSH:
      stack[top++] = constants[code[++pc]];
      break;
    case LOAD:
      stack[top++] = variables[code[++pc]];
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
    case SWAP: {
      double t = stack[top - 1];
      stack[top - 1] = stack[top - 2];
      stack[top - 2] = t;
      break;
    }
    case DEC:
      counter--;
      break;
    case JUMPNZ:
      pc++;
      if (counter)
        pc = code[pc] - 1;
      break;
    case HALT:
      return stack[top - 1];
    }
}

double f(const double *x) {
  static const unsigned char code[] = {LOAD, 0, LOAD, 1, MUL, DUP, SIN, LOAD, 0, ADD, MUL, PUSH, 0, ADD, DEC, JUMPNZ, 5, LOAD, 1, SWAP, MUL, HALT};
  static const double constants[] = {0.25};
  return run(code, x, constants);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
