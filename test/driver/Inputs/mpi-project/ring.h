/* The sum over all ranks of x[1] times the square that the rank before has of its x[0]. */
double ring(const double *x, int rank, int ranks);
