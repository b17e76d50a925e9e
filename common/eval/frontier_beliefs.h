/* What a model believes of the configurations of a history, the best believed apart. */
#ifndef CML_EVAL_FRONTIER_BELIEFS_H
#define CML_EVAL_FRONTIER_BELIEFS_H

#include "base/error.h"
#include "model/belief/belief.h"
#include "model/model.h"
#include "space/finished_jobs.h"

#include <stdbool.h>
#include <stddef.h>

/* So many configurations are drawn as rivals for the best: those that may be best by the upper ends
 * of their intervals. */
#define CML_FRONTIER_MAX_RIVALS 128

/* Of the best one: its interval, and what it gains over the baseline. */
struct cml_named_belief {
	struct cml_believed truth, gain;
};

/* Zeroed is empty: no model, nothing believed. */
struct cml_frontier_beliefs {
	const struct cml_model *model; /* not owned */
	struct cml_believed *of;       /* by configuration, in the unit of the metric, with the ends
					* of a 90 % interval; NaN where the kind knows none */
	size_t capacity;
	double *features; /* scratch for the model */
	float *x;
	/* While jobs are gone through once more: */
	const struct cml_finished_jobs *finished;
	const struct cml_baseline *readings;
	size_t baseline; /* the configuration that its readings tell of; CML_NO_COLUMN: none */
	double z;        /* standard deviations of the interval of the best one */
	struct cml_finished_config *so_far; /* by configuration */
	size_t best;                        /* of the others; CML_NO_COLUMN: none so far */
	size_t believed;                    /* whose belief this is, as best: */
	struct cml_named_belief belief;
};

/* model must outlive it; NULL: none. CML_BAD_USAGE: its predictions have no unit. */
enum cml_result cml_frontier_beliefs_init(struct cml_frontier_beliefs *beliefs,
					  const struct cml_model *model, struct cml_error *err);
void cml_frontier_beliefs_release(struct cml_frontier_beliefs *beliefs);

/* Of the configuration with these values, which is at place. */
enum cml_result cml_frontier_beliefs_add(struct cml_frontier_beliefs *beliefs, const double *values,
					 size_t place, struct cml_error *err);

/* Once all are added, before their jobs are gone through. The configuration at baseline is believed
 * by its readings alone (CML_NO_COLUMN: there is none; gains are still over the readings). The
 * interval of the best of the others is that of cml_belief_best_z, of those that count
 * CML_FRONTIER_MAX_RIVALS. finished and readings must outlive it. */
enum cml_result cml_frontier_beliefs_begin(struct cml_frontier_beliefs *beliefs,
					   const struct cml_finished_jobs *finished,
					   size_t baseline, const struct cml_baseline *readings,
					   struct cml_error *err);

/* Counts a job of a configuration. */
void cml_frontier_beliefs_count(struct cml_frontier_beliefs *beliefs, size_t config,
				enum cml_job_status status, bool is_kept);

/* What would be named after the jobs counted: the baseline, unless another one is believed to be
 * better; then runner_up is the best of the others. CML_NO_COLUMN: none, of which all is NaN, as is
 * what the kind does not know. */
struct cml_frontier_named {
	size_t named, runner_up;
	struct cml_named_belief belief;
	struct cml_believed runner_up_gain;
};
enum cml_result cml_frontier_beliefs_name(struct cml_frontier_beliefs *beliefs,
					  struct cml_frontier_named *named, struct cml_error *err);

#endif
