#include "infer/infer_relation.h"

#include "base/number.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"
#include "infer/names/name_words.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_NEAR_ROWS 50

void cml_relations_release(struct cml_relations *relations)
{
	free(relations->items);
	*relations = (struct cml_relations){0};
}

static double product(const double *values, size_t n)
{
	double result = 1;
	for (size_t i = 0; i < n; i++)
		result *= values[i];
	return result;
}

bool cml_relation_holds(const struct cml_relation *relation, const double *values)
{
	size_t n = relation->n_members;
	double sum = 0;
	switch (relation->kind) {
	case CML_RELATION_RATIO:
		return values[0] == relation->ratio * values[1];
	case CML_RELATION_PRODUCT:
		return values[0] == product(values + 1, n - 1);
	case CML_RELATION_CEILING:
		return values[1] == ceil(values[0] / product(values + 2, n - 2));
	case CML_RELATION_DIVISIBLE:
		return fmod(values[0], product(values + 1, n - 1)) == 0;
	case CML_RELATION_ONE_HOT:
		for (size_t i = 0; i < n; i++)
			sum += values[i];
		return sum == 1;
	case CML_RELATION_CONSTANT:
		return product(values, n) == relation->ratio;
	}
	return false;
}

void cml_relation_count(struct cml_relation *relation, const double *values,
			struct cml_infer_place place)
{
	for (size_t i = 0; i < relation->n_members; i++)
		if (isnan(values[i]))
			return;
	relation->n_rows++;
	if (cml_relation_holds(relation, values))
		return;
	if (relation->n_broken < CML_RELATION_MAX_BROKEN)
		relation->broken[relation->n_broken] = place;
	relation->n_broken++;
}

size_t cml_relation_max_broken(const struct cml_relation *relation)
{
	bool may_be_near = relation->kind <= CML_RELATION_CEILING;
	return may_be_near && relation->n_rows >= MIN_NEAR_ROWS
		   ? (size_t)(CML_RELATION_NEAR_FRACTION * (double)relation->n_rows)
		   : 0;
}

void cml_relations_add_row(struct cml_relations *relations, const struct cml_infer_column *columns,
			   struct cml_infer_place place)
{
	double values[CML_RELATION_MAX_MEMBERS];
	for (size_t i = 0; i < relations->n; i++) {
		struct cml_relation *relation = &relations->items[i];
		for (size_t k = 0; k < relation->n_members; k++)
			values[k] = columns[relation->members[k]].last;
		cml_relation_count(relation, values, place);
	}
}

void cml_relations_settle(struct cml_relations *relations)
{
	size_t n = 0;
	for (size_t i = 0; i < relations->n; i++)
		if (relations->items[i].n_broken <= cml_relation_max_broken(&relations->items[i]))
			relations->items[n++] = relations->items[i];
	relations->n = n;
}

/* A name as it is, or in back quotes where an expression would read it as something else. */
bool cml_infer_print_name(const char *name, struct cml_buffer *text)
{
	static const char *const words[] = {"and", "or",    "not",  "in",  "min",
					    "max", "floor", "ceil", "abs", "log2"};
	bool plain = isalpha((unsigned char)*name) || *name == '_';
	for (const char *at = name; *at && plain; at++)
		plain = isalnum((unsigned char)*at) || *at == '_' || *at == '.';
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		plain = plain && strcmp(name, words[i]) != 0;
	return cml_buffer_printf(text, plain ? "%s" : "`%s`", name);
}

bool cml_relation_is_printable(const struct cml_relation *relation,
			       const struct cml_infer_column *columns)
{
	for (size_t i = 0; i < relation->n_members; i++)
		if (strchr(columns[relation->members[i]].name, '`'))
			return false;
	return true;
}

/* The members from the one on, with the text between them. */
static bool print_members(const struct cml_relation *relation, size_t first, const char *between,
			  const struct cml_infer_column *columns, struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = first; ok && i < relation->n_members; i++)
		ok = (i == first || cml_buffer_append_string(text, between)) &&
		     cml_infer_print_name(columns[relation->members[i]].name, text);
	return ok;
}

/* A divisor: in brackets where it has several factors. */
static bool print_divisor(const struct cml_relation *relation, size_t first,
			  const struct cml_infer_column *columns, struct cml_buffer *text)
{
	bool several = relation->n_members > first + 1;
	return (!several || cml_buffer_append_string(text, "(")) &&
	       print_members(relation, first, " * ", columns, text) &&
	       (!several || cml_buffer_append_string(text, ")"));
}

bool cml_relation_print(const struct cml_relation *relation, const struct cml_infer_column *columns,
			struct cml_buffer *text)
{
	const char *first = columns[relation->members[0]].name;
	switch (relation->kind) {
	case CML_RELATION_RATIO:
		return (relation->ratio == 1 ||
			cml_buffer_printf(text, "%.0f * ", relation->ratio)) &&
		       print_members(relation, 1, "", columns, text) &&
		       cml_buffer_append_string(text, " == ") && cml_infer_print_name(first, text);
	case CML_RELATION_PRODUCT:
		return print_members(relation, 1, " * ", columns, text) &&
		       cml_buffer_append_string(text, " == ") && cml_infer_print_name(first, text);
	case CML_RELATION_CEILING:
		return cml_infer_print_name(columns[relation->members[1]].name, text) &&
		       cml_buffer_append_string(text, " == ceil(") &&
		       cml_infer_print_name(first, text) && cml_buffer_append_string(text, " / ") &&
		       print_divisor(relation, 2, columns, text) &&
		       cml_buffer_append_string(text, ")");
	case CML_RELATION_DIVISIBLE:
		return cml_infer_print_name(first, text) && cml_buffer_append_string(text, " % ") &&
		       print_divisor(relation, 1, columns, text) &&
		       cml_buffer_append_string(text, " == 0");
	case CML_RELATION_ONE_HOT:
		return print_members(relation, 0, " + ", columns, text) &&
		       cml_buffer_append_string(text, " == 1");
	case CML_RELATION_CONSTANT:
		return print_members(relation, 0, " * ", columns, text) &&
		       cml_buffer_printf(text, " == %.0f", relation->ratio);
	}
	return false;
}

static const char *const global_batch_names[] = {
    "_gbs_", "_global_batch_", "_global_batch_size_", "_global_bsz_", "_train_batch_size_", NULL};
/* Of all devices or of one. */
static const char *const batch_names[] = {"_batch_", "_batch_size_", "_bs_", "_bsz_", NULL};
static const char *const micro_batch_names[] = {"_mb_",
						"_mbs_",
						"_micro_batch_",
						"_micro_batch_size_",
						"_microbatch_",
						"_microbatch_size_",
						"_local_bsz_",
						"_train_micro_batch_size_per_gpu_",
						"_per_device_train_batch_size_",
						NULL};
static const char *const accumulation_names[] = {"_accum_",
						 "_grad_accum_",
						 "_ga_",
						 "_gas_",
						 "_accumulation_steps_",
						 "_grad_accum_steps_",
						 "_gradient_accumulation_steps_",
						 NULL};
static const char *const data_ranks[] = {
    "_dp_", "_dp_size_", "_data_parallel_", "_data_parallel_size_", "_n_gpus_", NULL};
static const char *const tensor_ranks[] = {"_tp_",
					   "_tp_size_",
					   "_tensor_parallel_",
					   "_tensor_parallel_size_",
					   "_tensor_model_parallel_size_",
					   NULL};
static const char *const pipeline_ranks[] = {"_pp_",
					     "_pp_size_",
					     "_pipeline_parallel_",
					     "_pipeline_parallel_size_",
					     "_pipeline_model_parallel_size_",
					     NULL};
static const char *const context_ranks[] = {"_cp_", NULL};
static const char *const head_names[] = {"_heads_", "_n_heads_", "_num_heads_",
					 "_num_attention_heads_", NULL};
static const char *const layer_names[] = {"_layers_", "_n_layers_", "_num_layers_", NULL};

/* Whether each is of one of the lists. */
static bool are_all(const char *const *divisors, size_t n, const char *const *const lists[3])
{
	for (size_t i = 0; i < n; i++) {
		char words[CML_WORDS_SIZE];
		bool is_some = false;
		cml_words_normalise(divisors[i], words);
		for (size_t k = 0; k < 3 && lists[k]; k++)
			is_some = is_some || cml_words_are(words, lists[k]);
		if (!is_some)
			return false;
	}
	return true;
}

static bool has_micro_batch(const char *const *divisors, size_t n)
{
	const char *const *const lists[3] = {micro_batch_names};
	for (size_t i = 0; i < n; i++)
		if (are_all(divisors + i, 1, lists))
			return true;
	return false;
}

bool cml_names_divide(const char *const *divisors, size_t n, const char *total)
{
	static const char *const *const of_batch[3] = {micro_batch_names, data_ranks,
						       accumulation_names};
	static const char *const *const of_heads[3] = {tensor_ranks};
	static const char *const *const of_layers[3] = {pipeline_ranks};
	static const char *const *const of_devices[3] = {tensor_ranks, pipeline_ranks,
							 context_ranks};
	char whole[CML_WORDS_SIZE];
	cml_words_normalise(total, whole);
	if (cml_words_are(whole, global_batch_names) ||
	    (cml_words_are(whole, batch_names) && has_micro_batch(divisors, n)))
		return are_all(divisors, n, of_batch);
	if (cml_words_are(whole, head_names))
		return are_all(divisors, n, of_heads);
	if (cml_words_are(whole, layer_names))
		return are_all(divisors, n, of_layers);
	return cml_name_counts_devices(total) && are_all(divisors, n, of_devices);
}
