/* windows.h - windows, their twins, and what reaches into them. */
#ifndef ENZYME_MPI_WINDOWS_H
#define ENZYME_MPI_WINDOWS_H

#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum enzyme_mpi_how { ACCESS_PUT, ACCESS_GET, ACCESS_ADD };

struct enzyme_mpi_window {
  struct enzyme_mpi_record base; /* of its making */
  struct enzyme_mpi_communicator *communicator;
  MPI_Win primal; /* MPI_WIN_NULL: it is no more */
  int lanes, isForward, isPrepared;
  MPI_Aint bytes;
  MPI_Win *twin; /* in each lane */
  char **made;   /* shadows of memory that was made with the window */
  char **shadow; /* null in lanes where the memory is constant: nothing reaches there */
  /* Of each rank: the unit of displacements; in each lane how far behind its twin's beginning the
   * memory is, -1 where it is constant. */
  int *shape;
  struct enzyme_mpi_access *open;
  struct enzyme_mpi_locking *locking; /* locks.c */
  MPI_Comm apart;                     /* the twin's collective calls have an order of their own */
  struct enzyme_mpi_peers *started, *posted; /* epochs.c */
};

struct enzyme_mpi_access {
  struct enzyme_mpi_record base;
  const char *call;
  struct enzyme_mpi_window *window;
  enum enzyme_mpi_how how;
  struct enzyme_mpi_side side;
  MPI_Aint bytes; /* of numbers, in each lane */
  MPI_Datatype number;
  int numbers;
  int target, targetCount;
  MPI_Aint displacement;
  MPI_Datatype targetType; /* our own, unless it is a basic one */
  char *packed, *zeros;
  int isPast; /* what completes it came */
  struct enzyme_mpi_access *next;
};

/* Null if it was neither prepared nor made in what is differentiated, in the same mode. */
struct enzyme_mpi_window *enzyme_mpi_window_of(enzyme_mpi_slot slot, MPI_Win primal);
/* Those that are open, of one target, or of all of them; what completes them has come. */
struct enzyme_mpi_access *enzyme_mpi_take_open(struct enzyme_mpi_window *window, int target);
/* In bytes, behind the target's memory. */
MPI_Aint enzyme_mpi_place_of(const struct enzyme_mpi_access *access);
int enzyme_mpi_reaches(const struct enzyme_mpi_access *access, int lane);
void enzyme_mpi_issue(const struct enzyme_mpi_access *access, int lane, int isBack);
/* Forward mode. */
void enzyme_mpi_accesses_arrived(struct enzyme_mpi_access *accesses);

/*--- locks (locks.c) ---*/

/* All ranks are in these calls. */
void enzyme_mpi_locking_make(struct enzyme_mpi_window *window);
void enzyme_mpi_locking_free(struct enzyme_mpi_window *window);
/* The adjoints of accesses under locks, and in epochs of groups. */
void enzyme_mpi_reach_back(struct enzyme_mpi_access *accesses);
/* Adjoints that other ranks left for this one are added to its own. */
void enzyme_mpi_settle(void);

enum { enzyme_mpi_all_targets = -1 };

/* All ranks call it: memory of a window that was made elsewhere has this shadow, from now on. */
void enzyme_mpi_prepare_window(MPI_Win primal, void *shadow);

#endif
