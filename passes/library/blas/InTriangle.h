/*===- InTriangle.h - what is added to one triangle, of one kind of numbers ---------------------===
 *
 * The adjoint of a triangle is one triangle of a product. Block after block of columns takes half
 * of the whole product's time, and writes where the adjoint lies but for blocks on the diagonal.
 * MULTIPLY is `product`, or what knows the conjugate alone, too.
 *===-------------------------------------------------------------------------------===*/

static inline size lesser(size a, size b) { return a < b ? a : b; }

/* op(matrix), from a row (column) of it on */
static inline const number *NAME(fromRow)(char flag, const number *matrix, size lead, size row) {
  return matrix + (flag == 'N' || flag == 'R' ? row : row * lead);
}

static inline const number *NAME(fromColumn)(char flag, const number *matrix, size lead,
                                             size column) {
  return matrix + (flag == 'N' || flag == 'R' ? column * lead : column);
}

/* dA -= op(left) op(right) in a triangle of `rows` rows, with its diagonal unless that is one. */
static inline void NAME(subtractInTriangle)(char triangle, char diagonal, size rows, size inner,
                                            char leftFlag, const number *left, size leftLead,
                                            char rightFlag, const number *right, size rightLead,
                                            number *dA, size aLead) {
  enum { block = 64 };
  const number minus = -1;
  const int isUpper = triangle == 'U';
  number *beside = malloc(block * lesser(rows, block) * sizeof(number));
  for (size first = 0; first < rows; first += block) {
    size width = lesser(block, rows - first), next = first + width;
    size from = isUpper ? 0 : next, count = isUpper ? first : rows - next;
    const number *columns = NAME(fromColumn)(rightFlag, right, rightLead, first);
    for (size i = 0; i < width * width; i++)
      beside[i] = 0;
    MULTIPLY(leftFlag, rightFlag, width, width, inner, &minus,
             NAME(fromRow)(leftFlag, left, leftLead, first), leftLead, columns, rightLead, beside,
             width);
    for (size j = 0; j < width; j++)
      for (size i = NAME(firstIn)(isUpper, diagonal, j);
           i < NAME(endIn)(isUpper, diagonal, width, j); i++)
        dA[(first + j) * aLead + first + i] += beside[j * width + i];
    if (count > 0)
      MULTIPLY(leftFlag, rightFlag, count, width, inner, &minus,
               NAME(fromRow)(leftFlag, left, leftLead, from), leftLead, columns, rightLead,
               dA + first * aLead + from, aLead);
  }
  free(beside);
}
