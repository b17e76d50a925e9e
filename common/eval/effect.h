/* What a setting does to predictions: partial dependence. The jobs of a log are predicted with the
 * setting at each of several values and all else as it was, and averaged. */
#ifndef CML_EVAL_EFFECT_H
#define CML_EVAL_EFFECT_H

#include "base/error.h"
#include "base/parallel.h"
#include "eval/validation_set.h"
#include "model/model.h"
#include "table/table_writer.h"

#include <stdbool.h>
#include <stddef.h>

/* Values of a number that are taken one by one; of more the deciles are. */
#define CML_EFFECT_VALUES 32
/* Jobs that are predicted: of a longer log so many, evenly spread. */
#define CML_EFFECT_JOBS 2048

struct cml_effect_question {
	const struct cml_model *model;
	const struct cml_validation_set *set; /* with its values kept; it has jobs */
	size_t slot;                          /* a param or context */
	struct cml_pool *pool;
};

struct cml_effect_point {
	double value;
	size_t n_jobs;     /* of the log that have it */
	size_t n_feasible; /* of the jobs predicted: all rules hold with it */
	bool is_outside;   /* of the numbers of the log, or a level that no job has */
	double mean;       /* prediction */
	double lo, hi;     /* between which 80 % of the jobs are */
	double chance;     /* mean chance to run; 1 for a model without one */
};

/* Zeroed is empty. */
struct cml_effect {
	struct cml_effect_point *points; /* in the order of the domain, or ascending */
	size_t n;
	size_t n_jobs; /* predicted */
};

/* Values: the domain, if it lists at most CML_EFFECT_VALUES; else what jobs have; of numbers with
 * more than CML_EFFECT_VALUES the deciles. Jobs in which the column is not active, or without a
 * value, are left out.
 *
 * Where the model learned logarithms, means and quantiles are those of logarithms. lo and hi are
 * the quantiles 0.1 and 0.9 of what the value does to a job, beside the mean of that job over all
 * values, added to the mean of all: how far jobs agree on the effect, and not how far they are
 * apart. Rules may break; a job without features with a value keeps its own. CML_NOTHING: no job
 * has a value. CML_BAD_DATA for a prediction that is not finite. The same for every number of
 * threads. O(values x jobs) predictions. Source: J. H. Friedman, "Greedy function approximation: a
 * gradient boosting machine", Annals of Statistics 29, 2001, section 8.2; A. Goldstein, A.
 * Kapelner, J. Bleich, E. Pitkin, "Peeking inside the black box", JCGS 24, 2015 (centred curves of
 * individuals). */
enum cml_result cml_effect_measure(const struct cml_effect_question *question,
				   struct cml_effect *effect, struct cml_error *err);
void cml_effect_release(struct cml_effect *effect);

/* cml_column, cml_value, cml_n_jobs, cml_n_feasible, cml_pred, cml_lo, cml_hi, cml_ok (of a model
 * that has a chance), cml_outside (the column, where the value is outside the log). */
enum cml_result cml_effect_write_header(const struct cml_model *model,
					struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_effect_write(const struct cml_effect *effect, const struct cml_model *model,
				 size_t slot, bool all_digits, struct cml_table_writer *writer,
				 struct cml_error *err);

#endif
