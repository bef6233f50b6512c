/* locks.c - windows that are locked by who reaches into them.
 *
 * Backwards, what an unlock or a flush completes reaches into the twin while that is locked. The
 * owner of the memory takes no part, and two things are not as between fences:
 *
 * The owner may read what others read meanwhile: its adjoints are added to by plain code. So others
 * leave theirs beside them, in its box, and it adds these up itself whenever one of its calls has
 * gone back: whatever the program has waited with before it changed the memory is such a call. What
 * takes an adjoint from the memory takes it from the box, too.
 *
 * Sections of exclusive locks are in an order that no call says. Each takes a ticket, and goes back
 * when the one behind it has. Where a window has been locked exclusively, shared locks would have
 * to be in that order, too: refused.
 *
 * MPI_Win_lock may return before it has the lock. What comes first must be known, and in forward
 * mode two windows are locked at once, so a section begins by taking a word of our own. */
#include "windows.h"

/* KINDS: of numbers that were ever left in the box; LEFT: some are. */
enum { WORD_TAKEN, WORD_TICKETS, WORD_SHARED, WORD_KINDS, WORD_LEFT, WORDS };

struct enzyme_mpi_locking {
  long *word; /* WORDS of them */
  MPI_Win words;
  char **box; /* in each lane: what was left for this rank */
  MPI_Win *boxes;
  long *held; /* of each rank: the ticket of this one's section there, or -1 */
  struct enzyme_mpi_window *window;
  struct enzyme_mpi_locking *next;
};

static struct enzyme_mpi_locking *lockings;

/*--- making ---*/

void enzyme_mpi_locking_make(struct enzyme_mpi_window *window) {
  struct enzyme_mpi_locking *locking = enzyme_mpi_room(sizeof *locking);
  MPI_Comm comm = window->communicator->comm;
  locking->window = window;
  PMPI_Comm_dup(comm, &window->apart);
  locking->word = enzyme_mpi_room(WORDS * sizeof *locking->word);
  PMPI_Win_create(locking->word, WORDS * sizeof *locking->word, sizeof *locking->word,
                  MPI_INFO_NULL, comm, &locking->words);
  locking->box = enzyme_mpi_room(window->lanes * sizeof *locking->box);
  locking->boxes = enzyme_mpi_room(window->lanes * sizeof *locking->boxes);
  for (int lane = 0; lane < window->lanes; ++lane) {
    MPI_Aint bytes = window->shadow[lane] ? window->bytes : 0;
    locking->box[lane] = enzyme_mpi_room(bytes);
    PMPI_Win_create(locking->box[lane], bytes, 1, MPI_INFO_NULL, comm, &locking->boxes[lane]);
  }
  locking->held = enzyme_mpi_room(window->communicator->size * sizeof *locking->held);
  for (int rank = 0; rank < window->communicator->size; ++rank)
    locking->held[rank] = -1;
  window->locking = locking;
  enzyme_mpi_lock();
  locking->next = lockings;
  lockings = locking;
  enzyme_mpi_unlock();
}

void enzyme_mpi_locking_free(struct enzyme_mpi_window *window) {
  struct enzyme_mpi_locking *locking = window->locking;
  PMPI_Barrier(window->apart);
  enzyme_mpi_settle();
  enzyme_mpi_lock();
  struct enzyme_mpi_locking **at = &lockings;
  while (*at != locking)
    at = &(*at)->next;
  *at = locking->next;
  enzyme_mpi_unlock();
  for (int lane = 0; lane < window->lanes; ++lane) {
    PMPI_Win_free(&locking->boxes[lane]);
    free(locking->box[lane]);
  }
  PMPI_Win_free(&locking->words);
  PMPI_Comm_free(&window->apart);
  free(locking->word);
  free(locking->box);
  free(locking->boxes);
  free(locking->held);
  free(locking);
}

/*--- what was left in boxes ---*/

#define EMPTY_BOX(TYPE)                                                                            \
  static void empty_##TYPE(MPI_Aint bytes, char *shadow, char *box) {                              \
    for (MPI_Aint at = 0; at + (MPI_Aint)sizeof(TYPE) <= bytes; at += sizeof(TYPE)) {              \
      TYPE left, own;                                                                              \
      memcpy(&left, box + at, sizeof left);                                                        \
      if (left == 0) /* or no number at all */                                                     \
        continue;                                                                                  \
      memcpy(&own, shadow + at, sizeof own);                                                       \
      own += left;                                                                                 \
      memcpy(shadow + at, &own, sizeof own);                                                       \
      memset(box + at, 0, sizeof left);                                                            \
    }                                                                                              \
  }
EMPTY_BOX(float)
EMPTY_BOX(double)

static void empty(struct enzyme_mpi_locking *locking, int lane, long kinds) {
  struct enzyme_mpi_window *window = locking->window;
  if (!window->shadow[lane])
    return;
  int self = window->communicator->rank;
  PMPI_Win_lock(MPI_LOCK_EXCLUSIVE, self, 0, locking->boxes[lane]);
  if (kinds == 1L << REAL_FLOAT)
    empty_float(window->bytes, window->shadow[lane], locking->box[lane]);
  else
    empty_double(window->bytes, window->shadow[lane], locking->box[lane]);
  PMPI_Win_unlock(self, locking->boxes[lane]);
}

static long change(const struct enzyme_mpi_locking *locking, int rank, int word, MPI_Op op,
                   long by) {
  long before = 0;
  PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, locking->words);
  PMPI_Fetch_and_op(&by, &before, MPI_LONG, rank, word, op, locking->words);
  PMPI_Win_unlock(rank, locking->words);
  return before;
}

/* While this rank waits for another one, which may want an answer: not every access to a window
 * lets MPI see to that. */
static void let_others(const struct enzyme_mpi_window *window) {
  int isThere;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, window->communicator->comm, &isThere, MPI_STATUS_IGNORE);
  enzyme_mpi_settle();
}

void enzyme_mpi_settle(void) {
  if (!lockings)
    return;
  enzyme_mpi_lock();
  for (struct enzyme_mpi_locking *at = lockings; at; at = at->next) {
    if (!*(volatile long *)&at->word[WORD_LEFT])
      continue;
    /* Before they are emptied: what comes meanwhile is said once more. */
    int self = at->window->communicator->rank;
    change(at, self, WORD_LEFT, MPI_REPLACE, 0);
    long kinds = change(at, self, WORD_KINDS, MPI_NO_OP, 0);
    for (int lane = 0; lane < at->window->lanes; ++lane)
      empty(at, lane, kinds);
  }
  enzyme_mpi_unlock();
}

/*--- backwards ---*/

struct completion {
  struct enzyme_mpi_record base;
  struct enzyme_mpi_window *window;
  struct enzyme_mpi_access *accesses;
  int target;
  long ticket; /* -1: none */
};

static void add_taken(const struct enzyme_mpi_access *access, int lane, const char *fromBox) {
  enzyme_mpi_add(access->side.layout.kind, access->bytes, access->packed + lane * access->bytes,
                 fromBox);
}

/* The box stays locked meanwhile, so that the owner does not empty it between both accesses. */
static void reach_back(const struct enzyme_mpi_access *access, int lane) {
  struct enzyme_mpi_window *window = access->window;
  MPI_Win box = window->locking->boxes[lane], twin = window->twin[lane];
  char *fromBox = enzyme_mpi_room(access->bytes);
  int n = access->numbers;
  MPI_Datatype number = access->number;
#define TARGET access->target, enzyme_mpi_place_of(access), access->targetCount, access->targetType
  PMPI_Win_lock(MPI_LOCK_SHARED, access->target, 0, box);
  if (access->how == ACCESS_GET)
    PMPI_Accumulate(access->packed + lane * access->bytes, n, number, TARGET, MPI_SUM, box);
  else
    PMPI_Get_accumulate(access->zeros, n, number, fromBox, n, number, TARGET,
                        access->how == ACCESS_PUT ? MPI_REPLACE : MPI_NO_OP, box);
#undef TARGET
  if (access->how != ACCESS_GET) {
    PMPI_Win_lock(MPI_LOCK_SHARED, access->target, 0, twin);
    enzyme_mpi_issue(access, lane, /*isBack=*/1);
    PMPI_Win_unlock(access->target, twin);
  }
  PMPI_Win_unlock(access->target, box);
  if (access->how != ACCESS_GET)
    add_taken(access, lane, fromBox);
  free(fromBox);
}

/* A long double has bytes that say nothing: what a box has of it is not known to be a number. */
static void say_kind(const struct enzyme_mpi_access *access) {
  enum enzyme_mpi_real kind = access->side.layout.kind;
  if (kind == REAL_LONG)
    enzyme_mpi_stop(access->call, "long double numbers in windows that are locked");
  long before = change(access->window->locking, access->target, WORD_KINDS, MPI_BOR, 1L << kind);
  if (before & ~(1L << kind))
    enzyme_mpi_stop(access->call, "numbers of several types in a window that is locked");
}

void enzyme_mpi_reach_back(struct enzyme_mpi_access *accesses) {
  for (struct enzyme_mpi_access *at = accesses; at; at = at->next) {
    if (at->how == ACCESS_GET)
      enzyme_mpi_move_lanes(&at->side, at->bytes, MOVE_TAKE, at->packed);
    say_kind(at);
    for (int lane = 0; lane < at->side.lanes; ++lane)
      if (enzyme_mpi_reaches(at, lane))
        reach_back(at, lane);
    if (at->how == ACCESS_GET)
      change(at->window->locking, at->target, WORD_LEFT, MPI_REPLACE, 1);
  }
}

static void unlock_back(struct enzyme_mpi_record *base) {
  struct completion *completion = (struct completion *)base;
  if (completion->ticket >= 0)
    while (change(completion->window->locking, completion->target, WORD_TICKETS, MPI_NO_OP, 0) !=
           completion->ticket + 1)
      let_others(completion->window);
  enzyme_mpi_reach_back(completion->accesses);
  free(completion);
}

static void lock_back(struct enzyme_mpi_record *base) {
  struct completion *completion = (struct completion *)base;
  change(completion->window->locking, completion->target, WORD_TICKETS, MPI_REPLACE,
         completion->ticket);
  free(completion);
}

static void record(enzyme_mpi_slot slot, struct completion how) {
  struct completion *completion = enzyme_mpi_room(sizeof *completion);
  *completion = how;
  *slot = &completion->base;
}

/*--- locks ---*/

static void enter(struct enzyme_mpi_locking *locking, int target) {
  while (change(locking, target, WORD_TAKEN, MPI_REPLACE, 1)) /* another rank has it */
    let_others(locking->window);
  locking->held[target] = change(locking, target, WORD_TICKETS, MPI_SUM, 1);
}

static void leave(struct enzyme_mpi_locking *locking, int target) {
  if (locking->held[target] < 0)
    return;
  locking->held[target] = -1;
  change(locking, target, WORD_TAKEN, MPI_REPLACE, 0);
}

static void lock_shared(const struct enzyme_mpi_locking *locking, int target) {
  change(locking, target, WORD_SHARED, MPI_REPLACE, 1);
  if (change(locking, target, WORD_TICKETS, MPI_NO_OP, 0))
    enzyme_mpi_stop("MPI_Win_lock", "a window that is locked exclusively and shared");
}

static void lock_exclusively(enzyme_mpi_slot slot, struct enzyme_mpi_window *window, int target) {
  enter(window->locking, target);
  if (change(window->locking, target, WORD_SHARED, MPI_NO_OP, 0))
    enzyme_mpi_stop("MPI_Win_lock", "a window that is locked exclusively and shared");
  if (slot)
    record(slot,
           (struct completion){{lock_back}, window, NULL, target, window->locking->held[target]});
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Win_lock(enzyme_mpi_slot slot, int lanes, int type, int target, int promise,
                        MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  if (slot)
    *slot = NULL;
  if (!window || target == MPI_PROC_NULL)
    return MPI_Win_lock(type, target, promise, primal);
  if (type == MPI_LOCK_EXCLUSIVE)
    lock_exclusively(slot, window, target);
  else
    lock_shared(window->locking, target);
  int code = MPI_Win_lock(type, target, promise, primal);
  for (int lane = 0; !slot && lane < window->lanes; ++lane)
    PMPI_Win_lock(type, target, 0, window->twin[lane]);
  return code;
}

int enzyme_mpi_Win_lock_all(enzyme_mpi_slot slot, int lanes, int promise, MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  if (slot)
    *slot = NULL;
  if (!window)
    return MPI_Win_lock_all(promise, primal);
  for (int target = 0; target < window->communicator->size; ++target)
    lock_shared(window->locking, target);
  int code = MPI_Win_lock_all(promise, primal);
  for (int lane = 0; !slot && lane < window->lanes; ++lane)
    PMPI_Win_lock_all(0, window->twin[lane]);
  return code;
}

/* What completes accesses of one target, or of all: of the program's window, and of its twin. */
struct completing {
  int (*one)(int target, MPI_Win window);
  int (*all)(MPI_Win window);
  int target, isUnlock;
};

static int complete(struct completing how, MPI_Win window) {
  return how.one ? how.one(how.target, window) : how.all(window);
}

static int completed(enzyme_mpi_slot slot, MPI_Win primal, struct completing how) {
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  if (slot)
    *slot = NULL;
  if (!window || (how.one && how.target == MPI_PROC_NULL))
    return complete(how, primal);
  int target = how.one ? how.target : enzyme_mpi_all_targets;
  struct enzyme_mpi_access *accesses = enzyme_mpi_take_open(window, target);
  for (int lane = 0; !slot && lane < window->lanes; ++lane)
    complete(how, window->twin[lane]);
  if (slot)
    record(slot, (struct completion){{unlock_back},
                                     window,
                                     accesses,
                                     target,
                                     how.isUnlock && how.one ? window->locking->held[target] : -1});
  else
    enzyme_mpi_accesses_arrived(accesses);
  int code = complete(how, primal);
  if (how.isUnlock && how.one)
    leave(window->locking, target);
  return code;
}

#define COMPLETES_ONE(X, IS_UNLOCK)                                                                \
  int enzyme_mpi_Win_##X(enzyme_mpi_slot slot, int lanes, int target, MPI_Win primal) {            \
    (void)lanes;                                                                                   \
    return completed(slot, primal, (struct completing){PMPI_Win_##X, NULL, target, IS_UNLOCK});    \
  }
#define COMPLETES_ALL(X, IS_UNLOCK)                                                                \
  int enzyme_mpi_Win_##X(enzyme_mpi_slot slot, int lanes, MPI_Win primal) {                        \
    (void)lanes;                                                                                   \
    return completed(slot, primal, (struct completing){NULL, PMPI_Win_##X, 0, IS_UNLOCK});         \
  }

COMPLETES_ONE(unlock, 1)
COMPLETES_ONE(flush, 0)
COMPLETES_ONE(flush_local, 0)
COMPLETES_ALL(unlock_all, 1)
COMPLETES_ALL(flush_all, 0)
COMPLETES_ALL(flush_local_all, 0)

int enzyme_mpi_Win_sync(enzyme_mpi_slot slot, int lanes, MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  for (int lane = 0; !slot && window && lane < window->lanes; ++lane)
    PMPI_Win_sync(window->twin[lane]);
  if (slot)
    *slot = NULL;
  return MPI_Win_sync(primal);
}
