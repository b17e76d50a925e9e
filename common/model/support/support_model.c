#include "model/support/support_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cml_support *cml_support_new(const struct cml_support_column *columns, size_t n_columns)
{
	struct cml_support *support = cml_array_new(1, sizeof *support);
	if (!support)
		return NULL;
	support->n_columns = n_columns;
	if (!CML_NEW(&support->columns, n_columns) ||
	    !CML_NEW(&support->first_condition, n_columns + 1) ||
	    !CML_NEW(&support->first_word, n_columns + 1) ||
	    !CML_NEW(&support->n_edges, n_columns) ||
	    !CML_NEW(&support->edges, CML_SUPPORT_EDGES * n_columns) ||
	    !CML_NEW(&support->weights, n_columns)) {
		cml_support_free(support);
		return NULL;
	}
	memcpy(support->columns, columns, n_columns * sizeof *columns);
	for (size_t c = 0; c < n_columns; c++)
		support->first_word[c + 1] =
		    support->first_word[c] + cml_support_missing_bit(&columns[c]) / 64 + 1;
	return support;
}

void cml_support_free(struct cml_support *support)
{
	if (!support)
		return;
	free(support->columns);
	free(support->conditions);
	free(support->first_condition);
	free(support->lo);
	free(support->hi);
	free(support->first_word);
	free(support->levels);
	free(support->n_edges);
	free(support->edges);
	free(support->pairs);
	free(support->failed_runs);
	free(support->failed);
	free(support->keys);
	free(support->values);
	free(support->codes);
	free(support->weights);
	free(support->groups);
	free(support->heads);
	cml_context_pairs_release(&support->contexts);
	free(support);
}

size_t cml_support_list_contexts(struct cml_support *support, struct cml_context_span *spans)
{
	size_t n = 0;
	for (size_t c = 0; c < support->n_columns; c++) {
		const struct cml_support_column *column = &support->columns[c];
		/* A column of one level has no others to tell it from. */
		if (column->role != CML_SUPPORT_CONTEXT || column->n_levels == 1)
			continue;
		if (n == CML_CONTEXT_COLUMNS)
			return 0;
		support->context_columns[n] = c;
		spans[n++] = (struct cml_context_span){column->first,
						       column->n_levels > 0 ? column->n_levels : 1};
	}
	return n;
}

bool cml_support_reserve_conditions(struct cml_support *support, size_t n)
{
	size_t n_columns = support->n_columns, n_words = support->first_word[n_columns];
	support->n_conditions = n;
	if (!CML_NEW(&support->conditions, n) || !CML_NEW(&support->lo, n_columns * n) ||
	    !CML_NEW(&support->hi, n_columns * n) || !CML_NEW(&support->levels, n_words * n))
		return false;
	for (size_t i = 0; i < n * n_columns; i++) {
		support->lo[i] = INFINITY;
		support->hi[i] = -INFINITY;
	}
	support->conditions[0].context = CML_SUPPORT_NONE;
	return true;
}

bool cml_support_reserve_near(struct cml_support *support, size_t n)
{
	support->n_near = n;
	support->stride = n + CML_SUPPORT_LANES;
	support->keys = cml_array_new(n, sizeof *support->keys);
	support->values = cml_array_new(n, sizeof *support->values);
	support->groups = cml_array_new(n + 1, sizeof *support->groups);
	support->codes = cml_array_new(support->stride, support->n_columns * sizeof(float));
	support->heads = cml_array_new(support->stride, support->n_columns * sizeof(float));
	return support->keys && support->values && support->groups && support->codes &&
	       support->heads;
}

size_t cml_support_n_columns(const struct cml_support *support)
{
	return support->n_columns;
}

const struct cml_support_column *cml_support_column(const struct cml_support *support,
						    size_t column)
{
	return &support->columns[column];
}

void cml_support_encode(const struct cml_support *support, const float *x, float *codes)
{
	for (size_t c = 0; c < support->n_columns; c++) {
		const struct cml_support_column *column = &support->columns[c];
		const float *features = x + column->first;
		size_t level = 0;
		while (level < column->n_levels && !(features[level] > 0))
			level++;
		codes[c] = column->n_levels == 0 ? features[0] : (float)level;
	}
}

size_t cml_support_find(const struct cml_support *support, size_t context, float code)
{
	size_t begin = support->first_condition[context],
	       end = support->first_condition[context + 1];
	if (begin == end)
		return 0;
	if (isnan(code))
		return isnan(support->conditions[end - 1].at) ? end - 1 : 0;
	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		float at = support->conditions[middle].at;
		if (at == code)
			return middle;
		if (at < code)
			begin = middle + 1;
		else
			end = middle;
	}
	return 0;
}
