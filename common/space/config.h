/* Configurations: reading them from job tables, completing and checking them,
 * and their key. */
#ifndef CML_SPACE_CONFIG_H
#define CML_SPACE_CONFIG_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/key.h"
#include "space/binding.h"
#include "space/cell.h"
#include "space/space.h"
#include "table/table_reader.h"

/* What a row of a job table holds beside its values. */
struct cml_job {
	enum cml_job_status status; /* not CML_JOB_OK exactly when target is NaN */
	double target;              /* metric, in its unit; NaN unless the job is ok */
	double weight;              /* 1 without a weight column */
};

/* Reads the cell of one param or context, trimmed; NaN when it is missing, unless the domain has it
 * as a level (`None|full`), or an empty one (`|full`). Does not ask whether the column is active.
 * CML_BAD_DATA with line and column. */
enum cml_result cml_config_read_cell(const struct cml_binding *binding, const struct cml_row *row,
				     size_t slot, double *value, struct cml_error *err);

/* Reads the configuration of a row into values (space->n_columns doubles), in
 * file order: params and contexts from their cells (a missing value is NaN), an
 * inactive one (its `when` is false or missing) as NaN whatever its cell holds;
 * derived columns computed; rules checked (a missing rule counts as held).
 * CML_BAD_DATA, with the column: not a number, not whole, outside its domain,
 * unknown level (unless unknown_zero), undefined expression, a rule that does
 * not hold ("rule 'heads': 'heads % tp == 0' does not hold"), but for a job that did not end as ok
 * where outcomes are bound. */
enum cml_result cml_config_read(const struct cml_binding *binding, const struct cml_row *row,
				double *values, struct cml_error *err);

/* The same of a row that may have what no job had: where it is refused, its contexts, and numbers
 * of params that are features as such, are let in (cml_cell_admit; space: of the binding), and it
 * is read again. */
enum cml_result cml_config_read_new(const struct cml_binding *binding, struct cml_space *space,
				    const struct cml_row *row, double *values,
				    struct cml_error *err);

/* Reads metric, status and weight of the same row; of a job that failed, an out of memory that its
 * reason says (cml_job_status_guess). Without a status
 * column (or with an empty cell) the column cml_status has it, as in rows that
 * cml-submit added; without that, a job with a metric is ok, one without is
 * failed. A job whose status is not ok keeps it and has no target, whatever
 * its metric cell says; an ok job with a missing metric, or one outside its
 * domain, is failed. CML_BAD_DATA: a metric that is not a
 * number (of an ok job), an unknown status word, a weight that is not a number >= 0. */
enum cml_result cml_job_read(const struct cml_binding *binding, const struct cml_row *row,
			     struct cml_job *job, struct cml_error *err);

/* A measured value of a limit whose bound is an expression, as a fraction of the bound, given the
 * configuration, derived columns included; of others, value. NaN where the bound is missing or, in
 * a configuration that breaks this rule of the space, not above 0. */
double cml_limit_fraction(const struct cml_space_column *limit, const double *values, double value);

/* Reads the measured limits of the same row and its second metric, job being what cml_job_read
 * gave: limits has space->n_measured numbers, in the order of space->limits, inside their bound or
 * not; NaN where the cell is missing, or the table has no such column, or for a metric outside its
 * domain. values: the configuration of the row, for cml_limit_fraction, and a job that ran
 * out of memory reports no upper limit that it is within: it needed more; NULL: as they are in
 * the table. CML_BAD_DATA, with line and column: not a
 * number, or not whole for type int; in a job that is not ok such a cell is missing, as its metric
 * is. */
enum cml_result cml_job_read_limits(const struct cml_binding *binding, const struct cml_row *row,
				    const double *values, const struct cml_job *job, double *limits,
				    struct cml_error *err);
/* Whether none of these is outside its bound; those that are not reported are not. */
bool cml_limits_are_kept(const struct cml_space *space, const double *limits);

/* Completes values whose params and contexts are set: clears inactive ones,
 * computes derived columns, checks rules. A derived column or rule whose `when`
 * does not hold is missing, or passes. For search. *broken_rule is the slot of
 * the first rule that does not hold, or CML_NO_COLUMN; CML_BAD_DATA only for
 * undefined expressions. */
enum cml_result cml_config_complete(const struct cml_space *space, double *values,
				    size_t *broken_rule, struct cml_error *err);

/* Key of a configuration: a hash of names and values of its params and contexts
 * that are not NaN, in byte order of names, so it depends neither on the order
 * of rows in the space file, nor on inactive parameters, nor on how a number is
 * written, nor on which levels the space lists. */
uint64_t cml_config_key(const struct cml_space *space, const double *values);

/* Runs through a job table once and adds every value of open columns as a
 * level; cml_space_close comes after the last table. The reader is read to its
 * end. Rows that cml_config_read refuses, and cells of inactive columns, give no
 * levels; the next reader of the table meets those errors. */
enum cml_result cml_space_learn(struct cml_space *space, struct cml_table_reader *reader,
				const struct cml_na *na, struct cml_error *err);

/* What a status word that is none of ours means, by what it contains: status_guess.c. */

/* A guess for people to confirm, never a reading: nothing takes a row by it.
 * The first that fits decides: oom (`CUDA_OOM`, `OutOfMemoryError`), infra (`hw_fault`, `NodeDown`,
 * `spot_preemption`), timeout (`walltime_exceeded`), cancelled (`cancelled_by_admin`), failed
 * (`NaN_loss`, `segfault`), cancelled where a person did it (`user_stop`, `aborted_by_user`), ok
 * (`PASSED`). Words are separated by what is no letter or digit and by capitals; a job that has
 * not ended is cancelled. *part: the part of the word that decided, a static text; NULL: none, and
 * it is failed unless it has not ended. */
enum cml_job_status cml_job_status_guess(struct cml_slice word, const char **part);

#endif
