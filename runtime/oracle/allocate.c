/*===- allocate.c - memory that is released loses its shadow ---------------===
 *
 * These stand before the C library's functions of the same names, for every file and
 * library of the program. Where all that is released is cleared, all that is handed out
 * is clear.
 *===----------------------------------------------------------------------===*/
#include "held.h"
#include <malloc.h>
#include <string.h>

/* Untouched shadow is not touched now: reading finds the system's one page of zeros. */
static void forget(void *block) {
  size_t bytes = malloc_usable_size(block);
  char *shadow = oracle_shadow(block);
  uintptr_t page = 4096;
  while (bytes) {
    size_t part = page - ((uintptr_t)shadow & (page - 1));
    part = part < bytes ? part : bytes;
    if (*shadow || (part > 1 && memcmp(shadow, shadow + 1, part - 1)))
      memset(shadow, 0, part);
    shadow += part;
    bytes -= part;
  }
}

void *malloc(size_t bytes) {
  void *block = __libc_malloc(bytes);
  oracle_note_made(block);
  return block;
}

void *calloc(size_t count, size_t bytes) {
  void *block = __libc_calloc(count, bytes);
  oracle_note_made(block);
  return block;
}

void free(void *block) {
  if (!block || (oracle_is_held() && !oracle_was_made(block)))
    return;
  forget(block);
  __libc_free(block);
}

void *realloc(void *block, size_t bytes) {
  size_t before = block ? malloc_usable_size(block) : 0;
  if (!block)
    return malloc(bytes);
  if (!bytes) {
    free(block);
    return 0;
  }
  void *moved = malloc(bytes);
  if (!moved)
    return 0;
  size_t kept = before < bytes ? before : bytes;
  memcpy(moved, block, kept);
  memcpy(oracle_shadow(moved), oracle_shadow(block), kept);
  free(block);
  return moved;
}
