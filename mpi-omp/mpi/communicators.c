/* communicators.c - a twin for each communicator, in which only derivatives travel.
 *
 * A rank that goes back already sends adjoints to ranks that still go forward, and these may ask
 * for a message from any rank: derivatives need a communicator of their own. To make one, all ranks
 * of the original must take part, and in a message between two they do not. So twins are made
 * where the communicators are: this file stands before MPI_Init and the makers of communicators,
 * by MPI's interface for profiling. It is linked where derivatives call the library. */
#include "internal.h"
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int keyval = MPI_KEYVAL_INVALID;

/* What holds it may call what takes it. */
static void make_mutex(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &recursive);
  pthread_mutexattr_destroy(&recursive);
}

void enzyme_mpi_lock(void) {
  pthread_once(&once, make_mutex);
  pthread_mutex_lock(&mutex);
}
void enzyme_mpi_unlock(void) { pthread_mutex_unlock(&mutex); }

void enzyme_mpi_twin_release(struct enzyme_mpi_communicator *twin) {
  if (!twin)
    return;
  enzyme_mpi_lock();
  int left = --twin->references;
  enzyme_mpi_unlock();
  if (left)
    return;
  if (twin->backward != MPI_COMM_NULL)
    PMPI_Comm_free(&twin->backward);
  if (twin->neighbours != MPI_COMM_NULL)
    PMPI_Comm_free(&twin->neighbours);
  PMPI_Comm_free(&twin->comm);
  free(twin);
}

/* The program frees the original; records may still want the twin. The world is freed with MPI. */
static int forget(MPI_Comm comm, int key, void *value, void *extra) {
  (void)key, (void)extra;
  if (comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF)
    enzyme_mpi_twin_release(value);
  return MPI_SUCCESS;
}

static int key(void) {
  enzyme_mpi_lock();
  if (keyval == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, NULL);
  enzyme_mpi_unlock();
  return keyval;
}

static struct enzyme_mpi_communicator *known(MPI_Comm comm) {
  void *value = NULL;
  int isThere = 0;
  PMPI_Comm_get_attr(comm, key(), &value, &isThere);
  return isThere ? value : NULL;
}

static struct enzyme_mpi_communicator *make(MPI_Comm comm) {
  struct enzyme_mpi_communicator *twin = enzyme_mpi_room(sizeof *twin);
  MPI_Group group; /* not a duplicate, which would copy the program's attributes */
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_create(comm, group, &twin->comm);
  PMPI_Group_free(&group);
  /* A program that wants errors returned sees those of its own calls. */
  PMPI_Comm_set_errhandler(twin->comm, MPI_ERRORS_ARE_FATAL);
  twin->backward = twin->neighbours = MPI_COMM_NULL;
  PMPI_Comm_rank(comm, &twin->rank);
  PMPI_Comm_size(comm, &twin->size);
  twin->references = 1;
  PMPI_Comm_set_attr(comm, key(), twin);
  int topology;
  PMPI_Topo_test(comm, &topology);
  if (topology != MPI_UNDEFINED) /* now, as calls that are completed later wait for no other rank */
    enzyme_mpi_neighbours(twin);
  return twin;
}

struct enzyme_mpi_communicator *enzyme_mpi_twin(const char *call, MPI_Comm comm, int isCollective) {
  int isInter = 0, size = 0;
  PMPI_Comm_test_inter(comm, &isInter);
  if (isInter)
    enzyme_mpi_stop(call, "communicators between two groups are not differentiated");
  struct enzyme_mpi_communicator *twin = known(comm);
  PMPI_Comm_size(comm, &size);
  if (!twin && !isCollective && size > 1)
    enzyme_mpi_stop(call, "the communicator was made where the derivative's library did not see "
                          "it: let all its ranks call enzyme_mpi_prepare(communicator) first");
  if (!twin)
    twin = make(comm);
  enzyme_mpi_lock();
  ++twin->references;
  enzyme_mpi_unlock();
  return twin;
}

/* All ranks are in this call. */
MPI_Comm enzyme_mpi_backward(struct enzyme_mpi_communicator *twin) {
  if (twin->backward == MPI_COMM_NULL)
    PMPI_Comm_split(twin->comm, 0, -twin->rank, &twin->backward);
  return twin->backward;
}

MPI_Comm enzyme_mpi_neighbours(struct enzyme_mpi_communicator *twin) {
  if (twin->neighbours == MPI_COMM_NULL)
    PMPI_Comm_dup(twin->comm, &twin->neighbours);
  return twin->neighbours;
}

void enzyme_mpi_prepare(MPI_Comm comm) {
  int isInter = 0;
  if (comm == MPI_COMM_NULL)
    return;
  PMPI_Comm_test_inter(comm, &isInter);
  if (!isInter && !known(comm))
    make(comm);
}

/*--- before the makers of communicators ---*/

static int made(int code, MPI_Comm *comm) {
  if (code == MPI_SUCCESS)
    enzyme_mpi_prepare(*comm);
  return code;
}

int MPI_Init(int *argc, char ***argv) {
  MPI_Comm world = MPI_COMM_WORLD;
  return made(PMPI_Init(argc, argv), &world);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  MPI_Comm world = MPI_COMM_WORLD;
  return made(PMPI_Init_thread(argc, argv, required, provided), &world);
}

int MPI_Finalize(void) {
  enzyme_mpi_complete_sends(1);
  return PMPI_Finalize();
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *result) {
  return made(PMPI_Comm_dup(comm, result), result);
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *result) {
  return made(PMPI_Comm_dup_with_info(comm, info, result), result);
}

int MPI_Comm_split(MPI_Comm comm, int color, int rank, MPI_Comm *result) {
  return made(PMPI_Comm_split(comm, color, rank, result), result);
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int rank, MPI_Info info, MPI_Comm *result) {
  return made(PMPI_Comm_split_type(comm, type, rank, info, result), result);
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *result) {
  return made(PMPI_Comm_create(comm, group, result), result);
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *result) {
  return made(PMPI_Comm_create_group(comm, group, tag, result), result);
}

/* structure: allow parameters, because MPI's own call has as many */
int MPI_Cart_create(MPI_Comm comm, int n, const int sizes[], const int periods[], int reorder,
                    MPI_Comm *result) {
  return made(PMPI_Cart_create(comm, n, sizes, periods, reorder, result), result);
}

int MPI_Cart_sub(MPI_Comm comm, const int remain[], MPI_Comm *result) {
  return made(PMPI_Cart_sub(comm, remain, result), result);
}

/* structure: allow parameters, because MPI's own call has as many */
int MPI_Graph_create(MPI_Comm comm, int n, const int index[], const int edges[], int reorder,
                     MPI_Comm *result) {
  return made(PMPI_Graph_create(comm, n, index, edges, reorder, result), result);
}

/* structure: allow parameters, because MPI's own call has as many */
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in, const int sources[], const int sw[],
                                   int out, const int destinations[], const int dw[], MPI_Info info,
                                   int reorder, MPI_Comm *result) {
  return made(PMPI_Dist_graph_create_adjacent(comm, in, sources, sw, out, destinations, dw, info,
                                              reorder, result),
              result);
}

/* structure: allow parameters, because MPI's own call has as many */
int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
                          const int destinations[], const int weights[], MPI_Info info, int reorder,
                          MPI_Comm *result) {
  return made(PMPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info,
                                     reorder, result),
              result);
}
