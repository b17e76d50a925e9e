#include "infer/infer_relation.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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
	}
	return false;
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
	}
	return false;
}
