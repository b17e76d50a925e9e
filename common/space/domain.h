/* The values a column may take. */
#ifndef CML_SPACE_DOMAIN_H
#define CML_SPACE_DOMAIN_H

#include "base/error.h"
#include "base/text.h"
#include "table/symbols.h"

enum cml_type {
	CML_TYPE_NONE, /* rows that have no type: rule, status, time, id, ignore */
	CML_TYPE_INT,
	CML_TYPE_FLOAT,
	CML_TYPE_BOOL,        /* 0 and 1; read from 0/1 true/false yes/no, any case */
	CML_TYPE_ORDINAL,     /* texts in a meaningful order, as the domain lists them */
	CML_TYPE_CATEGORICAL, /* texts */
};

static inline bool cml_is_number_type(enum cml_type type)
{
	return type == CML_TYPE_INT || type == CML_TYPE_FLOAT;
}

static inline bool cml_is_text_type(enum cml_type type)
{
	return type == CML_TYPE_CATEGORICAL || type == CML_TYPE_ORDINAL;
}

enum cml_domain_kind {
	CML_DOMAIN_ANY,    /* empty: any value of the type */
	CML_DOMAIN_RANGE,  /* lo:hi, every float (or, open-ended, every int) between */
	CML_DOMAIN_STEPS,  /* lo:hi:step, and lo:hi of an int (step 1) */
	CML_DOMAIN_POWERS, /* lo:hi:*k */
	CML_DOMAIN_LEVELS, /* a|b|c, and a bool's 0|1 */
};

/* The truth that a text is, as of CML_TYPE_BOOL; 1.0 is 1. False: none. */
bool cml_parse_truth(struct cml_slice text, double *value);

/* CML_BAD_DATA: `what: 'text'`. */
enum cml_result cml_refuse_text(struct cml_error *err, const char *what, struct cml_slice text);
/* The same of what is not a number, with advice how it becomes one. */
enum cml_result cml_refuse_number(struct cml_error *err, struct cml_slice text);

/* Values are doubles: the number itself; for ordinal and categorical columns
 * the symbol id of the text. Zeroed is CML_DOMAIN_ANY. */
struct cml_domain {
	enum cml_domain_kind kind;
	double lo; /* RANGE, STEPS, POWERS; -INFINITY or INFINITY where open */
	double hi;
	double step;     /* STEPS: the step; POWERS: the factor k */
	double scale;    /* STEPS: power of ten that makes lo and step whole, so that
			  * 0.77:0.86:0.01 yields the double nearest 0.83 and prints so;
			  * POWERS: the same of lo; 0: there is none in doubles */
	size_t n_values; /* STEPS, POWERS, LEVELS: how many; otherwise 0 */
	double *levels;  /* LEVELS: n_values values in the order written; owned */
};

void cml_domain_release(struct cml_domain *domain);

/* Parses the domain cell of a column of this type; texts are listed as in space_text.h. Either end
 * of `lo:hi` may be left out. Texts are trimmed and interned in symbols. Of a categorical column
 * the first level may be empty, `|a|b`: what an empty cell means. A bool without a domain gets the
 * levels 0 and 1. CML_BAD_DATA for: lo > hi, step <= 0, factor
 * <= 1, powers from lo <= 0, an int domain with parts that are not whole, an
 * empty level elsewhere, a repeated one, a range for texts, an ordinal without levels (their
 * order cannot be guessed); steps that do not reach hi are fine, the last value
 * below it ends the domain. */
enum cml_result cml_domain_parse(struct cml_domain *domain, struct cml_slice text,
				 enum cml_type type, struct cml_symbols *symbols,
				 struct cml_error *err);

/* The same of a list on a command line, which may have commas for bars. */
enum cml_result cml_domain_parse_list(struct cml_domain *domain, struct cml_slice text,
				      enum cml_type type, struct cml_symbols *symbols,
				      struct cml_error *err);

/* Makes n levels, which it takes over, all of its values. */
void cml_domain_take_levels(struct cml_domain *domain, double *levels, size_t n);

/* True when value belongs; *value is then replaced by the exact member: values
 * that went through binary arithmetic elsewhere and miss a step by a relative
 * 1e-9 are taken for it. O(1) for ranges and steps, O(n_values) for levels of
 * numbers. type int demands a whole number in every kind. */
bool cml_domain_take(const struct cml_domain *domain, enum cml_type type, double *value);

/* The largest value; infinite where there is none. */
double cml_domain_largest(const struct cml_domain *domain);

/* Powers of ten between the ends of a range or steps above 0; 0 for other domains. */
double cml_domain_decades(const struct cml_domain *domain);

/* Member i < n_values, and the index of a member (CML_NO_INDEX when it is
 * none) in the order written. */
double cml_domain_value(const struct cml_domain *domain, size_t i);
size_t cml_domain_index(const struct cml_domain *domain, double value);

/* The positions of a text column's levels in its domain, by symbol id: a
 * cell is checked, and a feature found, without a search. */

#define CML_NO_INDEX SIZE_MAX

/* Zeroed is empty. */
struct cml_level_map {
	size_t *positions; /* by symbol id; CML_NO_INDEX where the text is no level */
	size_t n;
	size_t capacity;
};

void cml_level_map_release(struct cml_level_map *map);

/* False when memory is out. */
bool cml_level_map_put(struct cml_level_map *map, size_t symbol, size_t position);

/* Fills an empty map from the n levels of a domain of texts: symbol ids, in their order. */
bool cml_level_map_fill(struct cml_level_map *map, size_t n, const double *levels);

/* value: a symbol id, or a negative number or NaN, which are no level. */
static inline size_t cml_level_map_get(const struct cml_level_map *map, double value)
{
	return value >= 0 && value < (double)map->n ? map->positions[(size_t)value] : CML_NO_INDEX;
}

#endif
