// A search tree of active keys built recursively, summed by depth, and freed recursively.
#include "check.h"
typedef struct tree {
  double key;
  struct tree *left, *right;
} tree;

static tree *insert(tree *t, double key) {
  if (!t) {
    t = (tree *)malloc(sizeof(tree));
    t->key = key;
    t->left = t->right = 0;
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else
    t->right = insert(t->right, key);
  return t;
}
static double weigh(const tree *t, int depth) {
  return t ? t->key * t->key * depth + weigh(t->left, depth + 1) + weigh(t->right, depth + 1) : 0;
}
static void release(tree *t) {
  if (!t)
    return;
  release(t->left);
  release(t->right);
  free(t);
}
double f(const double *x, int n) {
  tree *root = 0;
  for (int i = 0; i < n; i++)
    root = insert(root, x[i]);
  const double r = weigh(root, 1);
  release(root);
  return r;
}

CHECK_FUNCTION_N(f, 5, 1, -2, 3, 0.5, 2);
