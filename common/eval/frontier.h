/* How far a search has come: the best metric after each job of a history, of those that
 * have what is fixed: what jobs on other hardware measured is no best to beat. Nor is what a
 * job measured that broke a limit of the space; one that does not report it broke none. */
#ifndef CML_EVAL_FRONTIER_H
#define CML_EVAL_FRONTIER_H

#include "base/error.h"
#include "space/config.h"
#include "table/symbols.h"
#include "table/table_writer.h"

struct cml_frontier_job {
	uint64_t key;
	double actual; /* metric, in its unit; NaN unless the job is ok */
	double second; /* the second metric; NaN: not measured, or the job is not ok */
	size_t round;  /* symbol id of the cell of cml_round */
	enum cml_job_status status;
	bool is_kept; /* no limit was broken; true unless the job is ok */
};

/* The jobs of a history in their order: 40 bytes each. Zeroed is empty. */
struct cml_frontier {
	const struct cml_binding *binding; /* of the space, with outcomes; not owned */
	const double *fixed;               /* by slot, as of cml_fixes_take; not owned */
	struct cml_symbols rounds;
	size_t round_column; /* of the table; CML_NO_COLUMN: none */
	struct cml_frontier_job *jobs;
	size_t n;
	size_t capacity;
	size_t n_different; /* rows that were left out, as they differ from what is fixed */
	size_t n_outside;   /* ok jobs that broke a limit */
	double *values;     /* of the row that is being read */
	double *limits;     /* of the same, as of cml_job_read_limits */
	bool has_baseline;  /* the space gives a default configuration */
	uint64_t baseline_key;
};

/* binding, made for this header, its space and fixed must outlive it. */
enum cml_result cml_frontier_init(struct cml_frontier *frontier, const struct cml_binding *binding,
				  const double *fixed, const struct cml_header *header,
				  struct cml_error *err);
void cml_frontier_release(struct cml_frontier *frontier);

/* The next row, whatever became of its job; one that differs from what is fixed is
 * checked and counted, but no job of these. CML_BAD_DATA, with line and column, as
 * cml_config_read, cml_job_read and cml_job_read_limits have it; the row is then left out. */
enum cml_result cml_frontier_append(struct cml_frontier *frontier, const struct cml_row *row,
				    struct cml_error *err);

/* After the last row: a metric that is a placeholder (base/placeholder.h) is none. */
enum cml_result cml_frontier_settle(struct cml_frontier *frontier, struct cml_error *err);

/* The mean of the ok jobs of the default configuration of the space, with what is fixed, within the
 * limits or not; NaN when there is none or the space gives no such configuration. */
double cml_frontier_baseline(const struct cml_frontier *frontier);

/* cml_job,cml_round,cml_key,cml_status,cml_actual,cml_best,cml_uplift for each job, in
 * order; with limits in the space also cml_kept, 1 or 0, empty unless the job is ok; with two
 * metrics cml_second, what was measured of the second one, and cml_front: 1 for the jobs of the
 * Pareto front of all that are ok and within the limits, 0 for the others that have both metrics.
 * cml_best is empty before the first ok job that broke no limit. cml_uplift is how much better than
 * the baseline that is, as a fraction of it: (best - baseline) / |baseline| where large
 * metrics are good, (baseline - best) / |baseline| where small ones are; empty where that
 * is no number. CML_NOTHING when there is no job. */
enum cml_result cml_frontier_write(const struct cml_frontier *frontier, double baseline,
				   struct cml_table_writer *writer, struct cml_error *err);

#endif
