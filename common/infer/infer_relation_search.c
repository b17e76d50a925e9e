#include "infer/infer_relation.h"

#include "base/key.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FACTORS 4
/* Bound of the number of relations tried of a kind. */
#define MAX_TRIED 6e6
/* Rows that most relations are refused by. */
#define N_PROBES 32
#define MAX_PROBES_BROKEN 2
/* A bound that more failed jobs than one in this many rows break may be one of memory. */
#define MIN_ROWS_PER_FAILED 20
/* That keep what the names of ranks say; one that breaks it is enough against it. */
#define MIN_RANK_ROWS 5
/* A relation that all rows but this part keep, of so many, is worth a note. */
#define NEAR_FRACTION 0.02
#define MIN_NEAR_ROWS 50
/* Whole numbers up to here are exact. */
#define MAX_WHOLE 9007199254740992.0

struct search {
	const struct cml_infer_rows *rows;
	size_t n_rows, n_configurations;
	struct cml_infer_column **candidates; /* among which the kind is looked for */
	size_t n_candidates;
	double n_tried;
	struct cml_relations *found;
	bool no_memory;
};

static bool may_be_near(const struct cml_relation *relation)
{
	return relation->kind <= CML_RELATION_CEILING;
}

/* Whether a row breaks a relation with these values. That a job failed which breaks a rule is what
 * the rule says. */
static bool is_broken(const struct search *search, struct cml_relation *relation, size_t row,
		      const double *values)
{
	if (cml_relation_holds(relation, values))
		return false;
	relation->n_failed += search->rows->failed[row];
	return !search->rows->failed[row];
}

/* Whether the rows that most relations are refused by let this one pass. */
static bool passes_probes(const struct search *search, struct cml_relation *relation)
{
	size_t n_broken = 0, may = may_be_near(relation) ? MAX_PROBES_BROKEN : 0;
	size_t n = search->n_rows < N_PROBES ? search->n_rows : N_PROBES;
	double values[CML_RELATION_MAX_MEMBERS];
	for (size_t probe = 0; probe < n && n_broken <= may; probe++) {
		size_t row = probe * search->n_rows / n;
		n_broken += cml_relation_values(relation, row, values) &&
			    is_broken(search, relation, row, values);
	}
	return n_broken <= may;
}

bool cml_relation_is_near(const struct cml_relation *relation)
{
	double n = (double)relation->n_rows, n_broken = (double)relation->n_broken;
	return n > n_broken && (n_broken == 0 || (n_broken == 1 && n >= CML_RELATION_MIN_ROWS) ||
				(n >= MIN_NEAR_ROWS && n_broken <= NEAR_FRACTION * n));
}

/* Counts the rows in which no member is missing, and those that break the relation; false where
 * more do than may. */
static bool holds_in_rows(const struct search *search, struct cml_relation *relation)
{
	double values[CML_RELATION_MAX_MEMBERS];
	size_t may = may_be_near(relation) ? (size_t)(NEAR_FRACTION * (double)search->n_rows) : 0;
	relation->n_rows = relation->n_broken = relation->n_failed = 0;
	for (size_t row = 0; row < search->n_rows && relation->n_broken <= may; row++) {
		if (!cml_relation_values(relation, row, values))
			continue;
		relation->n_rows++;
		if (!is_broken(search, relation, row, values))
			continue;
		if (relation->n_broken < CML_RELATION_MAX_BROKEN)
			relation->broken[relation->n_broken] = row;
		relation->n_broken++;
	}
	relation->n_rows -= relation->n_failed;
	if (relation->kind == CML_RELATION_AT_MOST &&
	    MIN_ROWS_PER_FAILED * relation->n_failed > relation->n_rows)
		return false;
	return relation->n_broken <= may && cml_relation_is_near(relation);
}

/* Whether a has the members of b, both without the first. */
static bool has_members(const struct cml_relation *a, const struct cml_relation *b)
{
	for (size_t i = 1; i < b->n_members; i++)
		if (!cml_relation_has(a, 1, b->members[i]))
			return false;
	return true;
}

/* Whether nothing is left to say with b when a is known. A product that a few rows break makes its
 * consequences no rules: they hold because it does. */
static bool implies(const struct cml_relation *a, const struct cml_relation *b)
{
	if (a->members[0] != b->members[0] || !has_members(a, b))
		return false;
	if (b->kind == CML_RELATION_AT_MOST)
		return true;
	if (a->kind <= CML_RELATION_PRODUCT)
		return b->kind == CML_RELATION_DIVISIBLE || a->n_members == b->n_members;
	return a->kind == b->kind;
}

static void keep(struct search *search, const struct cml_relation *relation)
{
	struct cml_relations *found = search->found;
	for (size_t i = 0; i < found->n; i++)
		if (implies(&found->items[i], relation))
			return;
	if (CML_RESERVE(&found->items, &found->capacity, found->n + 1))
		found->items[found->n++] = *relation;
	else
		search->no_memory = true;
}

static bool is_of(const struct cml_infer_column *column, enum cml_quantity_kind kind)
{
	return cml_quantity_is(cml_name_quantity(column->plain), kind);
}

/* Degrees of parallelism and micro-batches bound each other by habit or memory alone; nodes bound
 * no degree, heads and layers of a model no batch. */
static bool are_apart(const struct cml_infer_column *most, const struct cml_infer_column *least)
{
	bool are_nodes = cml_name_quantity(most->plain) == CML_QUANTITY_NODES;
	return ((is_of(most, CML_KIND_DEGREE) || are_nodes) && is_of(least, CML_KIND_DEGREE)) ||
	       (is_of(most, CML_KIND_WORK) && is_of(least, CML_KIND_BATCH)) ||
	       (is_of(most, CML_KIND_BATCH) && is_of(least, CML_KIND_WORK));
}

/* Whether a bound is none, or says nothing about what is searched. */
static bool is_no_bound(const struct cml_relation *relation)
{
	const struct cml_infer_column *most = relation->members[0], *least = relation->members[1];
	return relation->kind == CML_RELATION_AT_MOST &&
	       ((most->role != CML_ROLE_PARAM && least->role != CML_ROLE_PARAM) ||
		are_apart(most, least));
}

static void try(struct search *search, struct cml_relation *relation)
{
	if (passes_probes(search, relation) && holds_in_rows(search, relation) &&
	    !is_no_bound(relation) &&
	    cml_relation_convinces(relation, search->n_rows, search->n_tried, &search->no_memory))
		keep(search, relation);
}

/* Constants say nothing as factors. */
static bool varies(const struct cml_infer_column *column)
{
	return column->n_sample_distinct > 1;
}

/* The relations of a kind with every choice of candidates, in their order, for the members from at
 * on; those before it are chosen. */
static void try_members(struct search *search, struct cml_relation *relation, size_t at,
			size_t from)
{
	if (at == relation->n_members)
		try(search, relation);
	for (size_t i = from; at < relation->n_members && i < search->n_candidates; i++) {
		struct cml_infer_column *candidate = search->candidates[i];
		bool taken = false;
		for (size_t k = 0; k < at; k++)
			taken |= relation->members[k] == candidate;
		relation->members[at] = candidate;
		if (!taken && varies(candidate))
			try_members(search, relation, at + 1, i + 1);
	}
}

static double n_subsets(size_t n, size_t k)
{
	double result = 1;
	for (size_t i = 0; i < k; i++)
		result *= (double)(n - i) / (double)(i + 1);
	return n < k ? 0 : result;
}

static bool is_positive_whole(const struct cml_infer_column *column)
{
	return column->is_whole && column->lo > 0 && column->hi <= MAX_WHOLE;
}

/* What a part of a total can be. */
static bool is_part(const struct cml_infer_column *column)
{
	return column->is_number && column->lo >= 0;
}

/* Of two values that are 0 and 1, or words for these. */
static bool is_switch(const struct cml_infer_column *column)
{
	return column->is_bool && column->n_sample_distinct == 2;
}

/* Columns of the configuration whose names can stand in an expression. */
static void list_candidates(struct search *search,
			    bool (*is_candidate)(const struct cml_infer_column *))
{
	search->n_candidates = 0;
	CML_EACH_COLUMN (column, search->rows)
		if (cml_infer_is_nameable(column) && is_candidate(column))
			search->candidates[search->n_candidates++] = column;
}

/* All relations of a kind, with more factors last or, for divisibilities, first. */
static void try_kind(struct search *search, enum cml_relation_kind kind, size_t min_factors,
		     size_t max_factors)
{
	size_t n = search->n_candidates, first = kind == CML_RELATION_CEILING ? 2 : 1;
	size_t n_totals = first == 2 ? n * n : n;
	bool down = kind == CML_RELATION_DIVISIBLE;
	while (max_factors > min_factors &&
	       (double)n_totals * n_subsets(n, max_factors) > MAX_TRIED)
		max_factors--;
	search->n_tried = 1;
	for (size_t k = min_factors; k <= max_factors; k++)
		search->n_tried += (double)n_totals * n_subsets(n, k);
	for (size_t k = min_factors; search->n_tried <= MAX_TRIED && k <= max_factors; k++) {
		size_t n_factors = down ? max_factors + min_factors - k : k;
		struct cml_relation relation = {.kind = kind,
						.n_members = first + n_factors,
						.n_configurations = search->n_configurations};
		for (size_t i = 0; i < n_totals; i++) {
			relation.members[0] = search->candidates[i % n];
			relation.members[1] = search->candidates[i / n];
			if (first == 1 || (i % n != i / n && varies(relation.members[1])))
				try_members(search, &relation, first, 0);
		}
	}
}

/* The number of rows that differ in some column. */
static size_t count_configurations(struct search *search)
{
	uint64_t *hashes = search->rows->scratch;
	uint32_t *group = (uint32_t *)(hashes + search->n_rows);
	struct cml_error err;
	size_t n = 0;
	for (size_t row = 0; row < search->n_rows; row++)
		hashes[row] = cml_infer_hash_row(search->rows, row, false, NULL);
	search->no_memory |=
	    cml_key_number_groups(search->n_rows, hashes, group, &n, &err) != CML_OK;
	return n;
}

/* Whether two columns of 0 and 1 are never 1 in the same row. */
static bool exclude_each_other(const struct cml_infer_column *a, const struct cml_infer_column *b,
			       size_t n_rows)
{
	for (size_t row = 0; row < n_rows; row++)
		if (cml_infer_number_of(a, a->sample[row]) == 1 &&
		    cml_infer_number_of(b, b->sample[row]) == 1)
			return false;
	return true;
}

/* How long the part is that two names share, up to a sign between words: that of block_16 and
 * block_32 is block_. */
static size_t shared_prefix(const char *a, const char *b)
{
	size_t shared = 0;
	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (!isalnum((unsigned char)a[i]) && i > 0)
			shared = i + 1;
	return shared;
}

/* The switches from one on that are never 1 together, of alike ones those that share the prefix of
 * the first. */
static void take_group(const struct search *search, size_t at, bool alike,
		       struct cml_relation *relation)
{
	for (; at < search->n_candidates && relation->n_members < CML_RELATION_MAX_MEMBERS; at++) {
		struct cml_infer_column *column = search->candidates[at];
		bool fits = !alike || relation->n_members == 0 ||
			    shared_prefix(relation->members[0]->name, column->name) > 0;
		for (size_t j = 0; fits && j < relation->n_members; j++)
			fits = exclude_each_other(relation->members[j], column, search->n_rows);
		if (fits)
			relation->members[relation->n_members++] = column;
	}
}

/* Groups of columns of which one is 1 in every row: each is started by a column and takes those
 * after it that fit. */
static void try_one_hot(struct search *search)
{
	search->n_tried = pow((double)search->rows->n_columns, 2);
	for (size_t at = 0; at < 2 * search->n_candidates; at++) {
		bool alike = at % 2 == 0;
		struct cml_relation relation = {.kind = CML_RELATION_ONE_HOT,
						.n_configurations = search->n_configurations,
						.is_usual = alike};
		take_group(search, at / 2, alike, &relation);
		if (relation.n_members > 2)
			try(search, &relation);
	}
}

/* Devices, and the ranks that cut a model, with copies or without; false: some are missing. */
static bool take_ranks(const struct search *search, struct cml_relation *relation, bool with_copies)
{
	bool has_devices = false, has_copies = false;
	*relation = (struct cml_relation){.kind = with_copies ? CML_RELATION_PRODUCT
							      : CML_RELATION_DIVISIBLE,
					  .n_members = 1,
					  .is_usual = true};
	for (size_t i = 0; i < search->n_candidates; i++) {
		struct cml_infer_column *column = search->candidates[i];
		enum cml_quantity quantity = cml_name_quantity(column->plain);
		bool is_rank = cml_quantity_is(quantity, CML_KIND_CUTS_MODEL) && varies(column);
		bool counts_copies =
		    quantity == CML_QUANTITY_DATA || cml_named(column, CML_NAME_REPLICAS);
		if (!has_devices && !counts_copies && cml_name_counts_devices(column->plain)) {
			relation->members[0] = column;
			has_devices = true;
		} else if ((is_rank || (counts_copies && with_copies && !has_copies)) &&
			   relation->n_members < CML_RELATION_MAX_MEMBERS) {
			relation->members[relation->n_members++] = column;
			has_copies |= counts_copies;
		}
	}
	return has_devices && relation->n_members > 1 + (size_t)with_copies &&
	       has_copies == with_copies;
}

/* Devices are divided among these ranks, and all are used where copies have a column: rows need no
 * evidence, they only have to keep it. */
static void try_ranks(struct search *search)
{
	struct cml_relation relation;
	for (int with_copies = 1; with_copies >= 0; with_copies--) {
		if (!take_ranks(search, &relation, with_copies) ||
		    !holds_in_rows(search, &relation) || relation.n_rows < MIN_RANK_ROWS)
			continue;
		cml_relation_convinces(&relation, search->n_rows, 1, &search->no_memory);
		keep(search, &relation);
		return;
	}
}

static void try_balances(struct search *search)
{
	struct cml_relations balances = {0};
	if (!cml_balances_find(&balances, search->rows, search->found, search->candidates,
			       search->n_candidates))
		search->no_memory = true;
	search->n_tried = pow(3, (double)search->n_candidates);
	for (size_t i = 0; i < balances.n; i++)
		try(search, &balances.items[i]);
	free(balances.items);
}

bool cml_relations_find(struct cml_relations *relations, const struct cml_infer_rows *rows)
{
	struct search search = {.rows = rows, .n_rows = rows->n_rows, .found = relations};
	if (!CML_NEW(&search.candidates, rows->n_columns))
		return false;
	search.n_configurations = count_configurations(&search);
	list_candidates(&search, is_positive_whole);
	try_kind(&search, CML_RELATION_PRODUCT, 2, MAX_FACTORS);
	try_kind(&search, CML_RELATION_CEILING, 1, MAX_FACTORS - 1);
	try_kind(&search, CML_RELATION_DIVISIBLE, 1, MAX_FACTORS - 1);
	try_ranks(&search);
	try_balances(&search);
	list_candidates(&search, is_part);
	try_kind(&search, CML_RELATION_SUM, 2, MAX_FACTORS - 1);
	try_kind(&search, CML_RELATION_AT_MOST, 1, 1);
	list_candidates(&search, is_switch);
	try_one_hot(&search);
	free(search.candidates);
	return !search.no_memory;
}
