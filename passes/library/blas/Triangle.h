/*===- Triangle.h - one triangle of a matrix, wherever its elements are -----------------===
 *
 * BLAS stores a triangle in a whole matrix, as a band of diagonals, or column behind column
 * without gaps. What follows is said by columns; of a matrix that is stored by rows, the transpose
 * is stored by columns, and its other triangle.
 *===-------------------------------------------------------------------------------===*/

/* So many numbers of workspace are a variable, more of them are allocated: of small matrices the
 * allocation took as long as what is computed. */
enum { smallMatrix = 64 };

enum layout { full, band, packed };

static inline char otherOf(char flag, char one, char other) { return flag == one ? other : one; }

struct triangle {
  enum layout layout;
  int isUpper;
  size n, diagonals, lead;
};

/* Of the arguments that routines have. */
#define TRIANGLE(LAYOUT, N, DIAGONALS, LEAD)                                                       \
  (struct triangle) { LAYOUT, (triangle == 'U') == (order == 'C'), N, DIAGONALS, LEAD }

/* Where row 0 of a column were. */
static inline size columnAt(struct triangle t, size column) {
  switch (t.layout) {
  case full:
    return column * t.lead;
  case band:
    return column * t.lead - column + (t.isUpper ? t.diagonals : 0);
  default:
    return t.isUpper ? column * (column + 1) / 2 : column * (2 * t.n - column - 1) / 2;
  }
}

/* The rows of a column without its diagonal: from the first to before the end. */
static inline size firstRow(struct triangle t, size column) {
  if (!t.isUpper)
    return column + 1;
  return t.layout == band && column > t.diagonals ? column - t.diagonals : 0;
}

static inline size endRow(struct triangle t, size column) {
  if (t.isUpper)
    return column;
  return t.layout == band && column + t.diagonals + 1 < t.n ? column + t.diagonals + 1 : t.n;
}
