// The functions of ISO_Fortran_binding.h (Fortran 2018, 18.5.5).
#include <ISO_Fortran_binding.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double x, y;
  int tag;
} point;

void c_grow(CFI_cdesc_t *a) {
  CFI_index_t n = a->dim[0].extent, lower = 2, upper = n + 2;
  double *old = malloc(n * sizeof *old), *grown;
  memcpy(old, a->base_addr, n * sizeof *old);
  if (CFI_deallocate(a) != CFI_SUCCESS || CFI_deallocate(a) != CFI_ERROR_BASE_ADDR_NULL ||
      CFI_allocate(a, &lower, &upper, 0) != CFI_SUCCESS ||
      CFI_allocate(a, &lower, &upper, 0) != CFI_ERROR_BASE_ADDR_NOT_NULL)
    abort();
  grown = a->base_addr;
  for (CFI_index_t i = 0; i < n; i++)
    grown[i] = old[i] * old[0];
  grown[n] = 2 * old[n - 1];
  free(old);
}

double c_sums(CFI_cdesc_t *a) {
  CFI_CDESC_T(1) row;
  CFI_cdesc_t *r = (CFI_cdesc_t *)&row;
  CFI_index_t first[2] = {1, 1}, last[2] = {1, a->dim[1].extent - 1}, steps[2] = {0, 1}, at[2] = {0, 2};
  double sum = 0;
  if (CFI_establish(r, NULL, CFI_attribute_other, a->type, a->elem_len, 1, NULL) != CFI_SUCCESS ||
      CFI_section(r, a, first, last, steps) != CFI_SUCCESS)
    abort();
  if (CFI_is_contiguous(r))
    return -1;
  for (CFI_index_t i = r->dim[0].lower_bound, n = i + r->dim[0].extent; i < n; i++) {
    double value = *(double *)CFI_address(r, &i);
    sum += value * value * i;
  }
  return sum + *(double *)CFI_address(a, at);
}

double weighed(CFI_cdesc_t *a);

double c_local(int n, double *x) {
  CFI_CDESC_T(2) own;
  CFI_cdesc_t *a = (CFI_cdesc_t *)&own;
  CFI_index_t extents[2] = {2, n / 2};
  if (CFI_establish(a, x, CFI_attribute_other, CFI_type_double, 0, 2, extents) != CFI_SUCCESS ||
      !CFI_is_contiguous(a))
    abort();
  return weighed(a);
}

void c_point_at(CFI_cdesc_t *p, CFI_cdesc_t *a) {
  CFI_index_t lower = 5;
  if (CFI_setpointer(p, NULL, NULL) != CFI_SUCCESS || CFI_setpointer(p, a, &lower) != CFI_SUCCESS)
    abort();
}

void c_new_target(CFI_cdesc_t *p, int n) {
  CFI_index_t lower = 1, upper = n;
  if (CFI_allocate(p, &lower, &upper, 0) != CFI_SUCCESS)
    abort();
}

double c_heights(CFI_cdesc_t *points) {
  CFI_CDESC_T(1) part;
  CFI_cdesc_t *y = (CFI_cdesc_t *)&part;
  double sum = 0;
  if (CFI_establish(y, NULL, CFI_attribute_other, CFI_type_double, 0, 1, NULL) != CFI_SUCCESS ||
      CFI_select_part(y, points, offsetof(point, y), 0) != CFI_SUCCESS)
    abort();
  for (CFI_index_t i = 0; i < y->dim[0].extent; i++) {
    double height = *(double *)CFI_address(y, &i); // begins at 0
    sum += height * height * (i + 1);
  }
  return sum;
}
