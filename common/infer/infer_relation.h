/* Rules: relations between whole numbers that the rows of a job table keep. */
#ifndef CML_INFER_INFER_RELATION_H
#define CML_INFER_INFER_RELATION_H

#include "base/error.h"
#include "base/memory.h"
#include "infer/infer_column.h"

#include <stdbool.h>
#include <stddef.h>

enum cml_relation_kind {
	CML_RELATION_PRODUCT,   /* m0 == m1 * m2 * ... */
	CML_RELATION_CEILING,   /* m1 == ceil(m0 / (m2 * ...)) */
	CML_RELATION_DIVISIBLE, /* m0 % (m1 * ...) == 0 */
	CML_RELATION_ONE_HOT,   /* of columns of 0 and 1: m0 + m1 + ... == 1 */
};

#define CML_RELATION_MAX_MEMBERS 16
/* Fewer rows establish none. */
#define CML_RELATION_MIN_ROWS 20
/* Broken rows that are remembered. */
#define CML_RELATION_MAX_BROKEN 3

struct cml_relation {
	enum cml_relation_kind kind;
	size_t members[CML_RELATION_MAX_MEMBERS]; /* columns, in the order above */
	size_t n_members;
	bool is_usual;     /* by its names, without evidence */
	size_t n_rows;     /* of the sample in which no member is missing */
	size_t n_distinct; /* different combinations of the members among them */
	size_t n_broken;   /* of n_rows */
	size_t broken[CML_RELATION_MAX_BROKEN]; /* the first of them */
};

struct cml_relations {
	struct cml_relation *items; /* owned */
	size_t n;
	size_t capacity;
};

/* Finds the relations between params and contexts that hold in all rows of the sample, and those
 * products and ceilings that all but 2 % of at least 50 rows keep. Looked for among columns of
 * whole numbers above 0, and those of 0 and 1 for CML_RELATION_ONE_HOT. What another relation
 * implies is left out.
 *
 * A relation needs evidence: 20 rows, 8 different combinations of its members (a one-hot group: 3),
 * and so many of them that, were the values of one member drawn at random from its column, all
 * would keep it with a chance of less than 1 in 1000, divided by the number of relations of its
 * kind that were tried. For a divisibility and a product it is evidence, too, that the table has
 * all combinations of its members' values that keep it, and none of the others. None is asked for
 * that the devices are divided by the product of tensor, pipeline and context parallel ranks.
 * Time: products of up to four columns where there are up to some 30, of fewer for more columns; at
 * most some 6 million relations of a kind are tried, most of them on a few rows.
 * CML_NO_MEMORY only. */
enum cml_result cml_relations_find(struct cml_relations *relations,
				   const struct cml_infer_rows *rows, struct cml_error *err);

/* Whether a combination of values, by member, keeps the relation. */
bool cml_relation_holds(const struct cml_relation *relation, const double *values);

/* Sets relation->n_distinct (of a one-hot group it is given: the different configurations of the
 * table), and *convinces to whether there is the evidence that cml_relations_find asks for, after
 * n_tried relations of this kind; infer_evidence.c. CML_NO_MEMORY only. */
enum cml_result cml_relation_evidence(struct cml_relation *relation,
				      const struct cml_infer_rows *rows, double n_tried,
				      bool *convinces, struct cml_error *err);

/* Appends the relation as an expression of a space file. False when memory is out. */
bool cml_relation_print(const struct cml_relation *relation, const struct cml_infer_column *columns,
			struct cml_buffer *text);

/* Appends a name as expressions have it, in backticks where it has to be. */
bool cml_infer_print_name(const char *name, struct cml_buffer *text);

#endif
