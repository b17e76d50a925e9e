/* Which finished jobs to run once more, and what jobs are expected to bring beside what is believed
 * of the finished ones. */
#ifndef CML_SEARCH_REPLICATE_REPLICATE_H
#define CML_SEARCH_REPLICATE_REPLICATE_H

#include "base/error.h"
#include "model/model.h"
#include "search/configs.h"
#include "space/finished_jobs.h"
#include "table/table_writer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many finished configurations are compared: those that the model deems likeliest to be the
 * best, by the mean and two standard deviations. */
#define CML_REPEATS_MAX_RIVALS 128

struct cml_repeats_problem {
	const struct cml_model *model; /* with a space */
	const struct cml_finished_jobs *finished;
	size_t baseline; /* place of the default configuration; CML_NO_COLUMN: none */
	uint64_t seed;
	bool all_digits; /* false: those that the uncertainty deserves */
};

/* Writes up to k finished configurations, those first whose repeat tells most about the gain over
 * the baseline, or without one is expected to raise the best believed most (model/belief), with
 * their params and contexts and the columns cml_key, cml_pred and cml_sd (of one more job), cml_lo
 * and cml_hi (90 % interval of the truth), cml_ok (where the model has a chance), cml_runs (jobs
 * that were ok), cml_gain (what this repeat and those above it are expected to gain on the best
 * believed, as a fraction of it) and cml_rank. *n_written of them; *gain is that of all of them (0:
 * none). With jobs (NULL: none), only so many repeats as are worth more in the place of the last of
 * these. CML_NOTHING: none is, or no finished configuration may be named the best, and why;
 * CML_BAD_USAGE: a model that does not know how jobs vary together. */
enum cml_result cml_repeats_write(const struct cml_repeats_problem *problem,
				  const struct cml_configs *jobs, size_t k,
				  struct cml_table_writer *writer, size_t *n_written, double *gain,
				  struct cml_error *err);

/* Writes cml_key, cml_pred, cml_ok and cml_gain (of this job and those above it) of the jobs, in
 * their order; errors as above. */
enum cml_result cml_expected_gain_write(const struct cml_repeats_problem *problem,
					const struct cml_configs *jobs,
					struct cml_table_writer *writer, struct cml_error *err);

#endif
