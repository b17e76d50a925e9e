#include "infer/infer_relation_search.h"

#include "base/text.h"
#include "infer/infer_evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FACTORS 4
/* Bound of the number of relations tried of a kind. */
#define MAX_TRIED 6e6
/* Rows that most relations are refused by. */
#define N_PROBES 32
#define MAX_PROBES_BROKEN 2
/* Whole numbers up to here are exact. */
#define MAX_WHOLE 9007199254740992.0

struct search {
	const struct cml_relation_rows *rows;
	const struct cml_infer_column *columns;
	size_t n_rows;
	size_t *candidates; /* whole numbers above 0 */
	size_t n_candidates;
	double *probes; /* by column: N_PROBES values */
	size_t n_probes;
	double n_tried;
	struct cml_relations *found;
};

/* Whether the rows that most relations are refused by let this one pass. */
static bool passes_probes(const struct search *search, const struct cml_relation *relation)
{
	size_t n_broken = 0, may = relation->kind <= CML_RELATION_CEILING ? MAX_PROBES_BROKEN : 0;
	double values[CML_RELATION_MAX_MEMBERS];
	for (size_t probe = 0; probe < search->n_probes && n_broken <= may; probe++) {
		bool missing = false;
		for (size_t i = 0; i < relation->n_members; i++) {
			values[i] = search->probes[relation->members[i] * N_PROBES + probe];
			missing = missing || isnan(values[i]);
		}
		n_broken += !missing && !cml_relation_holds(relation, values);
	}
	return n_broken <= may;
}

static bool holds_in_rows(const struct search *search, struct cml_relation *relation)
{
	double values[CML_RELATION_MAX_MEMBERS];
	relation->n_rows = relation->n_broken = 0;
	size_t may = (size_t)(CML_RELATION_NEAR_FRACTION * (double)search->n_rows);
	for (size_t row = 0; row < search->n_rows && relation->n_broken <= may; row++) {
		for (size_t i = 0; i < relation->n_members; i++)
			values[i] = search->columns[relation->members[i]].sample[row];
		cml_relation_count(relation, values, search->rows->places[row]);
	}
	return relation->n_broken <= cml_relation_max_broken(relation);
}

/* Whether a has the members of b, both without the first few. */
static bool has_members(const struct cml_relation *a, size_t first_a, const struct cml_relation *b,
			size_t first_b)
{
	for (size_t i = first_b; i < b->n_members; i++) {
		size_t at = first_a;
		while (at < a->n_members && a->members[at] != b->members[i])
			at++;
		if (at == a->n_members)
			return false;
	}
	return true;
}

/* Whether nothing is left to say with b when a is known. A product that a few rows break makes its
 * consequences no rules: they hold because it does. */
static bool implies(const struct cml_relation *a, const struct cml_relation *b)
{
	if (b->kind == CML_RELATION_CONSTANT || a->kind == CML_RELATION_CONSTANT)
		return false;
	if (a->members[0] != b->members[0] || !has_members(a, 1, b, 1) || a->is_weak > b->is_weak)
		return false;
	if (a->kind <= CML_RELATION_PRODUCT)
		return b->kind == CML_RELATION_DIVISIBLE || a->n_members == b->n_members;
	if (a->kind == CML_RELATION_CEILING)
		return a->n_members == b->n_members && b->kind == CML_RELATION_CEILING;
	return a->kind == b->kind;
}

static enum cml_result keep(struct search *search, const struct cml_relation *relation,
			    struct cml_error *err)
{
	struct cml_relations *found = search->found;
	for (size_t i = 0; i < found->n; i++)
		if (implies(&found->items[i], relation))
			return CML_OK;
	if (!cml_array_reserve((void **)&found->items, &found->capacity, found->n + 1,
			       sizeof *found->items))
		return cml_fail_memory(err);
	found->items[found->n++] = *relation;
	return CML_OK;
}

/* A divisibility that its names suggest: of a global batch by micro-batches and ranks. */
static bool is_usual(const struct search *search, const struct cml_relation *relation)
{
	const char *names[CML_RELATION_MAX_MEMBERS];
	for (size_t i = 0; i < relation->n_members; i++)
		names[i] = search->columns[relation->members[i]].plain;
	return relation->kind == CML_RELATION_DIVISIBLE &&
	       cml_names_divide(names + 1, relation->n_members - 1, names[0]);
}

/* Of equal columns one is a copy, however few values they have. */
static bool is_copy(const struct search *search, const struct cml_relation *relation)
{
	return relation->kind == CML_RELATION_RATIO && relation->ratio == 1 &&
	       relation->n_broken == 0 && relation->n_rows == search->n_rows &&
	       relation->n_rows >= CML_RELATION_MIN_ROWS;
}

/* The product of the members in the first row that has them all. */
static bool take_constant(const struct search *search, struct cml_relation *relation)
{
	relation->ratio = NAN;
	for (size_t row = 0; row < search->n_rows && isnan(relation->ratio); row++) {
		relation->ratio = 1;
		for (size_t i = 0; i < relation->n_members; i++)
			relation->ratio *= search->columns[relation->members[i]].sample[row];
	}
	return relation->ratio <= MAX_WHOLE;
}

static enum cml_result try(struct search *search, struct cml_relation *relation,
			   struct cml_error *err)
{
	bool convinces, may_break;
	if (relation->kind == CML_RELATION_CONSTANT && !take_constant(search, relation))
		return CML_OK;
	if (!passes_probes(search, relation) || !holds_in_rows(search, relation))
		return CML_OK;
	enum cml_result status =
	    cml_relation_evidence(relation, search->columns, search->n_rows, search->n_tried,
				  &convinces, &may_break, err);
	relation->is_weak = !convinces;
	bool usual = (may_break && is_usual(search, relation)) || is_copy(search, relation);
	return status == CML_OK && (convinces || usual) ? keep(search, relation, err) : status;
}

/* Constants say nothing as factors. */
static bool varies(const struct search *search, size_t candidate)
{
	return search->columns[search->candidates[candidate]].n_sample_distinct > 1;
}

/* The relations of a kind with n_factors of the candidates as factors, in their order, for every
 * choice of the columns before them. */
static enum cml_result try_factors(struct search *search, struct cml_relation *relation,
				   size_t first_factor, struct cml_error *err)
{
	size_t n = search->n_candidates, choice[MAX_FACTORS] = {0};
	size_t n_factors = relation->n_members - first_factor, depth = 0;
	enum cml_result status = CML_OK;
	while (status == CML_OK) {
		bool taken = false;
		if (choice[depth] >= n) {
			if (depth-- == 0)
				break;
			choice[depth]++;
			continue;
		}
		size_t column = search->candidates[choice[depth]];
		for (size_t i = 0; i < first_factor; i++)
			taken = taken || relation->members[i] == column;
		if (taken || !varies(search, choice[depth])) {
			choice[depth]++;
			continue;
		}
		relation->members[first_factor + depth] = column;
		if (depth + 1 < n_factors) {
			choice[depth + 1] = choice[depth] + 1;
			depth++;
			continue;
		}
		struct cml_relation copy = *relation;
		status = try(search, &copy, err);
		choice[depth]++;
	}
	return status;
}

static double n_subsets(size_t n, size_t k)
{
	double result = 1;
	for (size_t i = 0; i < k; i++)
		result *= (double)(n - i) / (double)(i + 1);
	return n < k ? 0 : result;
}

/* All relations of a kind, with more factors last or, for divisibilities, first. */
static enum cml_result try_kind(struct search *search, enum cml_relation_kind kind,
				size_t min_factors, size_t max_factors, struct cml_error *err)
{
	size_t n = search->n_candidates, first = kind == CML_RELATION_CEILING ? 2 : 1;
	double n_totals = (double)n * (first == 2 ? (double)n : 1);
	enum cml_result status = CML_OK;
	while (max_factors > min_factors && n_totals * n_subsets(n, max_factors) > MAX_TRIED)
		max_factors--;
	search->n_tried = 1;
	for (size_t k = min_factors; k <= max_factors; k++)
		search->n_tried += n_totals * n_subsets(n, k);
	if (search->n_tried > MAX_TRIED)
		return CML_OK;
	for (size_t k = min_factors; status == CML_OK && k <= max_factors; k++) {
		bool down = kind == CML_RELATION_DIVISIBLE;
		size_t n_factors = down ? max_factors + min_factors - k : k;
		struct cml_relation relation = {.kind = kind, .n_members = first + n_factors};
		for (size_t i = 0; status == CML_OK && i < n; i++) {
			relation.members[0] = search->candidates[i];
			for (size_t j = 0; status == CML_OK && j < (first == 2 ? n : 1); j++) {
				relation.members[1] = search->candidates[j];
				if (first == 1 || (i != j && varies(search, j)))
					status = try_factors(search, &relation, first, err);
			}
		}
	}
	return status;
}

/* Products that are what they are in the first row where all members have a value. */
static enum cml_result try_constants(struct search *search, struct cml_error *err)
{
	size_t n = search->n_candidates, max_factors = MAX_FACTORS;
	enum cml_result status = CML_OK;
	while (max_factors > 2 && n_subsets(n, max_factors) > MAX_TRIED)
		max_factors--;
	search->n_tried = 0;
	for (size_t k = 2; k <= max_factors; k++)
		search->n_tried += n_subsets(n, k);
	for (size_t k = 2; status == CML_OK && k <= max_factors; k++) {
		struct cml_relation relation = {.kind = CML_RELATION_CONSTANT, .n_members = k};
		status = try_factors(search, &relation, 0, err);
	}
	return status;
}

/* Whether a column is known to be a copy of one before it in the same role: what equals the one
 * equals the other, which is tried as well. */
static bool has_original(const struct search *search, size_t column)
{
	for (size_t i = 0; i < search->found->n; i++) {
		const struct cml_relation *known = &search->found->items[i];
		if (known->members[1] == column && is_copy(search, known) &&
		    search->columns[known->members[0]].role == search->columns[column].role)
			return true;
	}
	return false;
}

/* Ratios: those of the values of the first row are tried. */
static enum cml_result try_ratios(struct search *search, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	search->n_tried = (double)search->n_candidates * (double)search->n_candidates;
	for (size_t i = 0; status == CML_OK && i < search->n_candidates; i++) {
		for (size_t j = 0; status == CML_OK && j < search->n_candidates; j++) {
			const size_t a = search->candidates[i], b = search->candidates[j];
			double x = search->columns[a].sample[0], y = search->columns[b].sample[0];
			struct cml_relation relation = {.kind = CML_RELATION_RATIO,
							.members = {a, b},
							.n_members = 2,
							.ratio = x / y};
			/* Of two equal columns the first is the total. */
			if (i == j || !varies(search, i) || !varies(search, j) ||
			    !(relation.ratio >= 1) || relation.ratio != floor(relation.ratio) ||
			    (relation.ratio == 1 && (i > j || has_original(search, a))))
				continue;
			status = try(search, &relation, err);
		}
	}
	return status;
}

static bool is_switch(const struct search *search, size_t i)
{
	const struct cml_infer_column *column = &search->columns[i];
	return search->rows->may_be_member[i] && cml_infer_is_whole(column) && column->lo == 0 &&
	       column->hi == 1 && column->n_distinct_numbers == 2;
}

static int compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The number of rows that differ in some column that may be a member; 0 when memory is out. */
static size_t count_configurations(const struct search *search)
{
	uint64_t *hashes = cml_array_new(search->n_rows, sizeof *hashes);
	size_t n = 0;
	for (size_t row = 0; hashes && row < search->n_rows; row++) {
		hashes[row] = CML_HASH_SEED;
		for (size_t i = 0; i < search->rows->n_columns; i++)
			if (search->rows->may_be_member[i])
				hashes[row] = cml_hash(hashes[row], &search->columns[i].sample[row],
						       sizeof(double));
	}
	if (hashes)
		qsort(hashes, search->n_rows, sizeof *hashes, compare_hashes);
	for (size_t row = 0; hashes && row < search->n_rows; row++)
		n += row == 0 || hashes[row] != hashes[row - 1];
	free(hashes);
	return n;
}

/* Whether two columns of 0 and 1 are never 1 in the same row. */
static bool exclude_each_other(const struct search *search, size_t a, size_t b)
{
	for (size_t row = 0; row < search->n_rows; row++)
		if (search->columns[a].sample[row] == 1 && search->columns[b].sample[row] == 1)
			return false;
	return true;
}

/* Groups of columns of which one is 1 in every row: each is started by a column and takes those
 * after it that fit. */
static enum cml_result try_one_hot(struct search *search, struct cml_error *err)
{
	size_t n_columns = search->rows->n_columns, n_configurations = count_configurations(search);
	enum cml_result status = n_configurations > 0 ? CML_OK : cml_fail_memory(err);
	search->n_tried = (double)n_columns * (double)n_columns;
	for (size_t first = 0; status == CML_OK && first < n_columns; first++) {
		struct cml_relation relation = {.kind = CML_RELATION_ONE_HOT, .members = {first}};
		if (!is_switch(search, first))
			continue;
		relation.n_members = 1;
		relation.n_distinct = n_configurations;
		for (size_t i = first + 1;
		     i < n_columns && relation.n_members < CML_RELATION_MAX_MEMBERS; i++) {
			bool fits = is_switch(search, i);
			for (size_t j = 0; fits && j < relation.n_members; j++)
				fits = exclude_each_other(search, relation.members[j], i);
			if (fits)
				relation.members[relation.n_members++] = i;
		}
		if (relation.n_members > 2)
			status = try(search, &relation, err);
	}
	return status;
}

static bool init_search(struct search *search)
{
	size_t n_columns = search->rows->n_columns;
	search->candidates = cml_array_new(n_columns, sizeof *search->candidates);
	search->probes = cml_array_new(n_columns * N_PROBES, sizeof *search->probes);
	if (!search->candidates || !search->probes)
		return false;
	search->n_probes = search->n_rows < N_PROBES ? search->n_rows : N_PROBES;
	for (size_t i = 0; i < n_columns; i++) {
		const struct cml_infer_column *column = &search->columns[i];
		for (size_t k = 0; k < search->n_probes; k++)
			search->probes[i * N_PROBES + k] =
			    column->sample[k * search->n_rows / search->n_probes];
		if (search->rows->may_be_member[i] && cml_infer_is_whole(column) &&
		    column->lo > 0 && column->hi <= MAX_WHOLE)
			search->candidates[search->n_candidates++] = i;
	}
	return true;
}

enum cml_result cml_relations_find(struct cml_relations *relations,
				   const struct cml_relation_rows *rows, struct cml_error *err)
{
	struct search search = {
	    .rows = rows, .columns = rows->columns, .n_rows = rows->n_rows, .found = relations};
	enum cml_result status = init_search(&search) ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = try_ratios(&search, err);
	if (status == CML_OK)
		status = try_kind(&search, CML_RELATION_PRODUCT, 2, MAX_FACTORS, err);
	if (status == CML_OK)
		status = try_kind(&search, CML_RELATION_CEILING, 1, MAX_FACTORS - 1, err);
	if (status == CML_OK)
		status = try_kind(&search, CML_RELATION_DIVISIBLE, 1, MAX_FACTORS - 1, err);
	if (status == CML_OK)
		status = try_one_hot(&search, err);
	if (status == CML_OK)
		status = try_constants(&search, err);
	free(search.candidates);
	free(search.probes);
	return status;
}
