/* layout.c - where the numbers of a datatype are.
 *
 * A datatype is taken apart as it was made (MPI_Type_get_contents), down to the basic types, into
 * runs of numbers. Offsets may go anywhere: in a vector of negative stride, in structures. What is
 * no number stays as a run without bytes, because MPI counts what was received in basic elements.
 */
#include "internal.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void enzyme_mpi_stop(const char *call, const char *what) {
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fprintf(stderr, "enzyme-clang: error: rank %d: derivative of %s: %s\n", rank, call, what);
  fflush(stderr);
  /* Launchers may drop what a process wrote just before it aborts; half a second lets it through.
   */
  nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
  PMPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

void *enzyme_mpi_room(size_t bytes) {
  void *room = calloc(1, bytes ? bytes : 1);
  if (!room)
    enzyme_mpi_stop("a call of MPI", "there is no memory left");
  return room;
}

size_t enzyme_mpi_size(enum enzyme_mpi_real kind) {
  return kind == REAL_FLOAT    ? sizeof(float)
         : kind == REAL_DOUBLE ? sizeof(double)
         : kind == REAL_LONG   ? sizeof(long double)
         : kind == REAL_PACKED ? 1
                               : 0;
}

/*--- basic types ---*/

struct basic {
  int reals;
  enum enzyme_mpi_real kind;
  MPI_Aint integer; /* of a pair: where the number's place is */
};

static int is(MPI_Datatype type, MPI_Datatype known) {
  return known != MPI_DATATYPE_NULL && type == known;
}

static struct basic basic_of(MPI_Datatype type) {
  struct basic none = {0, REAL_NONE, 0};
  if (is(type, MPI_DOUBLE) || is(type, MPI_DOUBLE_PRECISION) || is(type, MPI_REAL8))
    return (struct basic){1, REAL_DOUBLE, 0};
  if (is(type, MPI_FLOAT) || is(type, MPI_REAL) || is(type, MPI_REAL4))
    return (struct basic){1, REAL_FLOAT, 0};
  if (is(type, MPI_LONG_DOUBLE))
    return (struct basic){1, REAL_LONG, 0};
  if (is(type, MPI_C_DOUBLE_COMPLEX) || is(type, MPI_DOUBLE_COMPLEX) || is(type, MPI_COMPLEX16) ||
      is(type, MPI_CXX_DOUBLE_COMPLEX))
    return (struct basic){2, REAL_DOUBLE, 0};
  if (is(type, MPI_C_FLOAT_COMPLEX) || is(type, MPI_C_COMPLEX) || is(type, MPI_COMPLEX) ||
      is(type, MPI_COMPLEX8) || is(type, MPI_CXX_FLOAT_COMPLEX))
    return (struct basic){2, REAL_FLOAT, 0};
  if (is(type, MPI_C_LONG_DOUBLE_COMPLEX) || is(type, MPI_CXX_LONG_DOUBLE_COMPLEX))
    return (struct basic){2, REAL_LONG, 0};
  if (is(type, MPI_DOUBLE_INT))
    return (struct basic){1, REAL_DOUBLE, sizeof(double)};
  if (is(type, MPI_FLOAT_INT))
    return (struct basic){1, REAL_FLOAT, sizeof(float)};
  if (is(type, MPI_LONG_DOUBLE_INT))
    return (struct basic){1, REAL_LONG, sizeof(long double)};
  if (is(type, MPI_PACKED))
    return (struct basic){1, REAL_PACKED, 0};
  if (is(type, MPI_BYTE) || is(type, MPI_REAL16) || is(type, MPI_COMPLEX32))
    return (struct basic){0, REAL_UNKNOWN, 0};
  return none;
}

/*--- taking apart ---*/

static void add_run(struct enzyme_mpi_layout *layout, struct enzyme_mpi_run run) {
  if (run.basics == 0)
    return;
  struct enzyme_mpi_run *last = layout->runs ? &layout->run[layout->runs - 1] : NULL;
  MPI_Aint bytes = last ? last->basics * last->reals * (MPI_Aint)enzyme_mpi_size(last->kind) : 0;
  int isNext = last && last->kind == run.kind && last->reals == run.reals &&
               last->bytes == run.bytes && (run.reals == 0 || last->offset + bytes == run.offset);
  if (isNext) {
    last->basics += run.basics;
    return;
  }
  if (layout->runs == layout->room) {
    layout->room = layout->room ? 2 * layout->room : 4;
    layout->run = realloc(layout->run, layout->room * sizeof *layout->run);
    if (!layout->run)
      enzyme_mpi_stop("a call of MPI", "there is no memory left");
  }
  layout->run[layout->runs++] = run;
}

static void add_basic(struct enzyme_mpi_layout *layout, MPI_Datatype type, MPI_Aint offset) {
  struct basic basic = basic_of(type);
  struct enzyme_mpi_run run = {offset, 1, basic.reals, 0, basic.kind, type};
  if (basic.reals == 0)
    PMPI_Type_size(type, &run.bytes);
  add_run(layout, run);
  layout->isUnknown |= basic.kind == REAL_UNKNOWN;
  if (is(type, MPI_2REAL) || is(type, MPI_2DOUBLE_PRECISION)) { /* a number and its place */
    enum enzyme_mpi_real kind = is(type, MPI_2REAL) ? REAL_FLOAT : REAL_DOUBLE;
    struct enzyme_mpi_run pair = {offset, 2, 1, 0, kind, type};
    add_run(layout, pair);
    return;
  }
  if (basic.integer) {
    struct enzyme_mpi_run place = {offset + basic.integer, 1, 0, sizeof(int), REAL_NONE, type};
    add_run(layout, place);
  }
}

static void add_type(struct enzyme_mpi_layout *layout, MPI_Datatype type, MPI_Aint offset);

static MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

static void add_block(struct enzyme_mpi_layout *layout, MPI_Datatype type, MPI_Aint offset,
                      MPI_Aint count) {
  MPI_Aint extent = extent_of(type);
  for (MPI_Aint i = 0; i < count; ++i)
    add_type(layout, type, offset + i * extent);
}

struct contents {
  int *integers;
  MPI_Aint *addresses;
  MPI_Datatype *types;
};

/* n, sizes, subsizes, starts, order */
static void add_subarray(struct enzyme_mpi_layout *layout, const struct contents *of,
                         MPI_Aint offset) {
  int n = of->integers[0];
  const int *sizes = of->integers + 1, *subsizes = sizes + n, *starts = subsizes + n;
  int isFortran = starts[n] == MPI_ORDER_FORTRAN;
  MPI_Aint extent = extent_of(of->types[0]), total = 1;
  for (int d = 0; d < n; ++d)
    total *= subsizes[d];
  for (MPI_Aint i = 0; i < total; ++i) {
    MPI_Aint rest = i, place = 0, stride = 1;
    for (int k = 0; k < n; ++k) { /* the dimension that runs fastest first */
      int d = isFortran ? k : n - 1 - k;
      place += (starts[d] + rest % subsizes[d]) * stride;
      rest /= subsizes[d];
      stride *= sizes[d];
    }
    add_type(layout, of->types[0], offset + place * extent);
  }
}

/* Blocks of elements at distances of elements or bytes. */
static void add_blocks(struct enzyme_mpi_layout *layout, int combiner, const struct contents *of,
                       MPI_Aint offset) {
  int count = of->integers[0];
  MPI_Datatype type = of->types[0];
  MPI_Aint extent = extent_of(type);
  for (int i = 0; i < count; ++i)
    switch (combiner) {
    case MPI_COMBINER_VECTOR:
      add_block(layout, type, offset + (MPI_Aint)i * of->integers[2] * extent, of->integers[1]);
      break;
    case MPI_COMBINER_HVECTOR:
      add_block(layout, type, offset + i * of->addresses[0], of->integers[1]);
      break;
    case MPI_COMBINER_INDEXED:
      add_block(layout, type, offset + of->integers[1 + count + i] * extent, of->integers[1 + i]);
      break;
    case MPI_COMBINER_HINDEXED:
      add_block(layout, type, offset + of->addresses[i], of->integers[1 + i]);
      break;
    case MPI_COMBINER_INDEXED_BLOCK:
      add_block(layout, type, offset + of->integers[2 + i] * extent, of->integers[1]);
      break;
    case MPI_COMBINER_HINDEXED_BLOCK:
      add_block(layout, type, offset + of->addresses[i], of->integers[1]);
      break;
    default: /* a structure */
      add_block(layout, of->types[i], offset + of->addresses[i], of->integers[1 + i]);
    }
}

static void add_made(struct enzyme_mpi_layout *layout, int combiner, const struct contents *of,
                     MPI_Aint offset) {
  switch (combiner) {
  case MPI_COMBINER_DUP:
  case MPI_COMBINER_RESIZED:
    add_type(layout, of->types[0], offset);
    return;
  case MPI_COMBINER_CONTIGUOUS:
    add_block(layout, of->types[0], offset, of->integers[0]);
    return;
  case MPI_COMBINER_SUBARRAY:
    add_subarray(layout, of, offset);
    return;
  case MPI_COMBINER_VECTOR:
  case MPI_COMBINER_HVECTOR:
  case MPI_COMBINER_INDEXED:
  case MPI_COMBINER_HINDEXED:
  case MPI_COMBINER_INDEXED_BLOCK:
  case MPI_COMBINER_HINDEXED_BLOCK:
  case MPI_COMBINER_STRUCT:
    add_blocks(layout, combiner, of, offset);
    return;
  default: /* distributed arrays, types by their number of digits */
    layout->isUnknown = 1;
  }
}

static void add_type(struct enzyme_mpi_layout *layout, MPI_Datatype type, MPI_Aint offset) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) {
    add_basic(layout, type, offset);
    return;
  }
  struct contents of = {enzyme_mpi_room(integers * sizeof(int)),
                        enzyme_mpi_room(addresses * sizeof(MPI_Aint)),
                        enzyme_mpi_room(types * sizeof(MPI_Datatype))};
  PMPI_Type_get_contents(type, integers, addresses, types, of.integers, of.addresses, of.types);
  add_made(layout, combiner, &of, offset);
  for (int i = 0; i < types; ++i) {
    int a, b, c, inner;
    PMPI_Type_get_envelope(of.types[i], &a, &b, &c, &inner);
    if (inner != MPI_COMBINER_NAMED)
      PMPI_Type_free(&of.types[i]);
  }
  free(of.integers);
  free(of.addresses);
  free(of.types);
}

static void sum_up(struct enzyme_mpi_layout *layout) {
  for (int i = 0; i < layout->runs; ++i) {
    const struct enzyme_mpi_run *run = &layout->run[i];
    layout->bytes += run->basics * run->reals * (MPI_Aint)enzyme_mpi_size(run->kind);
    if (run->reals == 0)
      continue;
    layout->isMixed |= layout->kind != REAL_NONE && layout->kind != run->kind;
    layout->kind = layout->isMixed ? REAL_LONG : run->kind;
    layout->isMixed |= run->kind == REAL_PACKED; /* whatever it holds */
  }
}

/*--- sides ---*/

void enzyme_mpi_side_make(struct enzyme_mpi_side *side, const char *call,
                          const struct enzyme_mpi_buffer *buffer) {
  memset(side, 0, sizeof *side);
  side->lanes = buffer->lanes;
  side->count = buffer->count;
  if (buffer->type == MPI_DATATYPE_NULL)
    return;
  add_type(&side->layout, buffer->type, 0);
  sum_up(&side->layout);
  side->layout.extent = extent_of(buffer->type);
  for (int lane = 0; buffer->shadow && lane < buffer->lanes; ++lane) {
    char *shadow = buffer->shadow[lane];
    if (!shadow || shadow == buffer->primal) /* constant in this lane */
      continue;
    if (!side->shadow)
      side->shadow = enzyme_mpi_room(buffer->lanes * sizeof *side->shadow);
    side->shadow[lane] = shadow;
  }
  if (side->layout.kind == REAL_PACKED && side->shadow)
    enzyme_mpi_find_ranges(side, buffer->primal);
  if (buffer->count && side->layout.bytes && buffer->primal == MPI_BOTTOM)
    enzyme_mpi_stop(call,
                    "numbers at absolute addresses (MPI_BOTTOM) have no shadow that is known");
  if (buffer->count && side->layout.isUnknown && side->shadow)
    enzyme_mpi_stop(call, "the buffer may hold numbers that vary, but its datatype (MPI_BYTE, "
                          "a distributed array) does not tell where they are");
}

void enzyme_mpi_side_free(struct enzyme_mpi_side *side) {
  free(side->range);
  free(side->layout.run);
  free(side->shadow);
}

#define ADD_NUMBERS(TYPE)                                                                          \
  static void add_##TYPE(MPI_Aint bytes, char *to, const char *from) {                             \
    for (MPI_Aint at = 0; at < bytes; at += sizeof(TYPE)) {                                        \
      TYPE a, b;                                                                                   \
      memcpy(&a, to + at, sizeof a);                                                               \
      memcpy(&b, from + at, sizeof b);                                                             \
      a += b;                                                                                      \
      memcpy(to + at, &a, sizeof a);                                                               \
    }                                                                                              \
  }
typedef long double longdouble;
ADD_NUMBERS(float)
ADD_NUMBERS(double)
ADD_NUMBERS(longdouble)

void enzyme_mpi_add(enum enzyme_mpi_real kind, MPI_Aint bytes, char *to, const char *from) {
  if (kind == REAL_FLOAT)
    add_float(bytes, to, from);
  else if (kind == REAL_DOUBLE)
    add_double(bytes, to, from);
  else
    add_longdouble(bytes, to, from);
}

static void move_run(enum enzyme_mpi_real kind, MPI_Aint bytes, enum enzyme_mpi_move how,
                     char *shadow, char *packed) {
  switch (how) {
  case MOVE_PACK:
  case MOVE_TAKE:
    memcpy(packed, shadow, bytes);
    if (how == MOVE_TAKE)
      memset(shadow, 0, bytes);
    return;
  case MOVE_SET:
    memcpy(shadow, packed, bytes);
    return;
  case MOVE_ADD:
    enzyme_mpi_add(kind, bytes, shadow, packed);
    return;
  case MOVE_CLEAR:
    memset(shadow, 0, bytes);
  }
}

void enzyme_mpi_move(const struct enzyme_mpi_side *side, struct enzyme_mpi_part part,
                     enum enzyme_mpi_move how, char *packed) {
  char *shadow = side->shadow ? side->shadow[part.lane] : NULL;
  if (!shadow && (how == MOVE_PACK || how == MOVE_TAKE))
    memset(packed, 0, part.bytes);
  if (!shadow)
    return;
  if (side->layout.kind == REAL_PACKED && how == MOVE_ADD) {
    enzyme_mpi_add_packed(side, part.first, part.bytes, shadow, packed);
    return;
  }
  for (MPI_Aint i = part.first; i < part.first + part.count; ++i)
    for (int r = 0; r < side->layout.runs; ++r) {
      const struct enzyme_mpi_run *run = &side->layout.run[r];
      MPI_Aint length = run->basics * run->reals * (MPI_Aint)enzyme_mpi_size(run->kind);
      length = length < part.bytes ? length : part.bytes;
      if (length == 0)
        continue;
      move_run(run->kind, length, how, shadow + i * side->layout.extent + run->offset, packed);
      packed = packed ? packed + length : NULL;
      part.bytes -= length;
    }
}

void enzyme_mpi_move_lanes(const struct enzyme_mpi_side *side, MPI_Aint bytes,
                           enum enzyme_mpi_move how, char *packed) {
  for (int lane = 0; lane < side->lanes; ++lane) {
    struct enzyme_mpi_part all = {lane, 0, side->count, bytes};
    enzyme_mpi_move(side, all, how, packed ? packed + lane * bytes : NULL);
  }
}

MPI_Aint enzyme_mpi_bytes_of(const struct enzyme_mpi_side *side, MPI_Aint basics) {
  MPI_Aint inOne = 0, bytes = 0;
  for (int r = 0; r < side->layout.runs; ++r)
    inOne += side->layout.run[r].basics;
  if (inOne == 0)
    return 0;
  bytes = basics / inOne * side->layout.bytes;
  basics %= inOne;
  for (int r = 0; r < side->layout.runs && basics > 0; ++r) {
    const struct enzyme_mpi_run *run = &side->layout.run[r];
    MPI_Aint some = run->basics < basics ? run->basics : basics;
    bytes += some * run->reals * (MPI_Aint)enzyme_mpi_size(run->kind);
    basics -= some;
  }
  return bytes;
}

int enzyme_mpi_int(const char *call, MPI_Aint bytes) {
  if (bytes > INT_MAX)
    enzyme_mpi_stop(call, "the derivatives of this message are more than 2 GiB long");
  return (int)bytes;
}
