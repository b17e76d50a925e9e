/* What a launch costs, from an expression over params, contexts and derived columns, in which
 * the name of a metric stands for its prediction: `gpus * 3e12 / tokens_per_s`. */
#ifndef CML_SEARCH_COST_H
#define CML_SEARCH_COST_H

#include "base/error.h"
#include "space/expression/expression.h"
#include "space/space.h"

/* Zeroed is empty. For one thread at a time. */
struct cml_cost {
	const struct cml_space *space;
	struct cml_expression *expression;
	double *row;                    /* n_columns: a configuration with its predictions */
	bool reads_first, reads_second; /* metric */
};

/* The space must outlive it, and takes in the texts of the expression. A single column is an
 * expression too. CML_BAD_USAGE: not an expression over these columns, or one that names none of
 * them, so that it is the same for all. */
enum cml_result cml_cost_init(struct cml_cost *cost, struct cml_space *space, const char *text,
			      struct cml_error *err);
void cml_cost_release(struct cml_cost *cost);

/* For searches that divide the metric by the cost. CML_BAD_USAGE: it reads the metric, which would
 * count twice. */
enum cml_result cml_cost_check_once(const struct cml_cost *cost, struct cml_error *err);

/* Of completed values (n_columns) whose metrics are predicted as pred, in their units (of a space
 * with one, the second is not looked at). *amount is above 0 and finite. CML_BAD_DATA: it is not, a
 * column that it reads is missing, or it is undefined. */
enum cml_result cml_cost_of(struct cml_cost *cost, const double *values, const double pred[2],
			    double *amount, struct cml_error *err);

#endif
