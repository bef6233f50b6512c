/* windows.c - memory that other ranks read and write: windows, between fences.
 *
 * Beside a window there is one over the memory's shadow, in each lane: its twin. Ranks reach into
 * it as into the window itself:
 *
 *   access              tangent                       adjoint
 *   put o into t        t' = o'                       o' += t', t' = 0
 *   get t into o        o' = t'                       t' += o', o' = 0
 *   add o to t          t' += o'                      o' += t'
 *
 * Accesses between two fences are made in any order, and none may change what another one reads. So
 * backwards the fence behind them makes all of their adjoints: those that are taken from the target
 * are there when the access itself goes back. A put takes the number and leaves zero in one access.
 *
 * Where the memory is constant, its twin is memory of our own that is zero after each fence.
 *
 * MPICH 4.0 over UCX takes memory to begin at a multiple of 16 bytes, and the program may have seen
 * to that for its own memory only: a twin begins at the multiple before its memory. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum how { ACCESS_PUT, ACCESS_GET, ACCESS_ADD };

struct window {
  struct enzyme_mpi_record base; /* of its making */
  struct enzyme_mpi_communicator *communicator;
  MPI_Win primal; /* MPI_WIN_NULL: it is no more */
  int lanes, isForward;
  MPI_Aint bytes;
  MPI_Win *twin; /* in each lane */
  char **stand;  /* in lanes where the memory is constant: what stands in for it */
  char **made;   /* shadows of memory that was made with the window */
  int anyStands; /* on any rank */
  /* Of each rank: the unit of displacements, and how far behind its twins' beginnings memory is. */
  int *shape;
  struct access *open;
};

struct access {
  struct enzyme_mpi_record base;
  const char *call;
  struct window *window;
  enum how how;
  struct enzyme_mpi_side side;
  MPI_Aint bytes; /* of numbers, in each lane */
  MPI_Datatype number;
  int numbers;
  int target, targetCount;
  MPI_Aint displacement;
  MPI_Datatype targetType; /* our own, unless it is a basic one */
  char *packed, *zeros;
  int isPast; /* a fence came */
  struct access *next;
};

struct fence {
  struct enzyme_mpi_record base;
  struct window *window;
  struct access *accesses;
};

/*--- windows and their twins ---*/

static int keyval = MPI_KEYVAL_INVALID;

static void release(struct window *window) {
  for (int lane = 0; lane < window->lanes; ++lane) {
    PMPI_Win_free(&window->twin[lane]);
    free(window->stand[lane]);
    if (window->made)
      free(window->made[lane]);
  }
  enzyme_mpi_twin_release(window->communicator);
  free(window->twin);
  free(window->stand);
  free(window->made);
  free(window->shape);
  free(window);
}

/* The program frees it; what is recorded still wants its twins. */
static int forget(MPI_Win primal, int key, void *value, void *extra) {
  (void)primal, (void)key, (void)extra;
  struct window *window = value;
  window->primal = MPI_WIN_NULL;
  if (window->isForward)
    release(window);
  return MPI_SUCCESS;
}

static int key(void) {
  enzyme_mpi_lock();
  if (keyval == MPI_KEYVAL_INVALID)
    PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &keyval, NULL);
  enzyme_mpi_unlock();
  return keyval;
}

static struct window *known(MPI_Win primal) {
  void *value = NULL;
  int isThere = 0;
  PMPI_Win_get_attr(primal, key(), &value, &isThere);
  return isThere ? value : NULL;
}

static void unmake(struct enzyme_mpi_record *base) {
  struct window *window = (struct window *)base;
  if (window->primal != MPI_WIN_NULL)
    PMPI_Win_delete_attr(window->primal, key());
  release(window);
}

struct memory {
  const char *call;
  const void *primal;
  MPI_Aint bytes;
  int unit;
};

static char *memory_of(struct window *window, const struct memory *memory, int lane, void *shadow) {
  if (shadow && shadow != memory->primal)
    return shadow;
  return window->stand[lane] = enzyme_mpi_room(memory->bytes);
}

enum { begins = 16 };

static MPI_Aint displacement_of(const struct access *access, int lane) {
  const struct window *window = access->window;
  const int *shape = window->shape + access->target * (1 + window->lanes);
  return access->displacement * shape[0] + shape[1 + lane];
}

/* All ranks are in this call. */
static struct window *make(enzyme_mpi_slot slot, const struct memory *memory, MPI_Comm comm,
                           int lanes, void *const *shadow) {
  struct window *window = enzyme_mpi_room(sizeof *window);
  int stands = 0, *own = enzyme_mpi_room((1 + lanes) * sizeof *own);
  window->base.reverse = unmake;
  window->communicator = enzyme_mpi_twin(memory->call, comm, /*isCollective=*/1);
  window->lanes = lanes;
  window->isForward = !slot;
  window->bytes = memory->bytes;
  window->twin = enzyme_mpi_room(lanes * sizeof *window->twin);
  window->stand = enzyme_mpi_room(lanes * sizeof *window->stand);
  own[0] = memory->unit;
  for (int lane = 0; lane < lanes; ++lane) {
    char *at = memory_of(window, memory, lane, shadow ? shadow[lane] : NULL);
    int before = own[1 + lane] = (uintptr_t)at % begins;
    stands |= window->stand[lane] != NULL;
    PMPI_Win_create(at - before, memory->bytes + before, 1, MPI_INFO_NULL,
                    window->communicator->comm, &window->twin[lane]);
    PMPI_Win_set_errhandler(window->twin[lane], MPI_ERRORS_ARE_FATAL);
  }
  PMPI_Allreduce(&stands, &window->anyStands, 1, MPI_INT, MPI_MAX, window->communicator->comm);
  window->shape = enzyme_mpi_room(window->communicator->size * (1 + lanes) * sizeof *own);
  PMPI_Allgather(own, 1 + lanes, MPI_INT, window->shape, 1 + lanes, MPI_INT,
                 window->communicator->comm);
  free(own);
  return window;
}

static void keep(enzyme_mpi_slot slot, struct window *window, MPI_Win primal) {
  window->primal = primal;
  PMPI_Win_set_attr(primal, key(), window);
  if (slot)
    *slot = &window->base;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Win_create(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *primal,
                          MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *result) {
  struct memory memory = {"MPI_Win_create", primal, bytes, unit};
  int code = MPI_Win_create(primal, bytes, unit, info, comm, result);
  if (slot)
    *slot = NULL;
  if (code == MPI_SUCCESS)
    keep(slot, make(slot, &memory, comm, lanes, shadow), *result);
  return code;
}

/* The shadows are those of the variable that gets the address. */
/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Win_allocate(enzyme_mpi_slot slot, int lanes, void *const *shadow, MPI_Aint bytes,
                            int unit, MPI_Info info, MPI_Comm comm, void *address,
                            MPI_Win *result) {
  int code = MPI_Win_allocate(bytes, unit, info, comm, address, result);
  if (slot)
    *slot = NULL;
  if (code != MPI_SUCCESS)
    return code;
  void *primal;
  memcpy(&primal, address, sizeof primal);
  struct memory memory = {"MPI_Win_allocate", primal, bytes, unit};
  char **made = enzyme_mpi_room(lanes * sizeof *made);
  for (int lane = 0; lane < lanes; ++lane)
    if (shadow && shadow[lane] && shadow[lane] != address) {
      made[lane] = enzyme_mpi_room(bytes);
      memcpy(shadow[lane], &made[lane], sizeof made[lane]);
    }
  struct window *window = make(slot, &memory, comm, lanes, (void *const *)made);
  window->made = made;
  keep(slot, window, *result);
  return code;
}

int enzyme_mpi_Win_free(enzyme_mpi_slot slot, int lanes, MPI_Win *primal) {
  (void)lanes;
  if (slot)
    *slot = NULL;
  return MPI_Win_free(primal);
}

/*--- accesses ---*/

/* What reaches into a window has numbers of one type only. MPICH wants the very type that the other
 * side has, of those that are the same. */
static void find_numbers(struct access *access) {
  const struct enzyme_mpi_layout *layout = &access->side.layout;
  access->number = layout->run[0].type;
  for (int i = 0; i < layout->runs; ++i)
    if (enzyme_mpi_size(layout->run[i].kind) < sizeof(float) || layout->run[i].reals == 0 ||
        layout->run[i].type != access->number)
      enzyme_mpi_stop(access->call, "numbers in windows are differentiated where their datatype "
                                    "has numbers of one type, and nothing else");
  int size;
  PMPI_Type_size(access->number, &size);
  access->numbers = enzyme_mpi_int(access->call, access->bytes) / size;
}

static int is_basic(MPI_Datatype type) {
  int a, b, c, combiner;
  PMPI_Type_get_envelope(type, &a, &b, &c, &combiner);
  return combiner == MPI_COMBINER_NAMED;
}

static char *packed_in(const struct access *access, int lane) {
  return access->packed + lane * access->bytes;
}

static void issue(const struct access *access, int lane, int isBack) {
  char *packed = packed_in(access, lane);
  int n = access->numbers;
  MPI_Datatype number = access->number;
  MPI_Win twin = access->window->twin[lane];
#define TARGET                                                                                     \
  access->target, displacement_of(access, lane), access->targetCount, access->targetType
  if (access->how == ACCESS_PUT && isBack)
    PMPI_Get_accumulate(access->zeros, n, number, packed, n, number, TARGET, MPI_REPLACE, twin);
  else if (access->how == ACCESS_PUT)
    PMPI_Put(packed, n, number, TARGET, twin);
  else if ((access->how == ACCESS_GET) == isBack)
    PMPI_Accumulate(packed, n, number, TARGET, MPI_SUM, twin);
  else
    PMPI_Get(packed, n, number, TARGET, twin);
#undef TARGET
}

static void free_access(struct access *access) {
  if (!is_basic(access->targetType))
    PMPI_Type_free(&access->targetType);
  enzyme_mpi_side_free(&access->side);
  free(access->packed);
  free(access->zeros);
  free(access);
}

static void access_back(struct enzyme_mpi_record *base) {
  struct access *access = (struct access *)base;
  if (!access->isPast)
    enzyme_mpi_stop(access->call, "no fence follows in what is differentiated");
  if (access->how != ACCESS_GET)
    enzyme_mpi_move_lanes(&access->side, access->bytes, MOVE_ADD, access->packed);
  free_access(access);
}

struct target {
  int rank, count;
  MPI_Aint displacement;
  MPI_Datatype type;
  MPI_Win window;
};

static struct access *make_access(const char *call, enum how how,
                                  const struct enzyme_mpi_buffer *buffer,
                                  const struct target *target) {
  struct access *access = enzyme_mpi_room(sizeof *access);
  access->base.reverse = access_back;
  access->call = call;
  access->how = how;
  enzyme_mpi_side_make(&access->side, call, buffer);
  access->bytes = buffer->count * access->side.layout.bytes;
  if (target->rank == MPI_PROC_NULL || access->bytes == 0) {
    enzyme_mpi_side_free(&access->side);
    free(access);
    return NULL;
  }
  find_numbers(access);
  access->window = known(target->window);
  if (!access->window)
    enzyme_mpi_stop(call, "the window was made outside of what is differentiated, and where the "
                          "shadow of its memory lies is not known: make it inside");
  if (access->window->lanes != buffer->lanes)
    enzyme_mpi_stop(call, "the window was made where other derivatives were asked for");
  access->target = target->rank;
  access->targetCount = target->count;
  access->displacement = target->displacement;
  access->targetType = target->type;
  if (!is_basic(target->type))
    PMPI_Type_dup(target->type, &access->targetType);
  access->packed = enzyme_mpi_room(buffer->lanes * access->bytes);
  access->zeros = enzyme_mpi_room(access->bytes);
  return access;
}

static void accessed(enzyme_mpi_slot slot, struct access *access) {
  if (slot)
    *slot = access ? &access->base : NULL;
  if (!access)
    return;
  if (!slot) {
    if (access->how != ACCESS_GET)
      enzyme_mpi_move_lanes(&access->side, access->bytes, MOVE_PACK, access->packed);
    for (int lane = 0; lane < access->side.lanes; ++lane)
      issue(access, lane, /*isBack=*/0);
  }
  enzyme_mpi_lock();
  access->next = access->window->open;
  access->window->open = access;
  enzyme_mpi_unlock();
}

#define ACCESS(X, HOW, CONST)                                                                      \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *shadow, CONST void *buffer,     \
                     int count, MPI_Datatype type, int rank, MPI_Aint displacement,                \
                     int targetCount, MPI_Datatype targetType, MPI_Win window) {                   \
    struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};                            \
    struct target target = {rank, targetCount, displacement, targetType, window};                  \
    int code = MPI_##X(buffer, count, type, rank, displacement, targetCount, targetType, window);  \
    accessed(slot, make_access("MPI_" #X, HOW, &of, &target));                                     \
    return code;                                                                                   \
  }

ACCESS(Put, ACCESS_PUT, const)
ACCESS(Get, ACCESS_GET, )

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Accumulate(enzyme_mpi_slot slot, int lanes, void *const *shadow, const void *buffer,
                          int count, MPI_Datatype type, int rank, MPI_Aint displacement,
                          int targetCount, MPI_Datatype targetType, MPI_Op op, MPI_Win window) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  struct target target = {rank, targetCount, displacement, targetType, window};
  int code =
      MPI_Accumulate(buffer, count, type, rank, displacement, targetCount, targetType, op, window);
  struct access *access = make_access("MPI_Accumulate", ACCESS_ADD, &of, &target);
  if (access && op != MPI_SUM)
    enzyme_mpi_stop("MPI_Accumulate", "operations other than MPI_SUM are not differentiated");
  accessed(slot, access);
  return code;
}

/*--- fences ---*/

static void fence_twins(struct window *window) {
  for (int lane = 0; lane < window->lanes; ++lane)
    PMPI_Win_fence(0, window->twin[lane]);
}

/* What others wrote into constant memory. */
static void clear_stands(struct window *window) {
  for (int lane = 0; lane < window->lanes; ++lane)
    if (window->stand[lane])
      memset(window->stand[lane], 0, window->bytes);
}

static struct access *take_open(struct window *window) {
  enzyme_mpi_lock();
  struct access *accesses = window->open;
  window->open = NULL;
  enzyme_mpi_unlock();
  return accesses;
}

static void fence_back(struct enzyme_mpi_record *base) {
  struct fence *fence = (struct fence *)base;
  for (struct access *at = fence->accesses; at; at = at->next)
    if (at->how == ACCESS_GET)
      enzyme_mpi_move_lanes(&at->side, at->bytes, MOVE_TAKE, at->packed);
  fence_twins(fence->window);
  for (struct access *at = fence->accesses; at; at = at->next)
    for (int lane = 0; lane < at->side.lanes; ++lane)
      issue(at, lane, /*isBack=*/1);
  fence_twins(fence->window);
  clear_stands(fence->window);
  free(fence);
}

static void fence_forward(struct window *window) {
  fence_twins(window);
  for (struct access *next, *at = take_open(window); at; at = next) {
    next = at->next;
    if (at->how == ACCESS_GET)
      enzyme_mpi_move_lanes(&at->side, at->bytes, MOVE_SET, at->packed);
    free_access(at);
  }
  if (!window->anyStands)
    return;
  clear_stands(window);
  fence_twins(window);
}

int enzyme_mpi_Win_fence(enzyme_mpi_slot slot, int lanes, int promise, MPI_Win primal) {
  (void)lanes;
  int code = MPI_Win_fence(promise, primal);
  struct window *window = known(primal);
  if (slot)
    *slot = NULL;
  if (!window)
    return code;
  if (!slot) {
    fence_forward(window);
    return code;
  }
  struct fence *fence = enzyme_mpi_room(sizeof *fence);
  fence->base.reverse = fence_back;
  fence->window = window;
  fence->accesses = take_open(window);
  for (struct access *at = fence->accesses; at; at = at->next)
    at->isPast = 1;
  *slot = &fence->base;
  return code;
}
