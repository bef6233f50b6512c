/* collectives.c - calls of all ranks that move blocks: gather, scatter and their kin; barriers.
 *
 *   call        tangent      adjoint
 *   gather      gather       scatter, added to what was sent
 *   scatter     scatter      gather, added to what was sent
 *   allgather   allgather    all to all, and the sum of what comes
 *   alltoall    alltoall     all to all, the other way
 *
 * What is received is cleared backwards. In place, a rank's own block stays where it is, or is what
 * it sends. Blocks travel as bytes, of all lanes one behind the other. */
#include "internal.h"
#include <stdlib.h>

enum pattern { GATHER, SCATTER, ALLGATHER, ALLTOALL };

/* One block for each rank, in elements of the side's datatype; or one block alone. */
struct blocks {
  struct enzyme_mpi_side side;
  int count; /* of blocks; 0: this rank has none */
  MPI_Aint *size, *place;
  int *bytes, *offset; /* of the packed ones */
  MPI_Aint total;
};

struct collective {
  struct enzyme_mpi_record base;
  const char *call;
  enum pattern pattern;
  struct enzyme_mpi_communicator *twin;
  int root;
  struct blocks from, to;
};

/* What the program passes: `sizes` and `places` are of integers, or null where blocks of `size` lie
 * one behind the other. */
struct given {
  const void *primal;
  void *const *shadow;
  MPI_Datatype type;
  int count, size;
  const int *sizes, *places;
};

static struct blocks blocks_of(const struct collective *collective, int lanes,
                               const struct given *given) {
  struct blocks blocks = {0};
  blocks.count = given->count;
  MPI_Aint elements = 0, offset = 0;
  blocks.size = enzyme_mpi_room(given->count * sizeof *blocks.size);
  blocks.place = enzyme_mpi_room(given->count * sizeof *blocks.place);
  blocks.bytes = enzyme_mpi_room(given->count * sizeof *blocks.bytes);
  blocks.offset = enzyme_mpi_room(given->count * sizeof *blocks.offset);
  for (int i = 0; i < given->count; ++i) {
    blocks.size[i] = given->sizes ? given->sizes[i] : given->size;
    blocks.place[i] = given->places ? given->places[i] : elements;
    elements += blocks.size[i];
  }
  struct enzyme_mpi_buffer all = {given->primal, given->shadow, lanes, elements,
                                  given->count ? given->type : MPI_DATATYPE_NULL};
  enzyme_mpi_side_make(&blocks.side, collective->call, &all);
  for (int i = 0; i < given->count; ++i) {
    blocks.bytes[i] =
        enzyme_mpi_int(collective->call, lanes * blocks.size[i] * blocks.side.layout.bytes);
    blocks.offset[i] = enzyme_mpi_int(collective->call, offset);
    offset += blocks.bytes[i];
  }
  blocks.total = offset;
  return blocks;
}

static void free_blocks(struct blocks *blocks) {
  enzyme_mpi_side_free(&blocks->side);
  free(blocks->size);
  free(blocks->place);
  free(blocks->bytes);
  free(blocks->offset);
}

static void move_block(const struct blocks *blocks, int i, enum enzyme_mpi_move how, char *packed) {
  MPI_Aint bytes = blocks->bytes[i] / (blocks->side.lanes ? blocks->side.lanes : 1);
  for (int lane = 0; lane < blocks->side.lanes && bytes; ++lane) {
    struct enzyme_mpi_part part = {lane, blocks->place[i], blocks->size[i], bytes};
    enzyme_mpi_move(&blocks->side, part, how, packed + lane * bytes);
  }
}

static void move_blocks(const struct blocks *blocks, enum enzyme_mpi_move how, char *packed) {
  for (int i = 0; i < blocks->count; ++i)
    move_block(blocks, i, how, packed + blocks->offset[i]);
}

/* Nothing of one's own travels. */
static void leave_out(struct blocks *blocks, int i) { blocks->size[i] = blocks->bytes[i] = 0; }

/* The packed blocks of one side become those of the other. */
static void exchange(const struct collective *one, int isBack, const char *sent, char *received) {
  const struct blocks *from = isBack ? &one->to : &one->from, *to = isBack ? &one->from : &one->to;
  enum pattern pattern = !isBack                   ? one->pattern
                         : one->pattern == GATHER  ? SCATTER
                         : one->pattern == SCATTER ? GATHER
                                                   : ALLTOALL;
  MPI_Comm comm = one->twin->comm;
  switch (pattern) {
  case GATHER:
    PMPI_Gatherv(sent, from->count ? from->bytes[0] : 0, MPI_BYTE, received, to->bytes, to->offset,
                 MPI_BYTE, one->root, comm);
    return;
  case SCATTER:
    PMPI_Scatterv(sent, from->bytes, from->offset, MPI_BYTE, received, to->count ? to->bytes[0] : 0,
                  MPI_BYTE, one->root, comm);
    return;
  case ALLGATHER:
    PMPI_Allgatherv(sent, from->bytes[0], MPI_BYTE, received, to->bytes, to->offset, MPI_BYTE,
                    comm);
    return;
  case ALLTOALL:
    PMPI_Alltoallv(sent, from->bytes, from->offset, MPI_BYTE, received, to->bytes, to->offset,
                   MPI_BYTE, comm);
  }
}

static void forward(const struct collective *one) {
  char *sent = enzyme_mpi_room(one->from.total), *received = enzyme_mpi_room(one->to.total);
  move_blocks(&one->from, MOVE_PACK, sent);
  exchange(one, /*isBack=*/0, sent, received);
  move_blocks(&one->to, MOVE_SET, received);
  free(sent);
  free(received);
}

static void free_collective(struct collective *one) {
  free_blocks(&one->from);
  free_blocks(&one->to);
  enzyme_mpi_twin_release(one->twin);
  free(one);
}

/* Everybody wants a share of what this rank had sent to all. */
static void reverse_allgather(const struct collective *one) {
  int all = one->twin->size, bytes = one->from.bytes[0];
  char *adjoint = enzyme_mpi_room(one->to.total);
  char *shares = enzyme_mpi_room((size_t)all * bytes);
  int *counts = enzyme_mpi_room(all * sizeof *counts), *places = enzyme_mpi_room(all * sizeof(int));
  for (int i = 0; i < all; ++i) {
    counts[i] = bytes;
    places[i] = enzyme_mpi_int(one->call, (MPI_Aint)i * bytes);
  }
  move_blocks(&one->to, MOVE_TAKE, adjoint);
  PMPI_Alltoallv(adjoint, one->to.bytes, one->to.offset, MPI_BYTE, shares, counts, places, MPI_BYTE,
                 one->twin->comm);
  for (int i = 0; i < all; ++i)
    move_block(&one->from, 0, MOVE_ADD, shares + places[i]);
  free(adjoint);
  free(shares);
  free(counts);
  free(places);
}

static void reverse(struct enzyme_mpi_record *base) {
  struct collective *one = (struct collective *)base;
  if (one->pattern == ALLGATHER) {
    reverse_allgather(one);
    free_collective(one);
    return;
  }
  char *adjoint = enzyme_mpi_room(one->to.total), *back = enzyme_mpi_room(one->from.total);
  move_blocks(&one->to, MOVE_TAKE, adjoint);
  exchange(one, /*isBack=*/1, adjoint, back);
  move_blocks(&one->from, MOVE_ADD, back);
  free(adjoint);
  free(back);
  free_collective(one);
}

static struct collective *begin(const char *call, enum pattern pattern, MPI_Comm comm, int root) {
  struct collective *one = enzyme_mpi_room(sizeof *one);
  one->base.reverse = reverse;
  one->call = call;
  one->pattern = pattern;
  one->root = root;
  one->twin = enzyme_mpi_twin(call, comm, /*isCollective=*/1);
  return one;
}

/* After the program's own call. */
static void end(enzyme_mpi_slot slot, struct collective *one) {
  if (slot) {
    *slot = &one->base;
    return;
  }
  forward(one);
  free_collective(one);
}

/*--- gather and scatter: the root has a block for each rank ---*/

struct rooted {
  const char *call;
  int lanes, root;
  MPI_Comm comm;
};

/* `all` counts at the root alone, and `own` not where it is in place there. */
static struct collective *rooted(enum pattern pattern, const struct rooted *how, struct given own,
                                 struct given all, int isInPlace) {
  struct collective *one = begin(how->call, pattern, how->comm, how->root);
  int isRoot = one->twin->rank == how->root;
  own.count = isRoot && isInPlace ? 0 : 1;
  all.count = isRoot ? one->twin->size : 0;
  struct blocks *ownAt = pattern == GATHER ? &one->from : &one->to;
  struct blocks *allAt = pattern == GATHER ? &one->to : &one->from;
  *ownAt = blocks_of(one, how->lanes, &own);
  *allAt = blocks_of(one, how->lanes, &all);
  if (isRoot && isInPlace)
    leave_out(allAt, how->root);
  return one;
}

#define GATHER_CALL(X, COUNTS, COUNT_OF, ARGUMENTS)                                                \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,                     \
                     void *const *receivedShadow, const void *sent, int sentCount,                 \
                     MPI_Datatype sentType, void *received, COUNTS, MPI_Datatype receivedType,     \
                     int root, MPI_Comm comm) {                                                    \
    struct given own = {sent, sentShadow, sentType, 1, sentCount, NULL, NULL};                     \
    struct given all = {received, receivedShadow, receivedType, 0, COUNT_OF};                      \
    struct rooted how = {"MPI_" #X, lanes, root, comm};                                            \
    int code = MPI_##X ARGUMENTS;                                                                  \
    end(slot, rooted(GATHER, &how, own, all, sent == MPI_IN_PLACE));                               \
    return code;                                                                                   \
  }

#define SIZE_OF(X) X, NULL, NULL
#define SIZES_OF(X, PLACES) 0, X, PLACES
#define TWO(A, B) A, B

GATHER_CALL(Gather, int count, SIZE_OF(count),
            (sent, sentCount, sentType, received, count, receivedType, root, comm))
GATHER_CALL(Gatherv, TWO(const int counts[], const int places[]), SIZES_OF(counts, places),
            (sent, sentCount, sentType, received, counts, places, receivedType, root, comm))

#define SCATTER_CALL(X, COUNTS, COUNT_OF, ARGUMENTS)                                               \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,                     \
                     void *const *receivedShadow, const void *sent, COUNTS, MPI_Datatype sentType, \
                     void *received, int receivedCount, MPI_Datatype receivedType, int root,       \
                     MPI_Comm comm) {                                                              \
    struct given own = {received, receivedShadow, receivedType, 1, receivedCount, NULL, NULL};     \
    struct given all = {sent, sentShadow, sentType, 0, COUNT_OF};                                  \
    struct rooted how = {"MPI_" #X, lanes, root, comm};                                            \
    int code = MPI_##X ARGUMENTS;                                                                  \
    end(slot, rooted(SCATTER, &how, own, all, received == MPI_IN_PLACE));                          \
    return code;                                                                                   \
  }

SCATTER_CALL(Scatter, int count, SIZE_OF(count),
             (sent, count, sentType, received, receivedCount, receivedType, root, comm))
SCATTER_CALL(Scatterv, TWO(const int counts[], const int places[]), SIZES_OF(counts, places),
             (sent, counts, places, sentType, received, receivedCount, receivedType, root, comm))

/*--- to all ---*/

static struct collective *to_all(const char *call, enum pattern pattern, int lanes, MPI_Comm comm,
                                 struct given from, struct given to, int isInPlace) {
  struct collective *one = begin(call, pattern, comm, 0);
  int all = one->twin->size, rank = one->twin->rank;
  to.count = all;
  one->to = blocks_of(one, lanes, &to);
  if (isInPlace)
    from = to;
  from.count = pattern == ALLTOALL ? all : 1;
  if (isInPlace && pattern == ALLGATHER) { /* its own block is there already */
    from.size = to.sizes ? to.sizes[rank] : to.size;
    from.sizes = NULL;
    from.places = NULL;
  }
  one->from = blocks_of(one, lanes, &from);
  if (isInPlace && pattern == ALLGATHER)
    one->from.place[0] = one->to.place[rank];
  return one;
}

#define ALLGATHER_CALL(X, COUNTS, COUNT_OF, ARGUMENTS)                                             \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,                     \
                     void *const *receivedShadow, const void *sent, int sentCount,                 \
                     MPI_Datatype sentType, void *received, COUNTS, MPI_Datatype receivedType,     \
                     MPI_Comm comm) {                                                              \
    struct given from = {sent, sentShadow, sentType, 1, sentCount, NULL, NULL};                    \
    struct given to = {received, receivedShadow, receivedType, 0, COUNT_OF};                       \
    int code = MPI_##X ARGUMENTS;                                                                  \
    end(slot, to_all("MPI_" #X, ALLGATHER, lanes, comm, from, to, sent == MPI_IN_PLACE));          \
    return code;                                                                                   \
  }

ALLGATHER_CALL(Allgather, int count, SIZE_OF(count),
               (sent, sentCount, sentType, received, count, receivedType, comm))
ALLGATHER_CALL(Allgatherv, TWO(const int counts[], const int places[]), SIZES_OF(counts, places),
               (sent, sentCount, sentType, received, counts, places, receivedType, comm))

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Alltoall(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,
                        void *const *receivedShadow, const void *sent, int sentCount,
                        MPI_Datatype sentType, void *received, int receivedCount,
                        MPI_Datatype receivedType, MPI_Comm comm) {
  struct given from = {sent, sentShadow, sentType, 0, sentCount, NULL, NULL};
  struct given to = {received, receivedShadow, receivedType, 0, receivedCount, NULL, NULL};
  int code = MPI_Alltoall(sent, sentCount, sentType, received, receivedCount, receivedType, comm);
  end(slot, to_all("MPI_Alltoall", ALLTOALL, lanes, comm, from, to, sent == MPI_IN_PLACE));
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Alltoallv(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,
                         void *const *receivedShadow, const void *sent, const int sentCounts[],
                         const int sentPlaces[], MPI_Datatype sentType, void *received,
                         const int receivedCounts[], const int receivedPlaces[],
                         MPI_Datatype receivedType, MPI_Comm comm) {
  struct given from = {sent, sentShadow, sentType, 0, 0, sentCounts, sentPlaces};
  struct given to = {received, receivedShadow, receivedType, 0, 0, receivedCounts, receivedPlaces};
  int code = MPI_Alltoallv(sent, sentCounts, sentPlaces, sentType, received, receivedCounts,
                           receivedPlaces, receivedType, comm);
  end(slot, to_all("MPI_Alltoallv", ALLTOALL, lanes, comm, from, to, sent == MPI_IN_PLACE));
  return code;
}

/*--- barriers ---*/

static void reverse_barrier(struct enzyme_mpi_record *base) {
  struct collective *one = (struct collective *)base;
  PMPI_Barrier(one->twin->comm);
  enzyme_mpi_twin_release(one->twin);
  free(one);
}

int enzyme_mpi_Barrier(enzyme_mpi_slot slot, int lanes, MPI_Comm comm) {
  (void)lanes;
  int code = MPI_Barrier(comm);
  if (slot) {
    struct collective *one = begin("MPI_Barrier", GATHER, comm, 0);
    one->base.reverse = reverse_barrier;
    *slot = &one->base;
  }
  return code;
}
