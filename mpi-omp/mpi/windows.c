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
 * Where the memory is constant, nothing reaches into its twin: it is empty.
 *
 * MPICH 4.0 over UCX takes memory to begin at a multiple of 16 bytes, and the program may have seen
 * to that for its own memory only: a twin begins at the multiple before its memory. */
#include "windows.h"

struct fence {
  struct enzyme_mpi_record base;
  struct enzyme_mpi_window *window;
  struct enzyme_mpi_access *accesses;
};

/*--- windows and their twins ---*/

static int keyval = MPI_KEYVAL_INVALID;

static void release(struct enzyme_mpi_window *window) {
  enzyme_mpi_locking_free(window);
  for (int lane = 0; lane < window->lanes; ++lane) {
    PMPI_Win_free(&window->twin[lane]);
    if (window->made)
      free(window->made[lane]);
  }
  enzyme_mpi_twin_release(window->communicator);
  free(window->twin);
  free(window->shadow);
  free(window->made);
  free(window->shape);
  free(window);
}

/* The program frees it; what is recorded still wants its twins. */
static int forget(MPI_Win primal, int key, void *value, void *extra) {
  (void)primal, (void)key, (void)extra;
  struct enzyme_mpi_window *window = value;
  window->primal = MPI_WIN_NULL;
  if (window->isForward || window->isPrepared)
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

static void *attribute(MPI_Win window, int key) {
  void *value = NULL;
  int isThere = 0;
  PMPI_Win_get_attr(window, key, &value, &isThere);
  return isThere ? value : NULL;
}

struct enzyme_mpi_window *enzyme_mpi_window_of(enzyme_mpi_slot slot, MPI_Win primal) {
  struct enzyme_mpi_window *window = attribute(primal, key());
  return window && (window->isPrepared || window->isForward == !slot) ? window : NULL;
}

static void unmake(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_window *window = (struct enzyme_mpi_window *)base;
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

enum { begins = 16 };

static void make_twin(struct enzyme_mpi_window *window, int lane, const struct memory *memory,
                      int *before) {
  char *at = window->shadow[lane];
  *before = at ? (int)((uintptr_t)at % begins) : -1;
  PMPI_Win_create(at ? at - *before : NULL, at ? memory->bytes + *before : 0, 1, MPI_INFO_NULL,
                  window->communicator->comm, &window->twin[lane]);
  PMPI_Win_set_errhandler(window->twin[lane], MPI_ERRORS_ARE_FATAL);
}

/* All ranks are in this call. */
static struct enzyme_mpi_window *make(enzyme_mpi_slot slot, const struct memory *memory,
                                      MPI_Comm comm, int lanes, void *const *shadow) {
  struct enzyme_mpi_window *window = enzyme_mpi_room(sizeof *window);
  int *own = enzyme_mpi_room((1 + lanes) * sizeof *own);
  window->base.reverse = unmake;
  window->communicator = enzyme_mpi_twin(memory->call, comm, /*isCollective=*/1);
  window->lanes = lanes;
  window->isForward = !slot;
  window->bytes = memory->bytes;
  window->twin = enzyme_mpi_room(lanes * sizeof *window->twin);
  window->shadow = enzyme_mpi_room(lanes * sizeof *window->shadow);
  own[0] = memory->unit;
  for (int lane = 0; lane < lanes; ++lane) {
    if (shadow && shadow[lane] != memory->primal)
      window->shadow[lane] = shadow[lane];
    make_twin(window, lane, memory, &own[1 + lane]);
  }
  window->shape = enzyme_mpi_room(window->communicator->size * (1 + lanes) * sizeof *own);
  PMPI_Allgather(own, 1 + lanes, MPI_INT, window->shape, 1 + lanes, MPI_INT,
                 window->communicator->comm);
  free(own);
  enzyme_mpi_locking_make(window);
  return window;
}

static void keep(enzyme_mpi_slot slot, struct enzyme_mpi_window *window, MPI_Win primal) {
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
  struct enzyme_mpi_window *window = make(slot, &memory, comm, lanes, (void *const *)made);
  window->made = made;
  keep(slot, window, *result);
  return code;
}

int enzyme_mpi_Win_free(enzyme_mpi_slot slot, int lanes, MPI_Win *primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, *primal);
  if (slot && window && window->isPrepared)
    enzyme_mpi_stop("MPI_Win_free", "a window that was made elsewhere is freed in what is "
                                    "differentiated");
  if (slot)
    *slot = NULL;
  return MPI_Win_free(primal);
}

void enzyme_mpi_prepare_window(MPI_Win primal, void *shadow) {
  MPI_Group group;
  MPI_Comm comm;
  if (attribute(primal, key()))
    PMPI_Win_delete_attr(primal, key());
  PMPI_Win_get_group(primal, &group);
  PMPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
  PMPI_Group_free(&group);
  MPI_Aint *bytes = attribute(primal, MPI_WIN_SIZE);
  int *unit = attribute(primal, MPI_WIN_DISP_UNIT);
  struct memory memory = {"enzyme_mpi_prepare_window", attribute(primal, MPI_WIN_BASE), *bytes,
                          *unit};
  struct enzyme_mpi_window *window = make(NULL, &memory, comm, 1, &shadow);
  window->isPrepared = 1;
  keep(NULL, window, primal);
  PMPI_Comm_free(&comm);
}

/*--- accesses ---*/

/* What reaches into a window has numbers of one type only. MPICH wants the very type that the other
 * side has, of those that are the same. */
static void find_numbers(struct enzyme_mpi_access *access) {
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

static const int *shape_of(const struct enzyme_mpi_access *access) {
  return access->window->shape + access->target * (1 + access->window->lanes);
}

int enzyme_mpi_reaches(const struct enzyme_mpi_access *access, int lane) {
  return shape_of(access)[1 + lane] >= 0;
}

MPI_Aint enzyme_mpi_place_of(const struct enzyme_mpi_access *access) {
  return access->displacement * shape_of(access)[0];
}

void enzyme_mpi_issue(const struct enzyme_mpi_access *access, int lane, int isBack) {
  if (!enzyme_mpi_reaches(access, lane))
    return;
  char *packed = access->packed + lane * access->bytes;
  int n = access->numbers;
  MPI_Datatype number = access->number;
  MPI_Win twin = access->window->twin[lane];
  MPI_Aint place = enzyme_mpi_place_of(access) + shape_of(access)[1 + lane];
#define TARGET access->target, place, access->targetCount, access->targetType
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

static void free_access(struct enzyme_mpi_access *access) {
  if (!is_basic(access->targetType))
    PMPI_Type_free(&access->targetType);
  enzyme_mpi_side_free(&access->side);
  free(access->packed);
  free(access->zeros);
  free(access);
}

static void access_back(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_access *access = (struct enzyme_mpi_access *)base;
  if (!access->isPast)
    enzyme_mpi_stop(access->call, "no fence or unlock follows in what is differentiated");
  if (access->how != ACCESS_GET)
    enzyme_mpi_move_lanes(&access->side, access->bytes, MOVE_ADD, access->packed);
  free_access(access);
}

struct target {
  enzyme_mpi_slot slot;
  int rank, count;
  MPI_Aint displacement;
  MPI_Datatype type;
  MPI_Win window;
};

static struct enzyme_mpi_access *make_access(const char *call, enum enzyme_mpi_how how,
                                             const struct enzyme_mpi_buffer *buffer,
                                             const struct target *target) {
  struct enzyme_mpi_access *access = enzyme_mpi_room(sizeof *access);
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
  access->window = enzyme_mpi_window_of(target->slot, target->window);
  if (!access->window)
    enzyme_mpi_stop(call,
                    "the window was made outside of what is differentiated, and where the "
                    "shadow of its memory lies is not known: make it inside, or let all its ranks "
                    "call enzyme_mpi_prepare_window(window, shadow) first");
  if (access->window->lanes != buffer->lanes)
    enzyme_mpi_stop(call, "the window has a shadow for each of another number of directions");
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

static void accessed(enzyme_mpi_slot slot, struct enzyme_mpi_access *access) {
  if (slot)
    *slot = access ? &access->base : NULL;
  if (!access)
    return;
  if (!slot) {
    if (access->how != ACCESS_GET)
      enzyme_mpi_move_lanes(&access->side, access->bytes, MOVE_PACK, access->packed);
    for (int lane = 0; lane < access->side.lanes; ++lane)
      enzyme_mpi_issue(access, lane, /*isBack=*/0);
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
    struct target target = {slot, rank, targetCount, displacement, targetType, window};            \
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
  struct target target = {slot, rank, targetCount, displacement, targetType, window};
  int code =
      MPI_Accumulate(buffer, count, type, rank, displacement, targetCount, targetType, op, window);
  struct enzyme_mpi_access *access = make_access("MPI_Accumulate", ACCESS_ADD, &of, &target);
  if (access && op != MPI_SUM)
    enzyme_mpi_stop("MPI_Accumulate", "operations other than MPI_SUM are not differentiated");
  accessed(slot, access);
  return code;
}

/*--- fences ---*/

static void fence_twins(struct enzyme_mpi_window *window, int promise) {
  for (int lane = 0; lane < window->lanes; ++lane)
    PMPI_Win_fence(promise, window->twin[lane]);
}

struct enzyme_mpi_access *enzyme_mpi_take_open(struct enzyme_mpi_window *window, int target) {
  struct enzyme_mpi_access *taken = NULL;
  enzyme_mpi_lock();
  for (struct enzyme_mpi_access **at = &window->open; *at;) {
    struct enzyme_mpi_access *one = *at;
    if (target != enzyme_mpi_all_targets && one->target != target) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    one->next = taken;
    one->isPast = 1;
    taken = one;
  }
  enzyme_mpi_unlock();
  return taken;
}

static void fence_back(struct enzyme_mpi_record *base) {
  struct fence *fence = (struct fence *)base;
  for (struct enzyme_mpi_access *at = fence->accesses; at; at = at->next)
    if (at->how == ACCESS_GET)
      enzyme_mpi_move_lanes(&at->side, at->bytes, MOVE_TAKE, at->packed);
  fence_twins(fence->window, 0);
  for (struct enzyme_mpi_access *at = fence->accesses; at; at = at->next)
    for (int lane = 0; lane < at->side.lanes; ++lane)
      enzyme_mpi_issue(at, lane, /*isBack=*/1);
  fence_twins(fence->window, MPI_MODE_NOSUCCEED);
  free(fence);
}

void enzyme_mpi_accesses_arrived(struct enzyme_mpi_access *accesses) {
  for (struct enzyme_mpi_access *next; accesses; accesses = next) {
    next = accesses->next;
    if (accesses->how == ACCESS_GET)
      enzyme_mpi_move_lanes(&accesses->side, accesses->bytes, MOVE_SET, accesses->packed);
    free_access(accesses);
  }
}

int enzyme_mpi_Win_fence(enzyme_mpi_slot slot, int lanes, int promise, MPI_Win primal) {
  (void)lanes;
  int code = MPI_Win_fence(promise, primal);
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  if (slot)
    *slot = NULL;
  if (!window)
    return code;
  if (!slot) {
    fence_twins(window, promise & (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED));
    enzyme_mpi_accesses_arrived(enzyme_mpi_take_open(window, enzyme_mpi_all_targets));
    return code;
  }
  struct fence *fence = enzyme_mpi_room(sizeof *fence);
  fence->base.reverse = fence_back;
  fence->window = window;
  fence->accesses = enzyme_mpi_take_open(window, enzyme_mpi_all_targets);
  *slot = &fence->base;
  return code;
}

/*--- what reads and writes at once: of integers ---*/

static void check_integers(const char *call, MPI_Datatype type, const void *buffer) {
  struct enzyme_mpi_buffer of = {buffer, NULL, 1, 1, type};
  struct enzyme_mpi_side side;
  enzyme_mpi_side_make(&side, call, &of);
  if (side.layout.bytes || side.layout.isUnknown)
    enzyme_mpi_stop(call, "of numbers it is not differentiated, only of integers");
  enzyme_mpi_side_free(&side);
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Fetch_and_op(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,
                            void *const *receivedShadow, const void *by, void *before,
                            MPI_Datatype type, int rank, MPI_Aint displacement, MPI_Op op,
                            MPI_Win window) {
  (void)lanes, (void)sentShadow, (void)receivedShadow;
  check_integers("MPI_Fetch_and_op", type, by);
  if (slot)
    *slot = NULL;
  return MPI_Fetch_and_op(by, before, type, rank, displacement, op, window);
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Compare_and_swap(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,
                                void *const *receivedShadow, const void *by, const void *expected,
                                void *before, MPI_Datatype type, int rank, MPI_Aint displacement,
                                MPI_Win window) {
  (void)lanes, (void)sentShadow, (void)receivedShadow;
  check_integers("MPI_Compare_and_swap", type, by);
  if (slot)
    *slot = NULL;
  return MPI_Compare_and_swap(by, expected, before, type, rank, displacement, window);
}
