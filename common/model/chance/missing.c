#include "model/chance/missing.h"

#include <math.h>
#include <string.h>

/* Least failed jobs per expected one that differs from none. */
#define MIN_LAUNCHED 0.01
/* Standard deviations of the expected count that a lack must exceed. */
#define MIN_DEVIATIONS 2

double cml_missing_failures(const struct cml_dataset *jobs, size_t n_drawn,
			    const double *drawn_chance, double *weight)
{
	double total = 0, failed = 0, failing = 0, n = (double)jobs->n_rows;
	memset(weight, 0, n_drawn * sizeof *weight);
	for (size_t i = 0; i < jobs->n_rows; i++) {
		total += jobs->weight[i];
		failed += jobs->y[i] > 0 ? 0 : jobs->weight[i];
	}
	for (size_t i = 0; i < n_drawn; i++)
		failing += 1 - drawn_chance[i];
	failed *= n / total;
	double q = failing / (double)n_drawn;
	double expected = (n - failed) * q / (1 - q);
	if (!(expected - failed > MIN_DEVIATIONS * sqrt(expected)))
		return 1;
	for (size_t i = 0; i < n_drawn; i++)
		weight[i] = (expected - failed) * (1 - drawn_chance[i]) / failing;
	return fmax(MIN_LAUNCHED, failed / expected);
}
