/* packs.c - numbers in the bytes that MPI_Pack makes.
 *
 * A buffer's shadow has the numbers' derivatives where the buffer has the numbers:
 *
 *              tangent                   adjoint
 *   pack       packed' = numbers'        numbers' += packed'; packed' = 0
 *   unpack     numbers' = packed'        packed' += numbers'; numbers' = 0
 *
 * Messages of MPI_PACKED carry the shadow's bytes as they are. To add adjoints to them it must be
 * known what lies where: what was packed last at an address is kept here. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/*--- what lies where ---*/

struct packed {
  const char *begin;
  MPI_Aint bytes;
  enum enzyme_mpi_real kind; /* REAL_NONE: integers */
  struct packed *next;
};
static struct packed *all;

static void forget(const char *begin, MPI_Aint bytes) {
  for (struct packed **at = &all; *at;) {
    struct packed *one = *at;
    if (one->begin >= begin + bytes || one->begin + one->bytes <= begin) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    free(one);
  }
}

static void note(const char *begin, MPI_Aint bytes, enum enzyme_mpi_real kind) {
  if (all && all->kind == kind && all->begin + all->bytes == begin) {
    all->bytes += bytes;
    return;
  }
  struct packed *one = enzyme_mpi_room(sizeof *one);
  one->begin = begin;
  one->bytes = bytes;
  one->kind = kind;
  one->next = all;
  all = one;
}

/* To what lies in some bytes: is there any? */
static int cut(struct enzyme_mpi_range *range, MPI_Aint first, MPI_Aint bytes) {
  MPI_Aint end = range->offset + range->bytes;
  end = end < first + bytes ? end : first + bytes;
  range->offset = range->offset > first ? range->offset : first;
  range->bytes = end - range->offset;
  return range->bytes > 0;
}

void enzyme_mpi_find_ranges(struct enzyme_mpi_side *side, const void *primal) {
  const char *begin = primal;
  int count = 0;
  enzyme_mpi_lock();
  for (struct packed *at = all; at; at = at->next)
    ++count;
  side->range = enzyme_mpi_room(count * sizeof *side->range);
  for (struct packed *at = all; at; at = at->next) {
    struct enzyme_mpi_range range = {at->begin - begin, at->bytes, at->kind};
    if (cut(&range, 0, side->count))
      side->range[side->ranges++] = range;
  }
  enzyme_mpi_unlock();
}

static int is_zero(const char *bytes, MPI_Aint count) {
  for (MPI_Aint i = 0; i < count; ++i)
    if (bytes[i])
      return 0;
  return 1;
}

/* `from` is what came for the bytes from `first` on. */
void enzyme_mpi_add_packed(const struct enzyme_mpi_side *side, MPI_Aint first, MPI_Aint bytes,
                           char *to, const char *from) {
  char *rest = enzyme_mpi_room(bytes);
  memcpy(rest, from, bytes);
  for (int i = 0; i < side->ranges; ++i) {
    struct enzyme_mpi_range range = side->range[i];
    if (!cut(&range, first, bytes))
      continue;
    if (range.kind != REAL_NONE)
      enzyme_mpi_add(range.kind, range.bytes, to + range.offset, from + (range.offset - first));
    memset(rest + (range.offset - first), 0, range.bytes);
  }
  if (!is_zero(rest, bytes))
    enzyme_mpi_stop("a call with MPI_PACKED", "what was sent was packed where nothing is "
                                              "differentiated, or sent in other parts");
  free(rest);
}

/*--- packing ---*/

struct pack {
  struct enzyme_mpi_record base;
  struct enzyme_mpi_side side;
  char **packed; /* each lane's shadow where the packed bytes begin, or null */
};

/* For each run of numbers and integers: where it lies, and where packed. */
#define EACH_RUN(SIDE, PLACE, RUN, LENGTH)                                                         \
  for (MPI_Aint element = 0, PLACE = 0; element < (SIDE)->count; ++element)                        \
    for (int r = 0; r < (SIDE)->layout.runs; ++r)                                                  \
      for (MPI_Aint LENGTH = length_of(&(SIDE)->layout.run[r]), once = 1; once;                    \
           PLACE += LENGTH, once = 0)                                                              \
        for (const struct enzyme_mpi_run *RUN = &(SIDE)->layout.run[r]; RUN; RUN = NULL)

static MPI_Aint length_of(const struct enzyme_mpi_run *run) {
  return run->basics *
         (run->reals ? run->reals * (MPI_Aint)enzyme_mpi_size(run->kind) : run->bytes);
}

static void move(char *to, char *from, const struct enzyme_mpi_run *run, MPI_Aint length,
                 int isBack) {
  if (to && from && isBack)
    enzyme_mpi_add(run->kind, length, from, to);
  else if (to && from)
    memcpy(to, from, length);
  else if (to)
    memset(to, 0, length);
  if (to && isBack)
    memset(to, 0, length);
}

/* From numbers to bytes, or the other way; `isBack`: of adjoints, against that. */
static void go(const struct pack *pack, int isPacked, int isBack) {
  for (int lane = 0; lane < pack->side.lanes; ++lane) {
    char *numbers = pack->side.shadow ? pack->side.shadow[lane] : NULL;
    char *bytes = pack->packed[lane];
    EACH_RUN(&pack->side, place, run, length) {
      char *number = numbers ? numbers + element * pack->side.layout.extent + run->offset : NULL;
      char *byte = bytes ? bytes + place : NULL;
      if (run->reals)
        move(isPacked ? byte : number, isPacked ? number : byte, run, length, isBack);
    }
  }
}

static void free_pack(struct pack *pack) {
  enzyme_mpi_side_free(&pack->side);
  free(pack->packed);
  free(pack);
}

static void unpack_adjoint(struct enzyme_mpi_record *base) {
  go((struct pack *)base, /*isPacked=*/1, /*isBack=*/1);
  free_pack((struct pack *)base);
}

static void pack_adjoint(struct enzyme_mpi_record *base) {
  go((struct pack *)base, /*isPacked=*/0, /*isBack=*/1);
  free_pack((struct pack *)base);
}

static void note_all(const struct pack *pack, const char *begin, MPI_Aint bytes) {
  enzyme_mpi_lock();
  forget(begin, bytes);
  EACH_RUN(&pack->side, place, run, length)
  note(begin + place, length, run->reals ? run->kind : REAL_NONE);
  enzyme_mpi_unlock();
}

struct bytes {
  const void *primal;
  void *const *shadow;
  int begin, end;
};

/* After the program's call. */
static void done(enzyme_mpi_slot slot, const char *call, const struct enzyme_mpi_buffer *buffer,
                 struct bytes bytes, int isPacked) {
  struct pack *pack = enzyme_mpi_room(sizeof *pack);
  int size;
  enzyme_mpi_side_make(&pack->side, call, buffer);
  PMPI_Type_size(buffer->type, &size);
  if (pack->side.layout.kind == REAL_PACKED ||
      bytes.end - bytes.begin != (MPI_Aint)size * buffer->count)
    enzyme_mpi_stop(call, "where the numbers of this datatype are packed is not known");
  pack->packed = enzyme_mpi_room(buffer->lanes * sizeof *pack->packed);
  for (int lane = 0; bytes.shadow && lane < buffer->lanes; ++lane)
    if (bytes.shadow[lane] && bytes.shadow[lane] != bytes.primal)
      pack->packed[lane] = (char *)bytes.shadow[lane] + bytes.begin;
  if (isPacked)
    note_all(pack, (const char *)bytes.primal + bytes.begin, bytes.end - bytes.begin);
  pack->base.reverse = isPacked ? unpack_adjoint : pack_adjoint;
  if (slot) {
    *slot = &pack->base;
    return;
  }
  go(pack, isPacked, /*isBack=*/0);
  free_pack(pack);
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Pack(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *const *bytesShadow,
                    const void *from, int count, MPI_Datatype type, void *to, int size,
                    int *position, MPI_Comm comm) {
  struct enzyme_mpi_buffer of = {from, shadow, lanes, count, type};
  struct bytes bytes = {to, bytesShadow, *position, 0};
  int code = MPI_Pack(from, count, type, to, size, position, comm);
  bytes.end = *position;
  done(slot, "MPI_Pack", &of, bytes, /*isPacked=*/1);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Unpack(enzyme_mpi_slot slot, int lanes, void *const *bytesShadow,
                      void *const *shadow, const void *from, int size, int *position, void *to,
                      int count, MPI_Datatype type, MPI_Comm comm) {
  struct enzyme_mpi_buffer of = {to, shadow, lanes, count, type};
  struct bytes bytes = {from, bytesShadow, *position, 0};
  int code = MPI_Unpack(from, size, position, to, count, type, comm);
  bytes.end = *position;
  done(slot, "MPI_Unpack", &of, bytes, /*isPacked=*/0);
  return code;
}
