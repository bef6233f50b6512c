/*===- nodes.c - trees and lists that are older than the derivative --------===*
 *
 * Problem: the halves of std::map and std::list that live in the C++ library link and rotate nodes;
 * what they do to nodes, derivative code has them do to the shadows of those nodes. The shadow
 * of a node that was there before the derivative (outside.c) is empty memory, without links.
 *
 * Here: before such a call, the shadows of all nodes that can be reached get links, and the colour
 * that a tree's nodes have; once in each derivative.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include "outside.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *node, *shadow;
} pair;

static _Thread_local struct {
  char **nodes; /* a table by address; null: free */
  size_t room, used;
  pair *stack;
  size_t depth, most;
} linked;

void enzyme_rt_nodes_begin(void) {
  if (linked.used)
    memset(linked.nodes, 0, linked.room * sizeof *linked.nodes);
  linked.used = 0;
}

void enzyme_rt_nodes_end(void) {
  free(linked.nodes);
  free(linked.stack);
  memset(&linked, 0, sizeof linked);
}

static void *more(void *memory, size_t bytes) {
  void *larger = realloc(memory, bytes);
  if (!larger)
    enzyme_rt_refuse("no memory is left for the nodes of a tree or list", NULL);
  return larger;
}

static char **placeOf(char **nodes, size_t room, char *node) {
  size_t i = (size_t)((uintptr_t)node / 16 * 0x9E3779B97F4A7C15u) & (room - 1);
  while (nodes[i] && nodes[i] != node)
    i = (i + 1) & (room - 1);
  return &nodes[i];
}

static void grow(void) {
  enum { firstRoom = 64 };
  size_t room = linked.room ? 2 * linked.room : firstRoom;
  char **nodes = more(NULL, room * sizeof *nodes);
  memset(nodes, 0, room * sizeof *nodes);
  for (size_t i = 0; i < linked.room; i++)
    if (linked.nodes[i])
      *placeOf(nodes, room, linked.nodes[i]) = linked.nodes[i];
  free(linked.nodes);
  linked.nodes = nodes, linked.room = room;
}

static void reach(char *node, char *shadow, uint64_t lane) {
  char *key = (char *)((uintptr_t)node ^ (uintptr_t)lane << 48); /* above all addresses */
  if (linked.room && *placeOf(linked.nodes, linked.room, key))
    return;
  if (node == shadow || !enzyme_rt_is_kept(node, shadow, lane))
    return; /* before there is a table: only threads that keep memory give it back */
  if (2 * linked.used >= linked.room)
    grow();
  *placeOf(linked.nodes, linked.room, key) = key;
  linked.used++;
  if (linked.depth == linked.most) {
    linked.most = linked.most ? 2 * linked.most : 64;
    linked.stack = more(linked.stack, linked.most * sizeof *linked.stack);
  }
  linked.stack[linked.depth++] = (pair){node, shadow};
}

void enzyme_rt_link_nodes(void *node, void *shadow, int isTree, uint64_t lane) {
  /* struct { int colour; node *parent, *left, *right; } and struct { node *next, *previous; } */
  const size_t firstLink = isTree ? sizeof(void *) : 0,
               lastLink = (isTree ? 4 : 2) * sizeof(void *);
  if (!node || !shadow)
    return;
  reach(node, shadow, lane);
  while (linked.depth) {
    pair at = linked.stack[--linked.depth];
    memcpy(at.shadow, at.node, isTree ? sizeof(int) : 0);
    for (size_t offset = firstLink; offset < lastLink; offset += sizeof(void *)) {
      void **link = (void **)(at.node + offset), **linkShadow = (void **)(at.shadow + offset);
      *linkShadow = enzyme_rt_shadow_of(*link, *linkShadow, link, linkShadow, lane);
      if (*link)
        reach(*link, *linkShadow, lane);
    }
  }
}
