// Datatypes that the program made: numbers with gaps between them, backwards, beside integers.
#include "check.h"
#include <stddef.h>

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static MPI_Datatype commit(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

static void vector(double *x, double *y) { // a column of a matrix, into a row
  double a[4][3], row[4] = {0};
  for (int i = 0; i < 12; i++)
    a[i / 3][i % 3] = x[i % IN] * x[(i + 1) % IN];
  MPI_Datatype column, twin, four;
  MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &column);
  column = commit(column);
  MPI_Type_dup(column, &twin);
  MPI_Sendrecv(&a[0][1], 1, twin, right(), 1, row, 4, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&twin);
  MPI_Type_contiguous(4, MPI_DOUBLE, &four);
  four = commit(four);
  MPI_Request requests[2]; // freed before the messages are there
  MPI_Irecv(&a[0][2], 1, column, left(), 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(row, 1, four, right(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&column);
  MPI_Type_free(&four);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 4; i++)
    y[i] = row[i] * a[i][2] * a[i][0];
}

static void resized(double *x, double *y) { // columns one beside the other, gathered
  double a[3][2] = {{x[0], x[1] * x[2]}, {x[2], x[3]}, {x[4] * x[4], x[5]}}, all[8 * 3 * 2];
  MPI_Datatype vector, column;
  MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &vector);
  MPI_Type_create_resized(vector, 0, sizeof(double), &column);
  column = commit(column);
  MPI_Allgather(a, 2, column, all, 6, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 6 * ranks; i++)
    y[i % OUT] += all[i] * all[i] * x[(i / 6) % IN];
  MPI_Bcast(a, 1, column, 0, MPI_COMM_WORLD); // one column alone
  y[0] += a[0][0] * a[1][0] * a[2][0] * a[0][1] * a[2][1];
  MPI_Type_free(&column);
  MPI_Type_free(&vector);
}

static void indexed(double *x, double *y) {
  double a[10], b[10] = {0};
  for (int i = 0; i < 10; i++)
    a[i] = x[i % IN] * x[(i + 2) % IN];
  int lengths[3] = {2, 0, 1}, places[3] = {6, 1, 2}, alone[3] = {9, 0, 4};
  MPI_Aint bytes[3] = {8 * sizeof(double), 0, 5 * sizeof(double)};
  MPI_Datatype some, ones, far, back;
  MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &some);
  MPI_Type_create_indexed_block(3, 1, alone, MPI_DOUBLE, &ones);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_DOUBLE, &far);
  MPI_Type_create_hvector(3, 1, -(MPI_Aint)sizeof(double), MPI_DOUBLE, &back);
  some = commit(some), ones = commit(ones), far = commit(far), back = commit(back);
  MPI_Sendrecv(a, 1, some, right(), 1, b, 1, ones, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(b, 1, ones, right(), 2, a, 1, far, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&a[9], 1, back, right(), 3, b, 3, MPI_DOUBLE, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 10; i++)
    y[i % OUT] += a[i] * b[i] * x[0] + b[i] * b[i];
  MPI_Type_free(&some), MPI_Type_free(&ones), MPI_Type_free(&far), MPI_Type_free(&back);
}

static void subarray(double *x, double *y) { // the inner part of an array, by rows and by columns
  double a[4][5], b[2][3] = {{0}};
  for (int i = 0; i < 20; i++)
    a[i / 5][i % 5] = x[i % IN] * x[(i + 3) % IN];
  int sizes[2] = {4, 5}, parts[2] = {2, 3}, starts[2] = {1, 2}, turned[2] = {5, 4}, partsTurned[2] = {3, 2},
      startsTurned[2] = {2, 1};
  MPI_Datatype inner, other;
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &inner);
  MPI_Type_create_subarray(2, turned, partsTurned, startsTurned, MPI_ORDER_FORTRAN, MPI_DOUBLE, &other);
  inner = commit(inner), other = commit(other);
  MPI_Sendrecv(a, 1, inner, right(), 1, b, 6, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(b, 6, MPI_DOUBLE, right(), 2, a, 1, other, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 6; i++)
    y[i] = b[i / 3][i % 3] * a[1 + i / 3][2 + i % 3];
  y[0] += a[0][0] * a[3][4];
  MPI_Type_free(&inner), MPI_Type_free(&other);
}

struct particle {
  int kind;
  float charge;
  double place[2];
  char name[3];
  double speed;
};

static void structure(double *x, double *y) { // of several kinds of numbers; part of what is awaited
  struct particle a[3], b[3];
  memset(a, 0, sizeof a), memset(b, 0, sizeof b);
  for (int i = 0; i < 3; i++) {
    a[i].kind = rank + i, a[i].charge = 0.5f;
    a[i].place[0] = x[i] * x[i + 1], a[i].place[1] = x[i], a[i].speed = x[i] * x[0];
    b[i] = a[i];
  }
  int lengths[5] = {1, 1, 2, 3, 1};
  MPI_Aint places[5] = {offsetof(struct particle, kind), offsetof(struct particle, charge),
                        offsetof(struct particle, place), offsetof(struct particle, name),
                        offsetof(struct particle, speed)};
  MPI_Datatype types[5] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_CHAR, MPI_DOUBLE}, packed, particle;
  MPI_Type_create_struct(5, lengths, places, types, &packed);
  MPI_Type_create_resized(packed, 0, sizeof(struct particle), &particle);
  particle = commit(particle);
  MPI_Sendrecv(a, 2, particle, right(), 1, b, 3, particle, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; i++)
    y[i] = b[i].place[0] * b[i].speed * b[i].kind + b[i].place[1] * b[i].charge;
  MPI_Bcast(a, 3, particle, ranks - 1, MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++)
    y[3 + i] = a[i].place[0] * a[i].speed * a[i].kind;
  MPI_Type_free(&particle), MPI_Type_free(&packed);
}

CHECK(vector)
CHECK(resized)
CHECK(indexed)
CHECK(subarray)
CHECK(structure)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  vector_check();
  resized_check();
  indexed_check();
  subarray_check();
  structure_check();
  return end();
}
