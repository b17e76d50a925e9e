#include "math/nnls.h"

#include <math.h>

#define MAX_ROUNDS 10000
#define TOLERANCE 1e-6

/* The best value of one coordinate, the others as they are. */
static double best_of(size_t n, const double *gram, const double *b, const double *w, size_t k)
{
	double slope = b[k];
	for (size_t i = 0; i < n; i++)
		slope -= gram[k * n + i] * w[i];
	double diagonal = gram[k * n + k];
	return diagonal > 0 ? fmax(0, w[k] + slope / diagonal) : 0;
}

void cml_nnls(size_t n, const double *gram, const double *b, double *w)
{
	double moved = INFINITY, size = 0;
	for (int round = 0; round < MAX_ROUNDS && moved > TOLERANCE * size; round++) {
		moved = size = 0;
		for (size_t k = 0; k < n; k++) {
			double next = best_of(n, gram, b, w, k), unit = sqrt(gram[k * n + k]);
			moved = fmax(moved, unit * fabs(next - w[k]));
			size = fmax(size, unit * next);
			w[k] = next;
		}
	}
}
