/* Random spaces for laws: rows of every role, type, domain and encoding, with
 * conditions, derived columns and rules, and beside them what they mean, worked
 * out here without the library's own domains and expressions. */
#ifndef CML_TEST_RANDOM_SPACE_H
#define CML_TEST_RANDOM_SPACE_H

#include "base/random.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

#define MADE_MAX_ROWS 16
#define MADE_MAX_VALUES 12
#define MADE_CELL_SIZE 256

enum made_truth_kind {
	MADE_ALWAYS,
	MADE_IS_TRUE,
	MADE_IS_FALSE,
	MADE_IS_LEVEL,
	MADE_IS_OTHER_LEVEL,
	MADE_AT_LEAST,
	MADE_BELOW,
	MADE_MULTIPLE,
	MADE_NOT_ABOVE, /* another row */
};

/* A statement about one row or two. */
struct made_truth {
	enum made_truth_kind kind;
	size_t row;
	size_t other;
	double limit;
};

/* A row of a space file. Values are numbers, 0 and 1 for a bool, the position
 * of its level for a text, NaN for what is missing. */
struct made_row {
	enum cml_role role;
	enum cml_type type;
	enum cml_encoding encoding; /* what must come of the cells */
	enum cml_domain_kind kind;
	char name[32];
	char cells[CML_N_SPACE_FIELDS][MADE_CELL_SIZE]; /* but for the name */
	size_t n_values;
	double values[MADE_MAX_VALUES];      /* of countable domains, in order */
	const char *levels[MADE_MAX_VALUES]; /* of texts */
	double lo, hi;                       /* of ranges */
	bool has_default;
	double default_value;
	struct made_truth when;
	struct made_truth rule;
	size_t of; /* derived: row of * factor + shift */
	double factor, shift;
};

struct made_space {
	struct made_row rows[MADE_MAX_ROWS];
	size_t n_rows;
};

void made_space_draw(struct made_space *made, struct cml_random *random);

/* The space file with its rows in the order they were made, or, with random, in
 * any other order that is allowed. Ends the test when the space is refused. */
struct cml_space *made_space_read(const struct made_space *made, struct cml_random *random);

/* Values of every param and context from its domain, some of them missing; not
 * complete. Contexts have their default when `defaults`. */
void made_values_draw(const struct made_space *made, struct cml_random *random, double *values);

/* Clears inactive rows and computes derived ones; whether all rules hold. */
bool made_values_complete(const struct made_space *made, double *values);

/* A value of the row's domain. */
double made_value_draw(const struct made_row *row, struct cml_random *random);

/* Whether a value is in the domain of its row. */
bool made_has_value(const struct made_row *row, double value);

/* Between values as made, by row, and as a space holds them, by slot. */
void made_values_to_space(const struct made_space *made, const struct cml_space *space,
			  const double *values, double *slots);
void made_values_from_space(const struct made_space *made, const struct cml_space *space,
			    const double *slots, double *values);

bool same_value(double a, double b); /* NaN is itself */
bool same_values(const double *a, const double *b, size_t n);

#endif
