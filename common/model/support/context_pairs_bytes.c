/* Pairs of contexts as bytes of a model file. Part of context_pairs.h. */
#include "learn/predictor/model_bytes.h"
#include "model/support/context_pairs.h"

#include <math.h>

bool cml_context_pairs_put(const struct cml_context_pairs *pairs, struct cml_buffer *out)
{
	bool ok = cml_bytes_put_u32(out, (uint32_t)pairs->n_columns);
	for (size_t c = 0; ok && c < pairs->n_columns; c++) {
		const struct cml_context_values *column = &pairs->columns[c];
		ok = cml_bytes_put_u32(out, (uint32_t)column->at.first) &&
		     cml_bytes_put_u32(out, (uint32_t)column->at.n) &&
		     cml_bytes_put_u32(out, (uint32_t)column->n) &&
		     cml_bytes_put_u64(out, column->known) &&
		     cml_bytes_put_floats(out, column->values, column->n);
	}
	ok = ok && cml_bytes_put_u32(out, (uint32_t)pairs->n_pairs);
	for (size_t p = 0; ok && p < pairs->n_pairs; p++) {
		const struct cml_context_pair *pair = &pairs->pairs[p];
		ok = cml_bytes_put_u32(out, (uint32_t)pair->a) &&
		     cml_bytes_put_u32(out, (uint32_t)pair->b);
		for (size_t v = 0; ok && v < pairs->columns[pair->a].n; v++)
			ok = cml_bytes_put_u64(out, pair->seen[v]);
	}
	return ok;
}

static bool take_column(struct cml_slice *bytes, size_t n_features,
			struct cml_context_values *column)
{
	bool ok = cml_bytes_take_count(bytes, n_features - 1, &column->at.first) &&
		  cml_bytes_take_count(bytes, n_features - column->at.first, &column->at.n) &&
		  column->at.n > 0 && cml_bytes_take_count(bytes, CML_CONTEXT_VALUES, &column->n) &&
		  cml_bytes_take_u64(bytes, &column->known);
	for (size_t v = 0; ok && v < column->n; v++)
		ok = cml_bytes_take_float(bytes, &column->values[v]) && !isnan(column->values[v]) &&
		     (v == 0 || column->values[v - 1] < column->values[v]);
	return ok;
}

static bool take_pair(struct cml_slice *bytes, const struct cml_context_pairs *pairs,
		      struct cml_context_pair *pair)
{
	bool ok = cml_bytes_take_count(bytes, pairs->n_columns - 1, &pair->a) &&
		  cml_bytes_take_count(bytes, pairs->n_columns - 1, &pair->b) && pair->a < pair->b;
	for (size_t v = 0; ok && v < pairs->columns[pair->a].n; v++)
		ok = cml_bytes_take_u64(bytes, &pair->seen[v]);
	return ok;
}

bool cml_context_pairs_take(struct cml_slice *bytes, size_t n_features,
			    struct cml_context_pairs *pairs)
{
	if (!cml_bytes_take_count(bytes, CML_CONTEXT_COLUMNS, &pairs->n_columns) ||
	    pairs->n_columns == 0)
		return false;
	if (!CML_NEW(&pairs->columns, pairs->n_columns))
		return false;
	bool ok = true;
	for (size_t c = 0; ok && c < pairs->n_columns; c++)
		ok = take_column(bytes, n_features, &pairs->columns[c]);
	size_t max = pairs->n_columns * (pairs->n_columns - 1) / 2;
	ok = ok && cml_bytes_take_count(bytes, max, &pairs->n_pairs);
	pairs->pairs = cml_array_new(pairs->n_pairs, sizeof *pairs->pairs);
	ok = ok && pairs->pairs;
	for (size_t p = 0; ok && p < pairs->n_pairs; p++)
		ok = take_pair(bytes, pairs, &pairs->pairs[p]);
	return ok;
}
