/* Hyper-parameters: each predictor and searcher declares a table of them; -p and --method
 * take values by name, model files carry them, --describe prints them. */
#ifndef CML_LEARN_PREDICTOR_HYPER_H
#define CML_LEARN_PREDICTOR_HYPER_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

enum cml_hyper_type {
	CML_HYPER_COUNT,  /* whole number in [lo, hi] */
	CML_HYPER_REAL,   /* number in [lo, hi], or (lo, hi] where open_lo */
	CML_HYPER_CHOICE, /* one of choices, separated by bars */
};

struct cml_hyper_spec {
	const char *name; /* "learning-rate" */
	enum cml_hyper_type type;
	const char *fallback; /* default, as text */
	double lo, hi;
	bool open_lo;
	const char *choices; /* CHOICE: "ucb|ei" */
	const char *doc;     /* one line for people, without range and default */
};

/* Rows of a table, by type; ABOVE: lo itself is excluded. */
#define CML_COUNT_PARAM(name, fallback, lo, hi, doc)                                               \
	{                                                                                          \
		name, CML_HYPER_COUNT, fallback, lo, hi, false, NULL, doc                          \
	}
#define CML_REAL_PARAM(name, fallback, lo, hi, doc)                                                \
	{                                                                                          \
		name, CML_HYPER_REAL, fallback, lo, hi, false, NULL, doc                           \
	}
#define CML_REAL_PARAM_ABOVE(name, fallback, lo, hi, doc)                                          \
	{                                                                                          \
		name, CML_HYPER_REAL, fallback, lo, hi, true, NULL, doc                            \
	}
#define CML_CHOICE_PARAM(name, fallback, choices, doc)                                             \
	{                                                                                          \
		name, CML_HYPER_CHOICE, fallback, 0, 0, false, choices, doc                        \
	}

/* The values it may have: "1 to 32", "above 0 to 1", "0 or more", "ucb|ei", "any". Returns
 * text. */
#define CML_HYPER_RANGE_SIZE 160
const char *cml_hyper_range(const struct cml_hyper_spec *spec, char text[CML_HYPER_RANGE_SIZE]);

/* Values by name, as text, in the order of the table once resolved. Zeroed is
 * empty. */
struct cml_hyper {
	struct cml_arena arena;
	size_t n;
	size_t capacity;
	struct cml_hyper_value {
		const char *name;
		const char *text;
		double number; /* COUNT, REAL; CHOICE: index of the choice */
	} * values;
};
void cml_hyper_release(struct cml_hyper *hyper);

/* Notes a value as the user typed it; a later one replaces an earlier one. */
enum cml_result cml_hyper_set(struct cml_hyper *hyper, const char *name, const char *text,
			      struct cml_error *err);

/* cml_hyper_set for each value of another set. */
enum cml_result cml_hyper_copy(struct cml_hyper *hyper, const struct cml_hyper *from,
			       struct cml_error *err);

/* cml_hyper_set for each of `depth=4,trees=50`. CML_BAD_USAGE: a part that is not NAME=VALUE. */
enum cml_result cml_hyper_parse(struct cml_hyper *hyper, struct cml_slice text, const char *owner,
				struct cml_error *err);

/* Checks what was set against the table and fills in the rest, in table order.
 * owner is the word messages begin with: "gbt". CML_BAD_USAGE: "gbt: no parameter 'tress'; did you
 * mean 'trees'?", "gbt: depth: not a whole number (1 to 32): \"x\"". */
enum cml_result cml_hyper_resolve(struct cml_hyper *hyper, const struct cml_hyper_spec *specs,
				  size_t n, const char *owner, struct cml_error *err);

/* Values of a resolved set; asking for a name that is not in the table is a
 * bug of ours (assert). */
size_t cml_hyper_count(const struct cml_hyper *hyper, const char *name);
double cml_hyper_real(const struct cml_hyper *hyper, const char *name);
/* Index of the choice, so that an enum in table order can be used. */
size_t cml_hyper_choice(const struct cml_hyper *hyper, const char *name);
#endif
