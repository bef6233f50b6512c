/* reductions.c - broadcasts, and sums, products and extremes over ranks.
 *
 * Every reduction is a sum with weights, y = Σ w x over ranks, w = ∂y/∂x:
 *
 *   sum                 1
 *   product             the product of the others: of the ranks before, and of those behind
 *   minimum, maximum    1 on the first rank whose number is the result, 0 on others
 *
 *   call                   tangent of it          adjoint
 *   broadcast              broadcast              b̅ at the root = the sum of all b̅; others: 0
 *   reduce                 reduce, of w x'        x̅ += w · the root's y̅, broadcast
 *   allreduce              allreduce              x̅ += w · the sum of all y̅
 *   reduce and scatter     the same               x̅ += w · all y̅, gathered
 *   scan                   scan                   x̅ += the scan of y̅ from the last rank on
 *
 * In place x and y are one memory: y̅ is taken out of it before x̅ is added. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum shape { REDUCE, ALLREDUCE, SCATTERED, SCAN, EXSCAN };

struct reduction {
  struct enzyme_mpi_record base;
  const char *call;
  enum shape shape;
  struct enzyme_mpi_communicator *twin;
  int root;
  struct enzyme_mpi_side from, to;
  MPI_Aint numbers; /* in one lane of `from` */
  enum enzyme_mpi_real kind;
  int *share; /* of each rank, in numbers: SCATTERED */
  int *place;
  char *weight; /* null: 1 */
};

static MPI_Datatype type_of(enum enzyme_mpi_real kind) {
  return kind == REAL_FLOAT ? MPI_FLOAT : kind == REAL_DOUBLE ? MPI_DOUBLE : MPI_LONG_DOUBLE;
}

static int has(const struct reduction *one) {
  int rank = one->twin->rank;
  return one->shape == REDUCE ? rank == one->root : one->shape == EXSCAN ? rank != 0 : 1;
}

static int numbers_in(const struct reduction *one, int lanes) {
  return enzyme_mpi_int(one->call, lanes * one->numbers);
}

/*--- arithmetic on numbers of a kind ---*/

static long double get(enum enzyme_mpi_real kind, const char *at, MPI_Aint i) {
  float f;
  double d;
  long double l = 0;
  switch (kind) {
  case REAL_FLOAT:
    memcpy(&f, at + i * sizeof f, sizeof f);
    return f;
  case REAL_DOUBLE:
    memcpy(&d, at + i * sizeof d, sizeof d);
    return d;
  default:
    memcpy(&l, at + i * sizeof l, sizeof l);
    return l;
  }
}

static void set(enum enzyme_mpi_real kind, char *at, MPI_Aint i, long double value) {
  float f = value;
  double d = value;
  switch (kind) {
  case REAL_FLOAT:
    memcpy(at + i * sizeof f, &f, sizeof f);
    return;
  case REAL_DOUBLE:
    memcpy(at + i * sizeof d, &d, sizeof d);
    return;
  default:
    memcpy(at + i * sizeof value, &value, sizeof value);
  }
}

/* A weight of zero gives zero, whatever it is multiplied with. */
static void multiply(const struct reduction *one, char *numbers) {
  for (int lane = 0; one->weight && lane < one->from.lanes; ++lane)
    for (MPI_Aint i = 0; i < one->numbers; ++i) {
      MPI_Aint at = lane * one->numbers + i;
      long double weight = get(one->kind, one->weight, i);
      set(one->kind, numbers, at, weight == 0 ? 0 : weight * get(one->kind, numbers, at));
    }
}

static size_t bytes_of(const struct reduction *one) {
  return one->numbers * enzyme_mpi_size(one->kind);
}

static char *room_of(const struct reduction *one) {
  return enzyme_mpi_room(one->from.lanes * bytes_of(one));
}

/*--- weights ---*/

/* What the program reduces, as numbers without gaps. */
static char *primal_numbers(const struct reduction *one, const void *primal) {
  char *numbers = enzyme_mpi_room(bytes_of(one));
  char *memory = (char *)primal; /* read only */
  struct enzyme_mpi_side side = one->from;
  side.lanes = 1;
  side.shadow = &memory;
  struct enzyme_mpi_part all = {0, 0, side.count, bytes_of(one)};
  enzyme_mpi_move(&side, all, MOVE_PACK, numbers);
  return numbers;
}

static void weigh_product(struct reduction *one, const char *numbers) {
  one->weight = enzyme_mpi_room(bytes_of(one));
  int count = numbers_in(one, 1), last = one->twin->size - 1;
  MPI_Datatype type = type_of(one->kind);
  char *before = enzyme_mpi_room(bytes_of(one)), *after = enzyme_mpi_room(bytes_of(one));
  PMPI_Exscan(numbers, before, count, type, MPI_PROD, one->twin->comm);
  PMPI_Exscan(numbers, after, count, type, MPI_PROD, enzyme_mpi_backward(one->twin));
  for (MPI_Aint i = 0; i < one->numbers; ++i) {
    long double others = one->twin->rank ? get(one->kind, before, i) : 1;
    others *= one->twin->rank != last ? get(one->kind, after, i) : 1;
    set(one->kind, one->weight, i, others);
  }
  free(before);
  free(after);
}

/* Places are compared where the number itself is, as in MPI_DOUBLE_INT. */
static int is_place_of(const struct reduction *one, const char *mine, const char *result,
                       MPI_Aint i) {
  int isSame = 1;
  for (int r = 0; r < one->from.layout.runs; ++r) {
    const struct enzyme_mpi_run *run = &one->from.layout.run[r];
    MPI_Aint at = i * one->from.layout.extent + run->offset;
    if (run->reals == 0)
      isSame &= memcmp(mine + at, result + at, sizeof(int)) == 0;
  }
  return isSame;
}

static void weigh_extreme(struct reduction *one, const char *numbers, const void *primal,
                          MPI_Datatype type, MPI_Op op) {
  size_t bytes = one->from.count * one->from.layout.extent;
  char *result = enzyme_mpi_room(bytes);
  int count = numbers_in(one, 1), all = one->twin->size;
  int *mine = enzyme_mpi_room(count * sizeof *mine), *first = enzyme_mpi_room(count * sizeof(int));
  PMPI_Allreduce(primal, result, (int)one->from.count, type, op, one->twin->comm);
  char *best = primal_numbers(one, result);
  for (int i = 0; i < count; ++i) {
    int isBest = get(one->kind, numbers, i) == get(one->kind, best, i) &&
                 is_place_of(one, primal, result, i);
    mine[i] = isBest ? one->twin->rank : all;
  }
  PMPI_Allreduce(mine, first, count, MPI_INT, MPI_MIN, one->twin->comm);
  one->weight = enzyme_mpi_room(bytes_of(one));
  for (int i = 0; i < count; ++i)
    set(one->kind, one->weight, i, first[i] == one->twin->rank);
  free(result);
  free(best);
  free(mine);
  free(first);
}

/* Before the program's call, which may overwrite what it reduces. */
static void weigh(struct reduction *one, const void *primal, MPI_Datatype type, MPI_Op op) {
  if (op == MPI_SUM)
    return;
  int isScan = one->shape == SCAN || one->shape == EXSCAN;
  int isExtreme = op == MPI_MIN || op == MPI_MAX || op == MPI_MINLOC || op == MPI_MAXLOC;
  if (isScan)
    enzyme_mpi_stop(one->call, "only sums are differentiated, of all operations in a scan");
  if (!isExtreme && op != MPI_PROD)
    enzyme_mpi_stop(one->call, "an operation that the program made is not differentiated");
  for (int r = 0; r < one->from.layout.runs; ++r)
    if (one->from.layout.run[r].reals == 2)
      enzyme_mpi_stop(one->call, "only sums of complex numbers are differentiated");
  char *numbers = primal_numbers(one, primal);
  if (isExtreme)
    weigh_extreme(one, numbers, primal, type, op);
  else
    weigh_product(one, numbers);
  free(numbers);
}

/*--- forward ---*/

static void sum_scattered(const struct reduction *one, const char *x, char *y) {
  size_t size = enzyme_mpi_size(one->kind);
  for (int lane = 0; lane < one->from.lanes; ++lane)
    PMPI_Reduce_scatter(x + lane * bytes_of(one), y + lane * one->share[one->twin->rank] * size,
                        one->share, type_of(one->kind), MPI_SUM, one->twin->comm);
}

static void sum(const struct reduction *one, const char *x, char *y) {
  MPI_Datatype type = type_of(one->kind);
  MPI_Comm comm = one->twin->comm;
  int count = numbers_in(one, one->from.lanes);
  switch (one->shape) {
  case REDUCE:
    PMPI_Reduce(x, y, count, type, MPI_SUM, one->root, comm);
    return;
  case ALLREDUCE:
    PMPI_Allreduce(x, y, count, type, MPI_SUM, comm);
    return;
  case SCATTERED:
    sum_scattered(one, x, y);
    return;
  case SCAN:
    PMPI_Scan(x, y, count, type, MPI_SUM, comm);
    return;
  case EXSCAN:
    PMPI_Exscan(x, y, count, type, MPI_SUM, comm);
  }
}

static MPI_Aint received_bytes(const struct reduction *one) {
  return one->to.count * one->to.layout.bytes;
}

static void forward(const struct reduction *one) {
  char *x = room_of(one), *y = room_of(one);
  enzyme_mpi_move_lanes(&one->from, bytes_of(one), MOVE_PACK, x);
  multiply(one, x);
  sum(one, x, y);
  if (has(one))
    enzyme_mpi_move_lanes(&one->to, received_bytes(one), MOVE_SET, y);
  free(x);
  free(y);
}

/*--- reverse ---*/

static void gather_scattered(const struct reduction *one, const char *y, char *x) {
  size_t size = enzyme_mpi_size(one->kind);
  MPI_Datatype type = type_of(one->kind);
  int own = one->share[one->twin->rank];
  for (int lane = 0; lane < one->from.lanes; ++lane)
    PMPI_Allgatherv(y + lane * own * size, own, type, x + lane * bytes_of(one), one->share,
                    one->place, type, one->twin->comm);
}

static void sum_back(const struct reduction *one, char *y, char *x) {
  MPI_Datatype type = type_of(one->kind);
  MPI_Comm comm = one->twin->comm;
  int count = numbers_in(one, one->from.lanes);
  switch (one->shape) {
  case REDUCE:
    memcpy(x, y, one->from.lanes * bytes_of(one));
    PMPI_Bcast(x, count, type, one->root, comm);
    return;
  case ALLREDUCE:
    PMPI_Allreduce(y, x, count, type, MPI_SUM, comm);
    return;
  case SCATTERED:
    gather_scattered(one, y, x);
    return;
  case SCAN:
    PMPI_Scan(y, x, count, type, MPI_SUM, enzyme_mpi_backward(one->twin));
    return;
  case EXSCAN: /* the last rank gets nothing, and x is 0 there */
    PMPI_Exscan(y, x, count, type, MPI_SUM, enzyme_mpi_backward(one->twin));
    if (one->twin->rank == one->twin->size - 1)
      memset(x, 0, one->from.lanes * bytes_of(one));
  }
}

static void free_reduction(struct reduction *one) {
  enzyme_mpi_side_free(&one->from);
  enzyme_mpi_side_free(&one->to);
  enzyme_mpi_twin_release(one->twin);
  free(one->share);
  free(one->place);
  free(one->weight);
  free(one);
}

static void reverse(struct enzyme_mpi_record *base) {
  struct reduction *one = (struct reduction *)base;
  char *x = room_of(one), *y = room_of(one);
  if (has(one))
    enzyme_mpi_move_lanes(&one->to, received_bytes(one), MOVE_TAKE, y);
  sum_back(one, y, x);
  multiply(one, x);
  enzyme_mpi_move_lanes(&one->from, bytes_of(one), MOVE_ADD, x);
  free(x);
  free(y);
  free_reduction(one);
}

/*--- the calls ---*/

struct reduced {
  const char *call;
  enum shape shape;
  enzyme_mpi_slot slot;
  int lanes, root;
  void *const *fromShadow, *const *toShadow;
  const void *from;
  void *to;
  MPI_Aint count; /* of all */
  const int *shares;
  int share;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Comm comm;
};

/* Shares are counted in elements; a complex number is two numbers. */
static void share_out(struct reduction *one, const struct reduced *of) {
  int size = one->twin->size, place = 0;
  MPI_Aint inOne = one->from.layout.bytes / (MPI_Aint)enzyme_mpi_size(one->kind);
  one->share = enzyme_mpi_room(size * sizeof *one->share);
  one->place = enzyme_mpi_room(size * sizeof *one->place);
  for (int i = 0; i < size; ++i) {
    one->share[i] = enzyme_mpi_int(of->call, (of->shares ? of->shares[i] : of->share) * inOne);
    one->place[i] = place;
    place += one->share[i];
  }
}

/* Null where no number is reduced. */
static struct reduction *begin(const struct reduced *of) {
  struct reduction *one = enzyme_mpi_room(sizeof *one);
  one->base.reverse = reverse;
  one->call = of->call;
  one->shape = of->shape;
  one->root = of->root;
  one->twin = enzyme_mpi_twin(of->call, of->comm, /*isCollective=*/1);
  int rank = one->twin->rank, isInPlace = of->from == MPI_IN_PLACE;
  MPI_Aint share = of->shape != SCATTERED ? of->count : of->shares ? of->shares[rank] : of->share;
  const void *primal = isInPlace ? of->to : of->from;
  struct enzyme_mpi_buffer from = {primal, isInPlace ? of->toShadow : of->fromShadow, of->lanes,
                                   of->count, of->type};
  struct enzyme_mpi_buffer to = {of->to, of->toShadow, of->lanes, share, of->type};
  enzyme_mpi_side_make(&one->from, of->call, &from);
  enzyme_mpi_side_make(&one->to, of->call, &to);
  one->kind = one->from.layout.kind;
  if (one->from.layout.isUnknown && of->op != MPI_BAND && of->op != MPI_BOR && of->op != MPI_BXOR)
    enzyme_mpi_stop(of->call, "a reduction of such a datatype is not differentiated");
  if (one->kind == REAL_NONE || one->from.layout.isMixed || of->count == 0) {
    if (one->from.layout.isMixed)
      enzyme_mpi_stop(of->call, "a reduction of such a datatype is not differentiated");
    free_reduction(one);
    return NULL;
  }
  one->numbers = of->count * one->from.layout.bytes / (MPI_Aint)enzyme_mpi_size(one->kind);
  if (of->shape == SCATTERED)
    share_out(one, of);
  weigh(one, primal, of->type, of->op);
  return one;
}

static void end(enzyme_mpi_slot slot, struct reduction *one) {
  if (slot)
    *slot = one ? &one->base : NULL;
  if (slot || !one)
    return;
  forward(one);
  free_reduction(one);
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Reduce(enzyme_mpi_slot slot, int lanes, void *const *fromShadow,
                      void *const *toShadow, const void *from, void *to, int count,
                      MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  struct reduced of = {"MPI_Reduce", REDUCE, slot, lanes, root, fromShadow, toShadow, from,
                       to,           count,  NULL, 0,     type, op,         comm};
  struct reduction *one = begin(&of);
  int code = MPI_Reduce(from, to, count, type, op, root, comm);
  end(slot, one);
  return code;
}

#define REDUCTION(X, SHAPE)                                                                        \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *fromShadow,                     \
                     void *const *toShadow, const void *from, void *to, int count,                 \
                     MPI_Datatype type, MPI_Op op, MPI_Comm comm) {                                \
    struct reduced of = {"MPI_" #X, SHAPE, slot, lanes, 0,    fromShadow, toShadow, from,          \
                         to,        count, NULL, 0,     type, op,         comm};                   \
    struct reduction *one = begin(&of);                                                            \
    int code = MPI_##X(from, to, count, type, op, comm);                                           \
    end(slot, one);                                                                                \
    return code;                                                                                   \
  }

REDUCTION(Allreduce, ALLREDUCE)
REDUCTION(Scan, SCAN)
REDUCTION(Exscan, EXSCAN)

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Reduce_scatter_block(enzyme_mpi_slot slot, int lanes, void *const *fromShadow,
                                    void *const *toShadow, const void *from, void *to, int count,
                                    MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  int size;
  PMPI_Comm_size(comm, &size);
  struct reduced of = {
      "MPI_Reduce_scatter_block", SCATTERED, slot,  lanes, 0,  fromShadow, toShadow, from, to,
      (MPI_Aint)count * size,     NULL,      count, type,  op, comm};
  struct reduction *one = begin(&of);
  int code = MPI_Reduce_scatter_block(from, to, count, type, op, comm);
  end(slot, one);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Reduce_scatter(enzyme_mpi_slot slot, int lanes, void *const *fromShadow,
                              void *const *toShadow, const void *from, void *to, const int counts[],
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  int size;
  MPI_Aint all = 0;
  PMPI_Comm_size(comm, &size);
  for (int i = 0; i < size; ++i)
    all += counts[i];
  struct reduced of = {"MPI_Reduce_scatter",
                       SCATTERED,
                       slot,
                       lanes,
                       0,
                       fromShadow,
                       toShadow,
                       from,
                       to,
                       all,
                       counts,
                       0,
                       type,
                       op,
                       comm};
  struct reduction *one = begin(&of);
  int code = MPI_Reduce_scatter(from, to, counts, type, op, comm);
  end(slot, one);
  return code;
}

/*--- broadcasts ---*/

/* Where the datatype mixes precisions, MPI cannot add: the root does. */
static void reverse_broadcast(struct enzyme_mpi_record *base) {
  struct reduction *one = (struct reduction *)base;
  int bytes = enzyme_mpi_int(one->call, one->from.lanes * one->from.count * one->from.layout.bytes);
  int isRoot = one->twin->rank == one->root;
  char *adjoint = enzyme_mpi_room(bytes), *total = enzyme_mpi_room(bytes);
  MPI_Aint inLane = one->from.count * one->from.layout.bytes;
  enzyme_mpi_move_lanes(&one->from, inLane, MOVE_TAKE, adjoint);
  if (!one->from.layout.isMixed) {
    PMPI_Reduce(adjoint, total, bytes / (int)enzyme_mpi_size(one->kind), type_of(one->kind),
                MPI_SUM, one->root, one->twin->comm);
    if (isRoot)
      enzyme_mpi_move_lanes(&one->from, inLane, MOVE_ADD, total);
  } else {
    char *all = enzyme_mpi_room(isRoot ? (size_t)one->twin->size * bytes : 0);
    PMPI_Gather(adjoint, bytes, MPI_BYTE, all, bytes, MPI_BYTE, one->root, one->twin->comm);
    for (int rank = 0; isRoot && rank < one->twin->size; ++rank)
      enzyme_mpi_move_lanes(&one->from, inLane, MOVE_ADD, all + (size_t)rank * bytes);
    free(all);
  }
  free(adjoint);
  free(total);
  free_reduction(one);
}

static void forward_broadcast(const struct reduction *one) {
  MPI_Aint inLane = one->from.count * one->from.layout.bytes;
  int bytes = enzyme_mpi_int(one->call, one->from.lanes * inLane);
  char *tangent = enzyme_mpi_room(bytes);
  enzyme_mpi_move_lanes(&one->from, inLane, MOVE_PACK, tangent);
  PMPI_Bcast(tangent, bytes, MPI_BYTE, one->root, one->twin->comm);
  if (one->twin->rank != one->root)
    enzyme_mpi_move_lanes(&one->from, inLane, MOVE_SET, tangent);
  free(tangent);
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Bcast(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                     MPI_Datatype type, int root, MPI_Comm comm) {
  int code = MPI_Bcast(buffer, count, type, root, comm);
  struct reduction *one = enzyme_mpi_room(sizeof *one);
  one->base.reverse = reverse_broadcast;
  one->call = "MPI_Bcast";
  one->root = root;
  one->twin = enzyme_mpi_twin(one->call, comm, /*isCollective=*/1);
  struct enzyme_mpi_buffer all = {buffer, shadow, lanes, count, type};
  enzyme_mpi_side_make(&one->from, one->call, &all);
  one->kind = one->from.layout.kind;
  int isEmpty = count == 0 || one->from.layout.bytes == 0;
  if (slot)
    *slot = isEmpty ? NULL : &one->base;
  if (!slot && !isEmpty)
    forward_broadcast(one);
  if (!slot || isEmpty)
    free_reduction(one);
  return code;
}
