#include "model/chance/beyond_folds.h"

#include "base/memory.h"
#include "math/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRACTION 0.2
#define MIN_FRACTION 0.02
#define MAX_FRACTION 0.6

void cml_beyond_folds_release(struct cml_beyond_folds *folds)
{
	for (size_t i = 0; i < folds->n; i++)
		free(folds->is_left_out[i]);
	free(folds->questions);
	*folds = (struct cml_beyond_folds){0};
}

/* The larger it is, the further on the side that is left out. */
static double place_of(const struct cml_dataset *rows, size_t feature, enum cml_beyond_kind kind,
		       size_t row)
{
	double value = (double)rows->x[row * rows->n_features + feature];
	return kind == CML_BEYOND_SMALLER ? -value : value;
}

bool cml_beyond_is_level(const struct cml_dataset *rows, size_t feature)
{
	for (size_t row = 0; row < rows->n_rows; row++) {
		float value = rows->x[row * rows->n_features + feature];
		if (!isnan(value) && value != 0 && value != 1)
			return false;
	}
	return true;
}

/* What making the folds works with. */
struct making {
	struct cml_beyond_folds *folds;
	const struct cml_dataset *rows;
	const bool *is_context; /* by feature */
	double *places;         /* n_rows */
	size_t *order;          /* n_rows */
};

/* Rows at *threshold and further on are to be left out; NaN: there are none such. */
static enum cml_result find_threshold(const struct making *making, size_t feature,
				      enum cml_beyond_kind kind, double *threshold,
				      struct cml_error *err)
{
	const double *places = making->places;
	const size_t *order = making->order;
	size_t n = making->rows->n_rows, n_known = 0;
	double best = INFINITY;
	*threshold = NAN;
	for (size_t row = 0; row < n; row++)
		making->places[row] = place_of(making->rows, feature, kind, row);
	if (cml_sort_order(n, places, making->order, err) != CML_OK)
		return err->status;
	while (n_known < n && !isnan(places[order[n_known]]))
		n_known++;
	for (size_t i = 1; i < n_known; i++) {
		double fraction = (double)(n_known - i) / (double)n;
		if (places[order[i]] == places[order[i - 1]] || fraction < MIN_FRACTION ||
		    fraction > MAX_FRACTION || fabs(fraction - FRACTION) >= best)
			continue;
		best = fabs(fraction - FRACTION);
		*threshold = places[order[i]];
	}
	return CML_OK;
}

/* Whether jobs that ran and jobs that failed are left to learn from. */
static bool rest_teaches(const struct cml_dataset *rows, const bool *is_left_out)
{
	bool found[2] = {false, false};
	for (size_t row = 0; row < rows->n_rows; row++)
		if (!is_left_out[row])
			found[rows->y[row] > 0] = true;
	return found[0] && found[1];
}

/* The number of the fold that leaves out these rows; CML_BEYOND_FOLDS: there is none, and no room
 * for it. Rows of a new one are kept, others freed. */
static size_t find_fold(struct cml_beyond_folds *folds, size_t n_rows, bool *is_left_out)
{
	size_t i = 0;
	while (i < folds->n &&
	       memcmp(folds->is_left_out[i], is_left_out, n_rows * sizeof *is_left_out) != 0)
		i++;
	if (i == folds->n && i < CML_BEYOND_FOLDS)
		folds->is_left_out[folds->n++] = is_left_out;
	else
		free(is_left_out);
	return i;
}

static enum cml_result ask(const struct making *making, size_t feature, enum cml_beyond_kind kind,
			   struct cml_error *err)
{
	const struct cml_dataset *rows = making->rows;
	struct cml_beyond_folds *folds = making->folds;
	double threshold;
	if (find_threshold(making, feature, kind, &threshold, err) != CML_OK)
		return err->status;
	if (isnan(threshold))
		return CML_OK;
	bool *is_left_out = cml_array_new(rows->n_rows, sizeof *is_left_out);
	if (!is_left_out)
		return cml_fail_memory(err);
	for (size_t row = 0; row < rows->n_rows; row++)
		is_left_out[row] = place_of(rows, feature, kind, row) >= threshold;
	if (!rest_teaches(rows, is_left_out)) {
		free(is_left_out);
		return CML_OK;
	}
	size_t fold = find_fold(folds, rows->n_rows, is_left_out);
	if (fold < CML_BEYOND_FOLDS)
		folds->questions[folds->n_questions++] =
		    (struct cml_beyond_question){feature, kind, fold};
	return CML_OK;
}

/* The next feature of a context from *f on of which the kind can be asked; false: none is left. */
static bool next_feature(const struct making *making, enum cml_beyond_kind kind, size_t *f)
{
	size_t n = making->rows->n_features;
	while (*f < n && (!making->is_context[*f] ||
			  (kind == CML_BEYOND_LEVEL) != cml_beyond_is_level(making->rows, *f)))
		(*f)++;
	return *f < n;
}

static enum cml_result ask_all(const struct making *making, struct cml_error *err)
{
	size_t next[CML_BEYOND_N_KINDS] = {0};
	bool any = true;
	while (any) {
		any = false;
		for (size_t k = 0; k < CML_BEYOND_N_KINDS; k++) {
			if (!next_feature(making, (enum cml_beyond_kind)k, &next[k]))
				continue;
			if (ask(making, next[k]++, (enum cml_beyond_kind)k, err) != CML_OK)
				return err->status;
			any = true;
		}
	}
	return CML_OK;
}

enum cml_result cml_beyond_folds_make(struct cml_beyond_folds *folds,
				      const struct cml_dataset *rows,
				      const struct cml_chance_context *contexts, size_t n_contexts,
				      struct cml_error *err)
{
	*folds = (struct cml_beyond_folds){
	    .questions = cml_array_new(rows->n_features, 2 * sizeof *folds->questions)};
	bool *is_context = cml_array_new(rows->n_features, sizeof *is_context);
	struct making making = {.folds = folds,
				.rows = rows,
				.is_context = is_context,
				.places = cml_array_new(rows->n_rows, sizeof *making.places),
				.order = cml_array_new(rows->n_rows, sizeof *making.order)};
	bool ok = folds->questions && is_context && making.places && making.order;
	for (size_t c = 0; ok && c < n_contexts; c++)
		for (size_t f = 0; f < contexts[c].n; f++)
			is_context[contexts[c].first + f] = true;
	enum cml_result status = ok ? ask_all(&making, err) : cml_fail_memory(err);
	free(is_context);
	free(making.places);
	free(making.order);
	if (status != CML_OK)
		cml_beyond_folds_release(folds);
	return status;
}
