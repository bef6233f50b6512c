// A union of characters and an integer is storage for anything: numbers that are put there by
// copying bytes are copied with it, by a function that sees nothing but the union as well. Only
// within the library's string such a union holds text: a program's buffer of bytes may look alike.
#include "check.h"
#include <cstring>
#include <new>

struct Cell {
  union {
    char bytes[16];
    unsigned long word;
  };
  Cell *next;
};
struct Pair {
  double a, b;
};

NOINLINE static Cell *cloned(const Cell *list) {
  Cell *head = nullptr, **tail = &head;
  for (; list; list = list->next) {
    Cell *cell = new Cell(*list);
    cell->next = nullptr;
    *tail = cell;
    tail = &cell->next;
  }
  return head;
}
static double sumOf(Cell *list) {
  double sum = 0;
  while (list) {
    double pair[2];
    std::memcpy(pair, list->bytes, sizeof pair);
    sum = sum * 0.5 + pair[0] * pair[1];
    Cell *next = list->next;
    delete list;
    list = next;
  }
  return sum;
}
static double inCopiedLists(const double *x) {
  Cell *list = nullptr;
  for (int i = 0; i < 4; ++i) {
    Cell *cell = new Cell;
    double pair[2] = {x[0] * i, x[1] + i};
    std::memcpy(cell->bytes, pair, sizeof pair);
    cell->next = list;
    list = cell;
  }
  Cell *copy = cloned(list);
  double sum = sumOf(list);
  return sum * sumOf(copy);
}

/// The same, made in place, in a larger structure.
struct Named {
  const char *name;
  Cell cell;
};
NOINLINE static void assign(Named &to, const Named &from) { to = from; }
static double inStructures(const double *x) {
  Named a, b;
  a.name = "name";
  a.cell.next = nullptr;
  new (a.cell.bytes) Pair{x[0] * x[1], x[0]};
  assign(b, a);
  const Pair *pair = reinterpret_cast<const Pair *>(b.cell.bytes);
  return pair->a * pair->b * (b.name[0] == 'n');
}

/// The members of a string; the bytes are those of numbers.
struct Buffer {
  char *data;
  size_t size;
  union {
    char local[16];
    size_t capacity;
  };
};
NOINLINE static void append(Buffer *to, double value) {
  std::memcpy(to->data + to->size, &value, sizeof value);
  to->size += sizeof value;
}
NOINLINE static double numberOf(const Buffer *from, int i) {
  double value;
  std::memcpy(&value, from->data + i * sizeof value, sizeof value);
  return value;
}
NOINLINE static void copyBuffer(Buffer *to, const Buffer *from) {
  *to = *from;
  if (from->data == from->local)
    to->data = to->local;
}
static double inShortBuffers(const double *x) {
  Buffer a{a.local, 0, {}}, b{b.local, 0, {}};
  append(&a, x[0] * x[1]);
  append(&a, x[0]);
  copyBuffer(&b, &a);
  return numberOf(&b, 0) * numberOf(&b, 1);
}

CHECK_FUNCTION(inCopiedLists, 2, 0.5, 1.5);
CHECK_FUNCTION(inStructures, 2, 0.5, 1.5);
CHECK_FUNCTION(inShortBuffers, 2, 0.5, 1.5);
