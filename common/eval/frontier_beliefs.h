/* What a model believes of the configurations of a history, the best believed apart. */
#ifndef CML_EVAL_FRONTIER_BELIEFS_H
#define CML_EVAL_FRONTIER_BELIEFS_H

#include "base/error.h"
#include "model/belief/belief.h"
#include "model/model.h"
#include "space/finished_jobs.h"

#include <stddef.h>

/* So many configurations are drawn as rivals for the best: those that may be best by the upper ends
 * of their intervals. */
#define CML_FRONTIER_MAX_RIVALS 128

/* Zeroed is empty: no model, nothing believed. */
struct cml_frontier_beliefs {
	const struct cml_model *model; /* not owned */
	struct cml_believed *of;       /* by configuration, in the unit of the metric, with the ends
					* of a 90 % interval; NaN where the kind knows none */
	size_t capacity;
	size_t baseline;  /* place of the configuration that its readings tell of; CML_NO_COLUMN */
	double *features; /* scratch for the model */
	float *x;
};

/* model must outlive it; NULL: none. CML_BAD_USAGE: its predictions have no unit. */
enum cml_result cml_frontier_beliefs_init(struct cml_frontier_beliefs *beliefs,
					  const struct cml_model *model, struct cml_error *err);
void cml_frontier_beliefs_release(struct cml_frontier_beliefs *beliefs);

/* Of the configuration with these values, which is at place. */
enum cml_result cml_frontier_beliefs_add(struct cml_frontier_beliefs *beliefs, const double *values,
					 size_t place, struct cml_error *err);

/* The configuration at place, with these values, is the baseline: believed by its readings alone.
 */
enum cml_result cml_frontier_beliefs_take_baseline(struct cml_frontier_beliefs *beliefs,
						   const double *values, size_t place,
						   const struct cml_baseline *baseline,
						   struct cml_error *err);

/* Standard deviations of a 90 % interval of the best of the others, as of cml_belief_best_z: of the
 * configurations that count, those of CML_FRONTIER_MAX_RIVALS. NaN where the kind knows no
 * covariances, or none counts. */
enum cml_result cml_frontier_beliefs_best_z(struct cml_frontier_beliefs *beliefs,
					    const struct cml_finished_jobs *finished, double *z,
					    struct cml_error *err);

/* Of the best one: its interval, and what it gains over the baseline. */
struct cml_named_belief {
	struct cml_believed truth, gain;
};
/* values: of the configuration at place; z: as above. The baseline gains 0. */
enum cml_result cml_frontier_beliefs_named(struct cml_frontier_beliefs *beliefs,
					   const double *values, size_t place, double z,
					   const struct cml_baseline *baseline,
					   struct cml_named_belief *named, struct cml_error *err);

#endif
