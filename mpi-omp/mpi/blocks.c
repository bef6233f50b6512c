/* blocks.c - blocks of numbers for several ranks, packed one behind the other.
 *
 * A block's packed form has all lanes one behind the other, so that one message is one block. */
#include "blocks.h"
#include <stdlib.h>

static void add_sides(struct enzyme_mpi_blocks *blocks, const char *call,
                      const struct enzyme_mpi_given *given) {
  blocks->sides = enzyme_mpi_room(given->count * sizeof *blocks->sides);
  for (int i = 0; i < given->count; ++i) {
    MPI_Aint place = given->addresses ? given->addresses[i] : given->places[i];
    void **shadow = enzyme_mpi_room(blocks->lanes * sizeof *shadow);
    for (int lane = 0; given->shadow && lane < blocks->lanes; ++lane)
      shadow[lane] = given->shadow[lane] ? (char *)given->shadow[lane] + place : NULL;
    struct enzyme_mpi_buffer one = {given->primal ? (const char *)given->primal + place : NULL,
                                    given->shadow ? shadow : NULL, blocks->lanes, given->sizes[i],
                                    given->sizes[i] ? given->types[i] : MPI_DATATYPE_NULL};
    enzyme_mpi_side_make(&blocks->sides[i], call, &one);
    blocks->size[i] = given->sizes[i];
    free(shadow);
  }
}

static void add_side(struct enzyme_mpi_blocks *blocks, const char *call,
                     const struct enzyme_mpi_given *given) {
  MPI_Aint elements = 0;
  for (int i = 0; i < given->count; ++i) {
    blocks->size[i] = given->sizes ? given->sizes[i] : given->size;
    blocks->place[i] = given->places ? given->places[i] : elements;
    elements += blocks->size[i];
  }
  struct enzyme_mpi_buffer all = {given->primal, given->shadow, blocks->lanes, elements,
                                  given->count ? given->type : MPI_DATATYPE_NULL};
  enzyme_mpi_side_make(&blocks->side, call, &all);
}

static const struct enzyme_mpi_side *side_of(const struct enzyme_mpi_blocks *blocks, int i) {
  return blocks->sides ? &blocks->sides[i] : &blocks->side;
}

struct enzyme_mpi_blocks enzyme_mpi_blocks_of(const char *call, int lanes,
                                              const struct enzyme_mpi_given *given) {
  struct enzyme_mpi_blocks blocks = {0};
  MPI_Aint offset = 0;
  blocks.lanes = lanes;
  blocks.count = given->count;
  blocks.size = enzyme_mpi_room(given->count * sizeof *blocks.size);
  blocks.place = enzyme_mpi_room(given->count * sizeof *blocks.place);
  blocks.bytes = enzyme_mpi_room(given->count * sizeof *blocks.bytes);
  blocks.offset = enzyme_mpi_room(given->count * sizeof *blocks.offset);
  if (given->types)
    add_sides(&blocks, call, given);
  else
    add_side(&blocks, call, given);
  for (int i = 0; i < given->count; ++i) {
    blocks.bytes[i] =
        enzyme_mpi_int(call, lanes * blocks.size[i] * side_of(&blocks, i)->layout.bytes);
    blocks.offset[i] = enzyme_mpi_int(call, offset);
    offset += blocks.bytes[i];
  }
  blocks.total = offset;
  return blocks;
}

void enzyme_mpi_blocks_free(struct enzyme_mpi_blocks *blocks) {
  enzyme_mpi_side_free(&blocks->side);
  for (int i = 0; blocks->sides && i < blocks->count; ++i)
    enzyme_mpi_side_free(&blocks->sides[i]);
  free(blocks->sides);
  free(blocks->size);
  free(blocks->place);
  free(blocks->bytes);
  free(blocks->offset);
}

void enzyme_mpi_block_move(const struct enzyme_mpi_blocks *blocks, int i, enum enzyme_mpi_move how,
                           char *packed) {
  MPI_Aint bytes = blocks->bytes[i] / (blocks->lanes ? blocks->lanes : 1);
  for (int lane = 0; lane < blocks->lanes && bytes; ++lane) {
    struct enzyme_mpi_part part = {lane, blocks->place[i], blocks->size[i], bytes};
    enzyme_mpi_move(side_of(blocks, i), part, how, packed + lane * bytes);
  }
}

void enzyme_mpi_blocks_move(const struct enzyme_mpi_blocks *blocks, enum enzyme_mpi_move how,
                            char *packed) {
  for (int i = 0; i < blocks->count; ++i)
    enzyme_mpi_block_move(blocks, i, how, packed + blocks->offset[i]);
}

void enzyme_mpi_block_leave_out(struct enzyme_mpi_blocks *blocks, int i) {
  blocks->size[i] = blocks->bytes[i] = 0;
}
