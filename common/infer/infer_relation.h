/* Relations between whole numbers that the rows of a job table keep. */
#ifndef CML_INFER_INFER_RELATION_H
#define CML_INFER_INFER_RELATION_H

#include "base/memory.h"
#include "infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

enum cml_relation_kind {
	CML_RELATION_RATIO,     /* m0 == ratio * m1 */
	CML_RELATION_PRODUCT,   /* m0 == m1 * m2 * ... */
	CML_RELATION_CEILING,   /* m1 == ceil(m0 / (m2 * ...)) */
	CML_RELATION_DIVISIBLE, /* m0 % (m1 * ...) == 0 */
	CML_RELATION_ONE_HOT,   /* of columns of 0 and 1: m0 + m1 + ... == 1 */
	CML_RELATION_CONSTANT,  /* m0 * m1 * ... == ratio */
};

#define CML_RELATION_MAX_MEMBERS 16
/* Fewer rows establish none. */
#define CML_RELATION_MIN_ROWS 20
/* Broken rows that are remembered. */
#define CML_RELATION_MAX_BROKEN 3
/* A relation that all rows but this part keep is worth a note. */
#define CML_RELATION_NEAR_FRACTION 0.02

/* Where a row of the job table stands. */
struct cml_infer_place {
	const char *file;
	size_t line;
};

struct cml_relation {
	enum cml_relation_kind kind;
	size_t members[CML_RELATION_MAX_MEMBERS]; /* columns, in the order above */
	size_t n_members;
	double ratio;  /* of a CML_RELATION_CONSTANT the product */
	bool is_weak;  /* kept by all rows, which is no evidence, but such names are so related */
	size_t n_rows; /* rows of the table in which no member is missing */
	size_t n_distinct; /* different combinations of the members among those searched */
	size_t n_broken;   /* of n_rows */
	struct cml_infer_place broken[CML_RELATION_MAX_BROKEN]; /* the first of them */
};

struct cml_relations {
	struct cml_relation *items;
	size_t n;
	size_t capacity;
};
void cml_relations_release(struct cml_relations *relations);

/* Whether a combination of values, by member, keeps the relation. */
bool cml_relation_holds(const struct cml_relation *relation, const double *values);

/* Counts the row that stands there, unless a value is missing (NaN): n_rows, n_broken, broken. */
void cml_relation_count(struct cml_relation *relation, const double *values,
			struct cml_infer_place place);

/* How many of n_rows may break it so that it is worth a note; 0 of kinds that may not. */
size_t cml_relation_max_broken(const struct cml_relation *relation);

/* Counts the last values of all columns as a row. */
void cml_relations_add_row(struct cml_relations *relations, const struct cml_infer_column *columns,
			   struct cml_infer_place place);

/* Drops the relations that more rows break than may. */
void cml_relations_settle(struct cml_relations *relations);

/* Appends the relation as an expression of a space file. False when memory is out. */
bool cml_relation_print(const struct cml_relation *relation, const struct cml_infer_column *columns,
			struct cml_buffer *text);

/* Appends a name as expressions have it, in backticks where it has to be. */
bool cml_infer_print_name(const char *name, struct cml_buffer *text);

/* Whether the names of all members can stand in an expression. */
bool cml_relation_is_printable(const struct cml_relation *relation,
			       const struct cml_infer_column *columns);

/* Whether the product of columns called so usually divides the total:
 * micro-batches, data parallel ranks and steps of accumulation a global batch, tensor parallel
 * ranks heads, pipeline stages layers, all ranks devices. A `batch` is global beside micro-batches.
 */
bool cml_names_divide(const char *const *divisors, size_t n, const char *total);

#endif
