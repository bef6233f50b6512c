/* blocks.h - what a rank hands to others, or gets from them, in blocks (blocks.c). */
#ifndef ENZYME_MPI_BLOCKS_H
#define ENZYME_MPI_BLOCKS_H

#include "internal.h"

/* What the program passes. Blocks of `size` lie one behind the other, or there are `sizes`, and
 * `places` in elements; with `types` each block has its own, and places count bytes. */
struct enzyme_mpi_given {
  const void *primal;
  void *const *shadow;
  MPI_Datatype type;
  int count, size;
  const int *sizes, *places;
  const MPI_Datatype *types;
  const MPI_Aint *addresses; /* or places */
};

struct enzyme_mpi_blocks {
  struct enzyme_mpi_side side;
  struct enzyme_mpi_side *sides; /* or one for each block */
  int lanes, count;              /* of blocks; 0: this rank has none */
  MPI_Aint *size, *place;
  int *bytes, *offset; /* of the packed ones */
  MPI_Aint total;
};

struct enzyme_mpi_blocks enzyme_mpi_blocks_of(const char *call, int lanes,
                                              const struct enzyme_mpi_given *given);
void enzyme_mpi_blocks_free(struct enzyme_mpi_blocks *blocks);
void enzyme_mpi_block_move(const struct enzyme_mpi_blocks *blocks, int i, enum enzyme_mpi_move how,
                           char *packed);
void enzyme_mpi_blocks_move(const struct enzyme_mpi_blocks *blocks, enum enzyme_mpi_move how,
                            char *packed);
/* Nothing of it travels. */
void enzyme_mpi_block_leave_out(struct enzyme_mpi_blocks *blocks, int i);

#endif
