// Triangles assembled into a sparse matrix by binary search, solved by preconditioned conjugate gradients.
#include "check.h"
typedef struct {
  int n, nnz;
  int *row, *col;
  double *val;
} csr;
typedef struct {
  int v[3];
  short mat;
} tri;
typedef struct mesh {
  int nv, nt;
  double (*xy)[2];
  tri *t;
} mesh;
static mesh *mesh_new(int k, const double *p) {
  mesh *m = malloc(sizeof *m);
  m->nv = (k + 1) * (k + 1);
  m->nt = 2 * k * k;
  m->xy = malloc(sizeof(double[2]) * m->nv);
  m->t = calloc(m->nt, sizeof *m->t);
  for (int j = 0, v = 0; j <= k; j++)
    for (int i = 0; i <= k; i++, v++) {
      m->xy[v][0] = (double)i / k + 0.05 * p[0] * j * (k - j) * i;
      m->xy[v][1] = (double)j / k * (1 + 0.1 * p[1] * i);
    }
  tri *t = m->t;
  for (int j = 0; j < k; j++)
    for (int i = 0; i < k; i++) {
      int a = j * (k + 1) + i;
      *t++ = (tri){{a, a + 1, a + k + 1}, (short)(i % 2)};
      *t++ = (tri){{a + 1, a + k + 2, a + k + 1}, 1};
    }
  return m;
}
static int cmpi(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static csr *pattern(const mesh *m) {
  int cap = 16, len = 0;
  int (*pairs)[2] = malloc(sizeof(int[2]) * cap);
  for (int e = 0; e < m->nt; e++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        if (len == cap)
          pairs = realloc(pairs, sizeof(int[2]) * (cap *= 2));
        pairs[len][0] = m->t[e].v[a];
        pairs[len++][1] = m->t[e].v[b];
      }
  csr *A = calloc(1, sizeof *A);
  A->n = m->nv;
  A->row = calloc(A->n + 1, sizeof(int));
  A->col = malloc(sizeof(int) * len);
  for (int r = 0; r < A->n; r++) {
    int start = A->nnz;
    for (int i = 0; i < len; i++)
      if (pairs[i][0] == r) {
        int seen = 0;
        for (int j = start; j < A->nnz && !seen; j++)
          seen = A->col[j] == pairs[i][1];
        if (!seen)
          A->col[A->nnz++] = pairs[i][1];
      }
    qsort(A->col + start, A->nnz - start, sizeof(int), cmpi);
    A->row[r + 1] = A->nnz;
  }
  free(pairs);
  A->val = calloc(A->nnz, sizeof(double));
  return A;
}
static double *at(csr *A, int r, int c) {
  int *p = bsearch(&c, A->col + A->row[r], A->row[r + 1] - A->row[r], sizeof(int), cmpi);
  return p ? A->val + (p - A->col) : NULL;
}
static void assemble(csr *A, double *rhs, const mesh *m, const double kappa[2]) {
  for (const tri *t = m->t; t < m->t + m->nt; t++) {
    const double *p[3];
    for (int i = 0; i < 3; i++)
      p[i] = m->xy[t->v[i]];
    double b[3], c[3];
    for (int i = 0; i < 3; i++) {
      const double *q = p[(i + 1) % 3], *r = p[(i + 2) % 3];
      b[i] = q[1] - r[1];
      c[i] = r[0] - q[0];
    }
    double area = 0.5 * fabs(b[0] * c[1] - b[1] * c[0]);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++)
        *at(A, t->v[i], t->v[j]) +=
            kappa[t->mat] * (b[i] * b[j] + c[i] * c[j]) / (4 * area) + (i == j) * area;
      rhs[t->v[i]] += area / 3;
    }
  }
}
static void mul(const csr *A, const double *restrict x, double *restrict y) {
  for (int i = 0; i < A->n; i++) {
    double s = 0;
    for (int k = A->row[i]; k < A->row[i + 1]; k++)
      s += A->val[k] * x[A->col[k]];
    y[i] = s;
  }
}
static double dot(const double *a, const double *b, int n) {
  double s = 0;
  while (n--)
    s += *a++ * *b++;
  return s;
}
static int cg(const csr *A, const double *b, double *x) {
  int n = A->n;
  double r[n], z[n], p[n], q[n], rho = 0;
  int it = 0;
  memcpy(r, b, sizeof r);
  memset(x, 0, sizeof *x * n);
  for (; it < 6; it++) {
    for (int i = 0; i < n; i++)
      z[i] = r[i] / *at((csr *)A, i, i);
    double old = rho;
    rho = dot(r, z, n);
    if (it == 0)
      memcpy(p, z, sizeof p);
    else
      for (int i = 0; i < n; i++)
        p[i] = z[i] + rho / old * p[i];
    mul(A, p, q);
    double al = rho / dot(p, q, n);
    for (int i = 0; i < n; i++)
      x[i] += al * p[i], r[i] -= al * q[i];
  }
  return it;
}
double f(const double *x, int n) {
  int k = 2;
  mesh *m = mesh_new(k, x);
  csr *A = pattern(m);
  double *rhs = calloc(A->n, sizeof *rhs), *u = malloc(sizeof *u * A->n),
         kap[2] = {exp(x[2]), 1 + x[0] * x[0]};
  assemble(A, rhs, m, kap);
  int it = cg(A, rhs, u);
  double s = dot(rhs, u, A->n) + 0.1 * it * u[4];
  free(rhs);
  free(u);
  free(A->row);
  free(A->col);
  free(A->val);
  free(A);
  free(m->xy);
  free(m->t);
  free(m);
  return s;
}
CHECK_FUNCTION_N(f, 3, 0.3, 0.4, -0.2);
