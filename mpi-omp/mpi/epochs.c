/* epochs.c - windows that some ranks post and others start.
 *
 *   target      post … wait           backwards: wait says that its adjoints are there, post waits
 *   origin      start … complete      backwards: complete waits for that, and reaches back as under
 *                                     locks (locks.c); start says that it has done so
 *
 * What is said is a message without contents. */
#include "windows.h"

enum { TAG_READY, TAG_DONE };

struct enzyme_mpi_peers {
  int count;
  int rank[]; /* in the window's group */
};

struct epoch {
  struct enzyme_mpi_record base;
  struct enzyme_mpi_window *window;
  struct enzyme_mpi_peers *peers; /* of the start or post: its record frees them */
  struct enzyme_mpi_access *accesses;
};

static struct enzyme_mpi_peers *peers_of(const struct enzyme_mpi_window *window, MPI_Group group) {
  MPI_Group all;
  int count;
  PMPI_Group_size(group, &count);
  struct enzyme_mpi_peers *peers = enzyme_mpi_room(sizeof *peers + count * sizeof *peers->rank);
  int *places = enzyme_mpi_room(count * sizeof *places);
  for (int i = 0; i < count; ++i)
    places[i] = i;
  peers->count = count;
  PMPI_Comm_group(window->apart, &all);
  PMPI_Group_translate_ranks(group, count, places, all, peers->rank);
  PMPI_Group_free(&all);
  free(places);
  return peers;
}

static void tell(const struct epoch *epoch, int tag) {
  for (int i = 0; i < epoch->peers->count; ++i) {
    MPI_Request request;
    PMPI_Isend(NULL, 0, MPI_BYTE, epoch->peers->rank[i], tag, epoch->window->apart, &request);
    PMPI_Request_free(&request);
  }
}

static void hear(const struct epoch *epoch, int tag) {
  for (int i = 0; i < epoch->peers->count; ++i)
    PMPI_Recv(NULL, 0, MPI_BYTE, epoch->peers->rank[i], tag, epoch->window->apart,
              MPI_STATUS_IGNORE);
}

static void wait_back(struct enzyme_mpi_record *base) {
  struct epoch *epoch = (struct epoch *)base;
  tell(epoch, TAG_READY);
  free(epoch);
}

static void complete_back(struct enzyme_mpi_record *base) {
  struct epoch *epoch = (struct epoch *)base;
  hear(epoch, TAG_READY);
  enzyme_mpi_reach_back(epoch->accesses);
  free(epoch);
}

static void start_back(struct enzyme_mpi_record *base) {
  struct epoch *epoch = (struct epoch *)base;
  tell(epoch, TAG_DONE);
  free(epoch->peers);
  free(epoch);
}

static void post_back(struct enzyme_mpi_record *base) {
  struct epoch *epoch = (struct epoch *)base;
  hear(epoch, TAG_DONE);
  free(epoch->peers);
  free(epoch);
}

static void record(enzyme_mpi_slot slot, struct epoch how) {
  struct epoch *epoch = enzyme_mpi_room(sizeof *epoch);
  *epoch = how;
  *slot = &epoch->base;
}

int enzyme_mpi_Win_post(enzyme_mpi_slot slot, int lanes, MPI_Group group, int promise,
                        MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  if (slot)
    *slot = NULL;
  for (int lane = 0; window && !slot && lane < window->lanes; ++lane)
    PMPI_Win_post(group, 0, window->twin[lane]);
  if (window && slot)
    record(slot,
           (struct epoch){{post_back}, window, window->posted = peers_of(window, group), NULL});
  return MPI_Win_post(group, promise, primal);
}

/* The promise that all targets have posted is not one for the twin. */
int enzyme_mpi_Win_start(enzyme_mpi_slot slot, int lanes, MPI_Group group, int promise,
                         MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  int code = MPI_Win_start(group, promise, primal);
  if (slot)
    *slot = NULL;
  for (int lane = 0; window && !slot && lane < window->lanes; ++lane)
    PMPI_Win_start(group, 0, window->twin[lane]);
  if (window && slot)
    record(slot,
           (struct epoch){{start_back}, window, window->started = peers_of(window, group), NULL});
  return code;
}

int enzyme_mpi_Win_complete(enzyme_mpi_slot slot, int lanes, MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  int code = MPI_Win_complete(primal);
  if (slot)
    *slot = NULL;
  if (!window)
    return code;
  for (int lane = 0; !slot && lane < window->lanes; ++lane)
    PMPI_Win_complete(window->twin[lane]);
  struct enzyme_mpi_access *accesses = enzyme_mpi_take_open(window, enzyme_mpi_all_targets);
  if (!slot)
    enzyme_mpi_accesses_arrived(accesses);
  else if (window->started)
    record(slot, (struct epoch){{complete_back}, window, window->started, accesses});
  else
    enzyme_mpi_stop("MPI_Win_complete", "its start is not in what is differentiated");
  window->started = NULL;
  return code;
}

int enzyme_mpi_Win_wait(enzyme_mpi_slot slot, int lanes, MPI_Win primal) {
  (void)lanes;
  struct enzyme_mpi_window *window = enzyme_mpi_window_of(slot, primal);
  int code = MPI_Win_wait(primal);
  if (slot)
    *slot = NULL;
  if (!window)
    return code;
  for (int lane = 0; !slot && lane < window->lanes; ++lane)
    PMPI_Win_wait(window->twin[lane]);
  if (slot && !window->posted)
    enzyme_mpi_stop("MPI_Win_wait", "its post is not in what is differentiated");
  if (slot)
    record(slot, (struct epoch){{wait_back}, window, window->posted, NULL});
  window->posted = NULL;
  return code;
}
