/* neighbours.c - collective calls among the neighbours in a topology.
 *
 * Two ranks may be joined by several edges (in a ring of two ranks they are), and which block goes
 * along which of them differs between libraries, in MPICH even between calls. So every rank learns,
 * by a call of the program's kind, by which of the sender's edges each block comes; tangents and
 * adjoints are messages with that number. */
#include "blocks.h"
#include <stdlib.h>

enum kind { BLOCKS, BLOCKS_OF_SIZES, BLOCKS_OF_KINDS };

struct edges {
  int count;
  int *rank;
};

struct neighbourhood {
  struct enzyme_mpi_motion motion;
  int isGather; /* one block, for all */
  MPI_Comm comm;
  struct enzyme_mpi_blocks from, to;
  struct edges in, out;
  int *senders; /* the number of each edge that comes in, where it goes out */
};

/*--- topologies ---*/

static void add_grid(MPI_Comm comm, struct edges *edges) {
  int dimensions;
  PMPI_Cartdim_get(comm, &dimensions);
  edges->count = 2 * dimensions;
  edges->rank = enzyme_mpi_room(edges->count * sizeof(int));
  for (int d = 0; d < dimensions; ++d)
    PMPI_Cart_shift(comm, d, 1, &edges->rank[2 * d], &edges->rank[2 * d + 1]);
}

static void add_graph(MPI_Comm comm, struct edges *edges) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &edges->count);
  edges->rank = enzyme_mpi_room(edges->count * sizeof(int));
  PMPI_Graph_neighbors(comm, rank, edges->count, edges->rank);
}

static void add_distributed(MPI_Comm comm, int isReceived, struct edges *edges) {
  int in, out, isWeighted;
  PMPI_Dist_graph_neighbors_count(comm, &in, &out, &isWeighted);
  int *sources = enzyme_mpi_room(in * sizeof(int)), *targets = enzyme_mpi_room(out * sizeof(int));
  int *weights = enzyme_mpi_room((in + out) * sizeof(int));
  PMPI_Dist_graph_neighbors(comm, in, sources, isWeighted ? weights : MPI_UNWEIGHTED, out, targets,
                            isWeighted ? weights + in : MPI_UNWEIGHTED);
  edges->count = isReceived ? in : out;
  edges->rank = isReceived ? sources : targets;
  free(isReceived ? targets : sources);
  free(weights);
}

static struct edges edges_of(MPI_Comm comm, int isReceived) {
  struct edges edges = {0, NULL};
  int kind;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART)
    add_grid(comm, &edges);
  else if (kind == MPI_GRAPH)
    add_graph(comm, &edges);
  else if (kind == MPI_DIST_GRAPH)
    add_distributed(comm, isReceived, &edges);
  return edges;
}

int enzyme_mpi_neighbours_of(MPI_Comm comm, int isReceived) {
  struct edges edges = edges_of(comm, isReceived);
  free(edges.rank);
  return edges.count;
}

/* Each rank tells its neighbours the numbers of its edges. */
static void number_edges(struct neighbourhood *one, enum kind kind) {
  int out = one->out.count, in = one->in.count, most = out > in ? out : in;
  int *numbers = enzyme_mpi_room(out * sizeof(int));
  int *ones = enzyme_mpi_room(most * sizeof(int)), *places = enzyme_mpi_room(most * sizeof(int));
  MPI_Aint *addresses = enzyme_mpi_room(most * sizeof(MPI_Aint));
  MPI_Datatype *types = enzyme_mpi_room(most * sizeof(MPI_Datatype));
  one->senders = enzyme_mpi_room(in * sizeof(int));
  for (int i = 0; i < out; ++i)
    numbers[i] = i;
  for (int i = 0; i < most; ++i)
    ones[i] = 1, places[i] = i, addresses[i] = i * (MPI_Aint)sizeof(int), types[i] = MPI_INT;
  if (kind == BLOCKS_OF_KINDS)
    PMPI_Neighbor_alltoallw(numbers, ones, addresses, types, one->senders, ones, addresses, types,
                            one->comm);
  else if (kind == BLOCKS_OF_SIZES)
    PMPI_Neighbor_alltoallv(numbers, ones, places, MPI_INT, one->senders, ones, places, MPI_INT,
                            one->comm);
  else
    PMPI_Neighbor_alltoall(numbers, 1, MPI_INT, one->senders, 1, MPI_INT, one->comm);
  free(numbers);
  free(ones);
  free(places);
  free(addresses);
  free(types);
}

/*--- along the edges ---*/

/* What travels along edge i that goes out: of how many bytes, and where it lies. */
static int bytes_out(const struct neighbourhood *one, int i) {
  return one->from.bytes[one->isGather ? 0 : i];
}

static size_t place_out(const struct neighbourhood *one, int i, int isBack) {
  if (!one->isGather)
    return one->from.offset[i];
  return isBack ? (size_t)i * one->from.bytes[0] : 0; /* one block for all, an adjoint from each */
}

static void travel(const struct neighbourhood *one, int isBack, char *out, char *in) {
  int requests = 0;
  MPI_Comm comm = one->motion.twin->neighbours;
  MPI_Request *request = enzyme_mpi_room((one->in.count + one->out.count) * sizeof *request);
  for (int i = 0; i < one->in.count; ++i) {
    char *block = in + one->to.offset[i];
    if (one->in.rank[i] == MPI_PROC_NULL)
      continue;
    if (isBack)
      PMPI_Isend(block, one->to.bytes[i], MPI_BYTE, one->in.rank[i], one->senders[i], comm,
                 &request[requests++]);
    else
      PMPI_Irecv(block, one->to.bytes[i], MPI_BYTE, one->in.rank[i], one->senders[i], comm,
                 &request[requests++]);
  }
  for (int i = 0; i < one->out.count; ++i) {
    char *block = out + place_out(one, i, isBack);
    if (one->out.rank[i] == MPI_PROC_NULL)
      continue;
    if (isBack)
      PMPI_Irecv(block, bytes_out(one, i), MPI_BYTE, one->out.rank[i], i, comm,
                 &request[requests++]);
    else
      PMPI_Isend(block, bytes_out(one, i), MPI_BYTE, one->out.rank[i], i, comm,
                 &request[requests++]);
  }
  PMPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
  free(request);
}

static void send_tangents(struct neighbourhood *one) {
  struct enzyme_mpi_motion *motion = &one->motion;
  motion->sent = enzyme_mpi_room(one->from.total);
  motion->received = enzyme_mpi_room(one->to.total);
  enzyme_mpi_blocks_move(&one->from, MOVE_PACK, motion->sent);
  travel(one, /*isBack=*/0, motion->sent, motion->received);
}

static void send_adjoints(struct neighbourhood *one) {
  struct enzyme_mpi_motion *motion = &one->motion;
  size_t copies = one->isGather ? one->out.count : 1;
  motion->sent = enzyme_mpi_room(one->to.total);
  motion->received = enzyme_mpi_room(copies * one->from.total);
  enzyme_mpi_blocks_move(&one->to, MOVE_TAKE, motion->sent);
  travel(one, /*isBack=*/1, motion->received, motion->sent);
}

static void add_adjoints(struct neighbourhood *one) {
  for (int i = 0; i < one->out.count; ++i)
    if (one->out.rank[i] != MPI_PROC_NULL)
      enzyme_mpi_block_move(&one->from, one->isGather ? 0 : i, MOVE_ADD,
                            one->motion.received + place_out(one, i, /*isBack=*/1));
}

static void leave(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  (void)request; /* always at once */
  struct neighbourhood *one = (struct neighbourhood *)motion;
  if (isBack)
    send_adjoints(one);
  else
    send_tangents(one);
}

static void arrive(struct enzyme_mpi_motion *motion, int isBack) {
  struct neighbourhood *one = (struct neighbourhood *)motion;
  if (isBack)
    add_adjoints(one);
  else
    enzyme_mpi_blocks_move(&one->to, MOVE_SET, motion->received);
}

static void free_neighbourhood(struct enzyme_mpi_motion *motion) {
  struct neighbourhood *one = (struct neighbourhood *)motion;
  enzyme_mpi_blocks_free(&one->from);
  enzyme_mpi_blocks_free(&one->to);
  enzyme_mpi_twin_release(motion->twin);
  free(motion->sent);
  free(motion->received);
  free(one->in.rank);
  free(one->out.rank);
  free(one->senders);
  free(one);
}

/*--- the calls ---*/

struct how {
  const char *call;
  enzyme_mpi_slot slot;
  int lanes, isGather;
  enum kind kind;
  MPI_Comm comm;
};

/* After the program's own call. */
static void go(const struct how *how, struct enzyme_mpi_given from, struct enzyme_mpi_given to) {
  struct neighbourhood *one = enzyme_mpi_room(sizeof *one);
  one->motion.call = how->call;
  one->motion.twin = enzyme_mpi_twin(how->call, how->comm, /*isCollective=*/1);
  one->motion.leave = leave;
  one->motion.arrive = arrive;
  one->motion.free = free_neighbourhood;
  one->isGather = how->isGather;
  one->comm = how->comm;
  one->in = edges_of(how->comm, 1);
  one->out = edges_of(how->comm, 0);
  from.count = how->isGather ? 1 : one->out.count;
  to.count = one->in.count;
  one->from = enzyme_mpi_blocks_of(how->call, how->lanes, &from);
  one->to = enzyme_mpi_blocks_of(how->call, how->lanes, &to);
  for (int i = 0; i < one->in.count; ++i)
    if (one->in.rank[i] == MPI_PROC_NULL)
      enzyme_mpi_block_leave_out(&one->to, i);
  number_edges(one, how->kind);
  enzyme_mpi_neighbours(one->motion.twin);
  enzyme_mpi_moved(how->slot, &one->motion);
}

#define UNWRAP(...) __VA_ARGS__
#define SIZE_IS(X) X, NULL, NULL, NULL, NULL
#define SIZES_ARE(X, PLACES) 0, X, PLACES, NULL, NULL
#define TYPES_ARE(X, PLACES, TYPES) 0, X, NULL, TYPES, PLACES

#define NEIGHBOURS(X, IS_GATHER, KIND, PARAMETERS, SENT, RECEIVED, ARGUMENTS)                      \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,                     \
                     void *const *receivedShadow, UNWRAP PARAMETERS, MPI_Comm comm) {              \
    struct how how = {"MPI_" #X, slot, lanes, IS_GATHER, KIND, comm};                              \
    struct enzyme_mpi_given from = {sent, sentShadow, UNWRAP SENT};                                \
    struct enzyme_mpi_given to = {received, receivedShadow, UNWRAP RECEIVED};                      \
    int code = MPI_##X(UNWRAP ARGUMENTS, comm);                                                    \
    go(&how, from, to);                                                                            \
    return code;                                                                                   \
  }

NEIGHBOURS(Neighbor_allgather, 1, BLOCKS,
           (const void *sent, int sentCount, MPI_Datatype sentType, void *received, int count,
            MPI_Datatype type),
           (sentType, 1, SIZE_IS(sentCount)), (type, 0, SIZE_IS(count)),
           (sent, sentCount, sentType, received, count, type))
NEIGHBOURS(Neighbor_allgatherv, 1, BLOCKS_OF_SIZES,
           (const void *sent, int sentCount, MPI_Datatype sentType, void *received,
            const int counts[], const int places[], MPI_Datatype type),
           (sentType, 1, SIZE_IS(sentCount)), (type, 0, SIZES_ARE(counts, places)),
           (sent, sentCount, sentType, received, counts, places, type))
NEIGHBOURS(Neighbor_alltoall, 0, BLOCKS,
           (const void *sent, int sentCount, MPI_Datatype sentType, void *received, int count,
            MPI_Datatype type),
           (sentType, 0, SIZE_IS(sentCount)), (type, 0, SIZE_IS(count)),
           (sent, sentCount, sentType, received, count, type))
NEIGHBOURS(Neighbor_alltoallv, 0, BLOCKS_OF_SIZES,
           (const void *sent, const int sentCounts[], const int sentPlaces[], MPI_Datatype sentType,
            void *received, const int counts[], const int places[], MPI_Datatype type),
           (sentType, 0, SIZES_ARE(sentCounts, sentPlaces)), (type, 0, SIZES_ARE(counts, places)),
           (sent, sentCounts, sentPlaces, sentType, received, counts, places, type))
NEIGHBOURS(Neighbor_alltoallw, 0, BLOCKS_OF_KINDS,
           (const void *sent, const int sentCounts[], const MPI_Aint sentPlaces[],
            const MPI_Datatype sentTypes[], void *received, const int counts[],
            const MPI_Aint places[], const MPI_Datatype types[]),
           (MPI_DATATYPE_NULL, 0, TYPES_ARE(sentCounts, sentPlaces, sentTypes)),
           (MPI_DATATYPE_NULL, 0, TYPES_ARE(counts, places, types)),
           (sent, sentCounts, sentPlaces, sentTypes, received, counts, places, types))
