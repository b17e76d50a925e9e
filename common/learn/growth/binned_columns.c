#include "learn/growth/binned_columns.h"

#include "base/memory.h"

#include <stdlib.h>

/* Shared columns a feature is tried in before it gets its own: bounds the time
 * when there are thousands of them. */
#define MAX_TRIES 64

/* Rows that are turned at a time: their codes stay in the second-level cache
 * while column after column is written into them. */
#define TURN_ROWS 4096

/* A feature that rests in at least half of the rows. */
struct sparse_feature {
	uint32_t feature;
	uint32_t default_bin;
	size_t n_active;
};

/* A column that sparse features share. */
struct shared_column {
	uint64_t *active; /* a bit for each row: some feature does not rest */
	size_t n_active;
	uint32_t n_codes;
	uint32_t n_features;
	uint32_t first_feature;
	uint32_t column;
};

struct packing {
	struct cml_arena *arena; /* holds all below */
	const struct cml_bins *bins;
	struct sparse_feature *sparse;
	size_t n_sparse;
	struct shared_column *shared;
	size_t n_shared;
	uint64_t *active;                 /* of the feature being placed */
	uint32_t *column_of;              /* by feature; UINT32_MAX: constant */
	struct cml_bundle_member *member; /* by feature */
	size_t n_columns;
};

static size_t n_words(size_t n_rows)
{
	return (n_rows + 63) / 64;
}

/* Gives dense features their columns and notes the sparse ones. */
static void sort_out(struct packing *packing)
{
	const struct cml_bins *bins = packing->bins;
	for (size_t f = 0; f < bins->n_features; f++) {
		uint32_t n_codes = cml_binned_feature_n_codes(&bins->features[f]);
		const uint8_t *codes = bins->codes + f * bins->n_rows;
		size_t counts[CML_MAX_BIN_CODES] = {0};
		uint32_t default_bin = 0;
		packing->column_of[f] = UINT32_MAX;
		packing->member[f] = (struct cml_bundle_member){(uint32_t)f, 0, CML_NO_DEFAULT_BIN};
		if (n_codes < 2)
			continue;
		for (size_t row = 0; row < bins->n_rows; row++)
			counts[codes[row]]++;
		for (uint32_t bin = 1; bin < n_codes; bin++)
			if (counts[bin] > counts[default_bin])
				default_bin = bin;
		if (counts[default_bin] >= bins->n_rows - counts[default_bin])
			packing->sparse[packing->n_sparse++] = (struct sparse_feature){
			    (uint32_t)f, default_bin, bins->n_rows - counts[default_bin]};
		else
			packing->column_of[f] = (uint32_t)packing->n_columns++;
	}
}

/* The busiest first: they are hardest to place. */
static int compare_sparse(const void *left, const void *right)
{
	const struct sparse_feature *a = left;
	const struct sparse_feature *b = right;
	if (a->n_active != b->n_active)
		return a->n_active > b->n_active ? -1 : 1;
	return a->feature < b->feature ? -1 : a->feature > b->feature;
}

static void mark_active(struct packing *packing, const struct sparse_feature *sparse)
{
	const uint8_t *codes = packing->bins->codes + sparse->feature * packing->bins->n_rows;
	size_t n_rows = packing->bins->n_rows;
	for (size_t first = 0; first < n_rows; first += 64) {
		size_t n = n_rows - first < 64 ? n_rows - first : 64;
		uint64_t word = 0;
		for (size_t i = 0; i < n; i++)
			word |= (uint64_t)(codes[first + i] != sparse->default_bin) << i;
		packing->active[first / 64] = word;
	}
}

static bool has_room(const struct packing *packing, const struct shared_column *shared,
		     size_t n_active, uint32_t n_codes)
{
	if (shared->n_codes + n_codes - 1 > CML_MAX_BIN_CODES ||
	    n_active > packing->bins->n_rows - shared->n_active)
		return false;
	for (size_t w = 0; w < n_words(packing->bins->n_rows); w++)
		if (packing->active[w] & shared->active[w])
			return false;
	return true;
}

/* Puts a sparse feature into the first shared column with room, or a new one. */
static bool pack_sparse(struct packing *packing, const struct sparse_feature *sparse)
{
	size_t words = n_words(packing->bins->n_rows);
	uint32_t n_codes = cml_binned_feature_n_codes(&packing->bins->features[sparse->feature]);
	size_t first = packing->n_shared > MAX_TRIES ? packing->n_shared - MAX_TRIES : 0;
	size_t s = first;
	mark_active(packing, sparse);
	while (s < packing->n_shared &&
	       !has_room(packing, &packing->shared[s], sparse->n_active, n_codes))
		s++;
	struct shared_column *shared = &packing->shared[s];
	if (s == packing->n_shared) {
		*shared = (struct shared_column){.n_codes = 1,
						 .first_feature = sparse->feature,
						 .column = (uint32_t)packing->n_columns};
		if (!CML_ARENA_NEW(packing->arena, &shared->active, words))
			return false;
		packing->n_columns++;
		packing->n_shared++;
	}
	for (size_t w = 0; w < words; w++)
		shared->active[w] |= packing->active[w];
	packing->column_of[sparse->feature] = shared->column;
	packing->member[sparse->feature].first_code = shared->n_codes;
	packing->member[sparse->feature].default_bin = sparse->default_bin;
	shared->n_active += sparse->n_active;
	shared->n_codes += n_codes - 1;
	shared->n_features++;
	return true;
}

static bool pack(struct packing *packing)
{
	sort_out(packing);
	qsort(packing->sparse, packing->n_sparse, sizeof *packing->sparse, compare_sparse);
	for (size_t i = 0; i < packing->n_sparse; i++)
		if (!pack_sparse(packing, &packing->sparse[i]))
			return false;
	/* Alone in its column: codes are bins. */
	for (size_t s = 0; s < packing->n_shared; s++) {
		uint32_t f = packing->shared[s].first_feature;
		if (packing->shared[s].n_features == 1)
			packing->member[f] = (struct cml_bundle_member){f, 0, CML_NO_DEFAULT_BIN};
	}
	return true;
}

/* Puts the members in order of their columns, features ascending, and counts
 * codes. */
static void list_members(struct cml_binned_columns *columns, const struct packing *packing)
{
	const struct cml_bins *bins = packing->bins;
	size_t *n_in = columns->first_member;
	for (size_t f = 0; f < bins->n_features; f++)
		if (packing->column_of[f] != UINT32_MAX)
			n_in[packing->column_of[f]]++;
	for (size_t c = 0; c < columns->n_columns; c++) {
		size_t n = n_in[c];
		n_in[c] = columns->n_members;
		columns->n_members += n;
	}
	for (size_t f = 0; f < bins->n_features; f++) {
		uint32_t c = packing->column_of[f];
		if (c == UINT32_MAX)
			continue;
		uint32_t n_codes = cml_binned_feature_n_codes(&bins->features[f]);
		bool in_bundle = packing->member[f].default_bin != CML_NO_DEFAULT_BIN;
		columns->members[n_in[c]++] = packing->member[f];
		if (columns->first_bin[c + 1] == 0)
			columns->first_bin[c + 1] = in_bundle;
		columns->first_bin[c + 1] += n_codes - in_bundle;
	}
	/* Filling moved every start to its end. */
	for (size_t c = columns->n_columns; c > 0; c--)
		n_in[c] = n_in[c - 1];
	n_in[0] = 0;
	for (size_t c = 0; c < columns->n_columns; c++)
		columns->first_bin[c + 1] += columns->first_bin[c];
}

static void write_columns(struct cml_binned_columns *columns, const struct cml_bins *bins)
{
	size_t n_rows = bins->n_rows;
	for (size_t c = 0; c < columns->n_columns; c++) {
		uint8_t *column = columns->by_column + c * n_rows;
		for (size_t p = columns->first_member[c]; p < columns->first_member[c + 1]; p++) {
			const struct cml_bundle_member *member = &columns->members[p];
			const uint8_t *codes = bins->codes + member->feature * n_rows;
			for (size_t row = 0; row < n_rows; row++)
				if (codes[row] != member->default_bin)
					column[row] = (uint8_t)cml_bundle_code(member, codes[row]);
		}
	}
}

static void write_rows(struct cml_binned_columns *columns)
{
	for (size_t first = 0; first < columns->n_rows; first += TURN_ROWS) {
		size_t end =
		    columns->n_rows - first < TURN_ROWS ? columns->n_rows : first + TURN_ROWS;
		for (size_t c = 0; c < columns->n_columns; c++) {
			const uint8_t *column = columns->by_column + c * columns->n_rows;
			for (size_t row = first; row < end; row++)
				columns->by_row[row * columns->stride + c] = column[row];
		}
	}
}

/* Up to a cache line, rows do not straddle lines. */
static size_t stride_for(size_t n_columns)
{
	size_t unit = 8;
	while (unit < n_columns && unit < 64)
		unit *= 2;
	return n_columns <= 64 ? unit : (n_columns + 31) / 32 * 32;
}

static bool allocate_members(struct cml_binned_columns *columns, size_t n_features)
{
	return CML_NEW(&columns->first_bin, columns->n_columns + 1) &&
	       CML_NEW(&columns->first_member, columns->n_columns + 1) &&
	       CML_NEW(&columns->members, n_features);
}

static bool lay_out(struct cml_binned_columns *columns, struct cml_bins *bins,
		    const struct packing *packing)
{
	columns->n_rows = bins->n_rows;
	columns->n_columns = packing->n_columns;
	columns->stride = stride_for(columns->n_columns);
	if (!allocate_members(columns, bins->n_features))
		return false;
	list_members(columns, packing);
	columns->by_column = cml_array_new(columns->n_columns * columns->n_rows, 1);
	if (!columns->by_column)
		return false;
	write_columns(columns, bins);
	free(bins->codes);
	bins->codes = NULL;
	columns->by_row = cml_aligned_new(columns->n_rows, columns->stride);
	if (!columns->by_row)
		return false;
	write_rows(columns);
	return true;
}

enum cml_result cml_binned_columns_init(struct cml_binned_columns *columns, struct cml_bins *bins,
					struct cml_error *err)
{
	size_t n = bins->n_features;
	AUTO(cml_arena) arena = {0};
	struct packing packing = {.bins = bins, .arena = &arena};
	*columns = (struct cml_binned_columns){0};
	bool done = CML_ARENA_NEW(&arena, &packing.sparse, n) &&
		    CML_ARENA_NEW(&arena, &packing.shared, n) &&
		    CML_ARENA_NEW(&arena, &packing.active, n_words(bins->n_rows)) &&
		    CML_ARENA_NEW(&arena, &packing.column_of, n) &&
		    CML_ARENA_NEW(&arena, &packing.member, n) && pack(&packing) &&
		    lay_out(columns, bins, &packing);
	return done ? CML_OK : cml_fail_memory(err);
}

void cml_binned_columns_release(struct cml_binned_columns *columns)
{
	free(columns->by_row);
	free(columns->by_column);
	free(columns->first_bin);
	free(columns->first_member);
	free(columns->members);
	*columns = (struct cml_binned_columns){0};
}
