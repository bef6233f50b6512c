/*===- MemoryBodies.c - functions of the C library that map and copy memory -----===
 *
 * Problem: memory that a program asks the system for itself (mmap), as allocators and arenas do,
 * is memory like malloc's, and wants a shadow. The shadow of memory that
 * shows a file is not that file. And some functions copy memory in ways of their own.
 *
 * Here: the same in our words, which the build makes IR of (LibraryBodies.cpp); `enzyme_body_X`
 * stands for X.
 *   map     memory of the runtime's, which has a shadow like any; what the program wants there
 *           otherwise (a file, no access yet) is then put over the memory itself, as reading a file
 *           is. A file that is mapped to be written is written; what others read there is lost.
 *   copy    by memory's own words, copies and single bytes
 * Memory at a place of the program's choice (MAP_FIXED) stops the run: it may lie over another
 * object, whose numbers would be gone.
 *===----------------------------------------------------------------------===*/
#include <stddef.h>

enum { readWrite = 1 | 2 };
enum { shared = 1, private = 2, fixed = 16, anonymous = 32, noReserve = 0x4000, stack = 0x20000 };
enum { mayMove = 1, page = 4096 };

void *enzyme_rt_map(size_t bytes);
void enzyme_rt_unmap(void *memory, size_t bytes);
int enzyme_rt_map_over(void *memory, size_t bytes, int protection, int flags, int file,
                       long offset);
_Noreturn void enzyme_rt_refuse(const char *what, const char *place);

#define FAILED ((void *)-1)

/* structure: allow parameters, because they are those of mmap */
void *enzyme_body_mmap(void *place, size_t bytes, int protection, int flags, int file,
                       long offset) {
  (void)place;
  if (flags & fixed)
    enzyme_rt_refuse("memory is mapped at a place of the program's choice (MAP_FIXED)", NULL);
  void *memory = enzyme_rt_map(bytes);
  if (!memory)
    return FAILED;
  int isPlain = (flags & anonymous) && (protection & readWrite) == readWrite &&
                !(flags & ~(shared | private | anonymous | noReserve | stack));
  if (!isPlain && enzyme_rt_map_over(memory, bytes, protection, flags, file, offset)) {
    enzyme_rt_unmap(memory, bytes);
    return FAILED;
  }
  return memory;
}

/* structure: allow parameters, because they are those of mmap */
void *enzyme_body_mmap64(void *place, size_t bytes, int protection, int flags, int file,
                         long offset) {
  return enzyme_body_mmap(place, bytes, protection, flags, file, offset);
}

int enzyme_body_munmap(void *memory, size_t bytes) {
  enzyme_rt_unmap(memory, bytes);
  return 0;
}

/* Grown memory lies elsewhere: it fails where it may not. Of smaller one the last pages go. */
void *enzyme_body_mremap(void *memory, size_t before, size_t now, int flags, ...) {
  if (flags & ~mayMove)
    enzyme_rt_refuse("memory is mapped at a place of the program's choice (MREMAP_FIXED)", NULL);
  size_t kept = (now + page - 1) & ~(size_t)(page - 1);
  if (now <= before) {
    if (kept < before)
      enzyme_rt_unmap((char *)memory + kept, before - kept);
    return memory;
  }
  void *grown = flags & mayMove ? enzyme_rt_map(now) : NULL;
  if (!grown)
    return FAILED;
  __builtin_memcpy(grown, memory, before);
  enzyme_rt_unmap(memory, before);
  return grown;
}

/* The bytes up to the first that is `last`, with it; the address behind it, if there is one. */
void *enzyme_body_memccpy(void *to, const void *from, int last, size_t count) {
  const char *found = __builtin_memchr(from, last, count);
  size_t bytes = found ? (size_t)(found - (const char *)from) + 1 : count;
  __builtin_memcpy(to, from, bytes);
  return found ? (char *)to + bytes : NULL;
}

/* Pairs of bytes change places. */
void enzyme_body_swab(const void *from, void *to, long count) {
  const char *in = from;
  char *out = to;
  for (long i = 0; i < count - 1; i += 2) {
    char first = in[i], second = in[i + 1];
    out[i] = second;
    out[i + 1] = first;
  }
}
