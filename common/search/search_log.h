/* What a searcher that learns was worth after each of its steps. */
#ifndef CML_SEARCH_SEARCH_LOG_H
#define CML_SEARCH_SEARCH_LOG_H

#include "base/error.h"
#include "learn/predictor/worth.h"
#include "table/table_writer.h"

#include <stddef.h>

struct cml_search_step {
	size_t trial, step; /* from 1 */
	double mean, best;  /* of the rewards of the step */
	double entropy;     /* in nats; NaN: the searcher has none */
};

/* Zeroed is empty. */
struct cml_search_log {
	struct cml_search_step *steps;
	size_t n;
	size_t capacity;
	struct cml_worth worth; /* rewards are amounts of it */
};
void cml_search_log_release(struct cml_search_log *log);

/* log NULL: not wanted. */
enum cml_result cml_search_log_add(struct cml_search_log *log, const struct cml_search_step *step,
				   struct cml_error *err);

/* cml_trial, cml_step, cml_mean, cml_best (cml_worth_metric of these), cml_entropy; trial after
 * trial. Sorts the log. */
enum cml_result cml_search_log_write(struct cml_search_log *log, struct cml_table_writer *writer,
				     struct cml_error *err);

#endif
