/* Configurations that are read rather than drawn: the candidates of a search, and
 * finished jobs to leave out, to improve on and to start from. */
#ifndef CML_SEARCH_CONFIGS_H
#define CML_SEARCH_CONFIGS_H

#include "base/error.h"
#include "base/key.h"
#include "math/front.h"
#include "math/top_n.h"
#include "model/model.h"
#include "search/proposals.h"
#include "space/space.h"

/* Distinct configurations in the order added. Zeroed is empty. */
struct cml_configs {
	double *values; /* n x n_columns */
	size_t n;
	size_t capacity;
	struct cml_key_set keys;
};
void cml_configs_release(struct cml_configs *configs);

/* Adds completed values (n_columns), unless they are there. */
enum cml_result cml_configs_add(struct cml_configs *configs, const struct cml_space *space,
				const double *values, struct cml_error *err);

/* As cml_configs_add, for a row that cml_config_read gave; fixed: by slot, NaN where
 * nothing is asked. *differs: it has another value where one is fixed, and was not
 * added. CML_BAD_DATA, with the column: a param or context that is active and has no
 * value. */
enum cml_result cml_configs_add_candidate(struct cml_configs *configs,
					  const struct cml_space *space, const double *fixed,
					  const double *values, bool *differs,
					  struct cml_error *err);

/* Lets the model hear (cml_model_hear) at most CML_HEARD of them, at equal distances. */
#define CML_HEARD 1024
enum cml_result cml_configs_hear(const struct cml_configs *configs, const struct cml_model *model,
				 struct cml_error *err);

struct cml_known_job {
	const double *values;
	double target;   /* NaN: the job is not ok */
	double second;   /* the second metric of the space; NaN: not measured, or there is none */
	bool has_failed; /* by itself; not ok and not this: it says nothing */
	bool is_kept;    /* it broke no limit */
	int rank;        /* set by settle: 2 with what is fixed, +1 within its limits */
	struct cml_slice time; /* when it ran, a cell; empty: not known */
};

/* What is known of finished and pending jobs. Zeroed is empty. */
#define CML_KNOWN_STARTS 8
struct cml_known_jobs {
	/* By slot, NaN where nothing is asked, outlives the jobs: the best is that of jobs with
	 * these contexts and params, if there are any, as what other hardware or another setting
	 * can do is no mark to reach. NULL: of all jobs. */
	const double *fixed;
	bool ignore_limits;      /* all count as kept */
	struct cml_key_set keys; /* of all, whatever became of them */
	bool keys_alone;         /* nothing is kept beside them */
	struct cml_known_job *items;
	size_t n, capacity;
	size_t n_ran;            /* of items, by settle */
	struct cml_arena values; /* of items, and their times */
	/* The best metric of an ok job: of these rather than of others, and of those that
	 * kept their limits rather than of all (Gardner et al., "Bayesian optimization with
	 * inequality constraints", 2014): what breaks one is no mark to reach either. Of none
	 * where n_ran is 0. */
	double best;
	int best_rank;
	struct cml_tried_jobs tried; /* those with what is fixed; their values are those of items */
	struct cml_top_n top;        /* by number of item */
};
void cml_known_jobs_release(struct cml_known_jobs *jobs);

/* Values and time are copied. */
enum cml_result cml_known_jobs_add(struct cml_known_jobs *jobs, const struct cml_space *space,
				   const struct cml_known_job *job, struct cml_error *err);

/* Finds the best and the tried jobs, after the last one was added. A metric that is a placeholder
 * (base/placeholder.h) is that of a job that failed. maximize: large targets are good. */
enum cml_result cml_known_jobs_settle(struct cml_known_jobs *jobs, const struct cml_space *space,
				      bool maximize, struct cml_error *err);

/* Adds the jobs with both metrics to a front, of which the best alone count, as for the best
 * metric: with what is fixed, and within their limits, if there are any; and takes its reference.
 * It has a best job where it is a point, and three of four pairs of jobs are in one order by both
 * metrics: of few jobs of metrics in conflict one may be the best in both, too.
 * CML_BAD_USAGE when none can be placed on its axes. */
enum cml_result cml_known_jobs_front(const struct cml_known_jobs *jobs, struct cml_front *front,
				     struct cml_error *err);

/* The configurations of the best jobs, best first, moved to what is fixed here
 * (fixed: by slot) and completed; those that then break a rule or lack a value are
 * left out. */
enum cml_result cml_known_jobs_starts(struct cml_known_jobs *jobs, const struct cml_space *space,
				      const double *fixed, struct cml_configs *starts,
				      struct cml_error *err);

/* How many of the pending jobs a choice is to observe, each of which takes as long as a proposal:
 * CML_MAX_PENDING at most. tried NULL: none. */
#define CML_MAX_PENDING 64
size_t cml_count_pending(const struct cml_tried_jobs *tried);

/* So many of them, the last ones, predicted; their values are those of tried, for reading only. */
enum cml_result cml_predict_pending(const struct cml_model *model,
				    const struct cml_tried_jobs *tried,
				    struct cml_proposal *pending, struct cml_error *err);

/* What a model predicts of a proposal, by its values. Errors of cml_model_encode. */
enum cml_result cml_proposal_predict(struct cml_proposal *proposal, const struct cml_model *model,
				     struct cml_error *err);

/* The hand-tuned baseline of a space as a proposal: the default of every param and
 * context, or what is fixed, completed; predicted when there is a model. The caller
 * frees its values. CML_BAD_DATA: an active one without a default, a rule that does not
 * hold. */
enum cml_result cml_baseline_propose(const struct cml_space *space, const struct cml_model *model,
				     const double *fixed, struct cml_proposal *baseline,
				     struct cml_error *err);

/* What contexts have in the newest jobs of a history, for those that nobody fixes. */

/* Zeroed is empty. */
struct cml_newest {
	const struct cml_known_jobs *jobs; /* outlive it */
	size_t *order;                     /* jobs->n: from the oldest to the newest */
	bool by_time; /* all have one that base/date.h reads; otherwise as they were added */
};
enum cml_result cml_newest_init(struct cml_newest *newest, const struct cml_known_jobs *jobs,
				struct cml_error *err);
void cml_newest_release(struct cml_newest *newest);

/* The value that a context has in the newest of the jobs that differ in the fewest contexts from
 * what is given (by slot, NaN: nothing). Without times rows show what is new only where equal
 * values stand together, unless any does: tables are sorted by what people compare, too. False: no
 * value. O(jobs x values). */
bool cml_newest_find(const struct cml_newest *newest, const struct cml_space *space,
		     const double *given, size_t slot, bool any, double *value);

/* Whether some job of those most like what is asked for has, but for that, what is given and the
 * defaults of the others together. Both by slot, NaN: nothing. */
bool cml_newest_has_together(const struct cml_newest *newest, const struct cml_space *space,
			     const double *asked, const double *given);

#endif
