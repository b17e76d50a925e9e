/* Rules: relations of numbers that the rows of a job table keep. For the files of this folder. */
#ifndef CML_INFER_INFER_RELATION_H
#define CML_INFER_INFER_RELATION_H

#include "infer/infer_column.h"

enum cml_relation_kind {
	CML_RELATION_PRODUCT,   /* m0 == m1 * m2 * ... */
	CML_RELATION_SUM,       /* m0 == m1 + m2 + ... */
	CML_RELATION_CEILING,   /* m1 == ceil(m0 / (m2 * ...)) */
	CML_RELATION_DIVISIBLE, /* m0 % (m1 * ...) == 0 */
	CML_RELATION_AT_MOST,   /* m1 <= m0, one of them a param */
	CML_RELATION_ONE_HOT,   /* of columns of 0 and 1: m0 + m1 + ... == 1 */
	CML_RELATION_BALANCE,   /* m0 * m1 * ... == constant * the other ones */
};
const char *cml_relation_name(enum cml_relation_kind kind); /* as names of rules end */

#define CML_RELATION_MAX_MEMBERS 512
/* Fewer rows establish none. */
#define CML_RELATION_MIN_ROWS 20
/* Broken rows that are remembered. */
#define CML_RELATION_MAX_BROKEN 3

struct cml_relation {
	enum cml_relation_kind kind;
	struct cml_infer_column *members[CML_RELATION_MAX_MEMBERS]; /* in the order above */
	size_t n_members;
	size_t n_left;     /* BALANCE: members on the left */
	double constant;   /* BALANCE: a whole number */
	bool is_usual;     /* by its names, without evidence */
	size_t n_rows;     /* of the sample in which no member is missing, without n_failed */
	size_t n_distinct; /* different combinations of the members among them; ONE_HOT: as below */
	size_t n_configurations;                /* different ones in the table */
	size_t n_failed;                        /* rows that break it, of jobs that failed */
	size_t n_broken;                        /* of n_rows */
	size_t broken[CML_RELATION_MAX_BROKEN]; /* the first of them */
};

struct cml_relations {
	struct cml_relation *items; /* owned */
	size_t n;
	size_t capacity;
};

/* Finds the relations between params and contexts that hold in all rows of the sample, and those
 * products, sums and ceilings that all but 2 % of at least 50 rows keep. Jobs that failed may break
 * them, of a bound one in 20. Looked for among columns of whole numbers above 0, for sums and
 * bounds of all numbers, and those of 0 and 1 for CML_RELATION_ONE_HOT. What another relation
 * implies is left out. Balances may have any number of members, one a param, and rows that failed
 * alone may break them: dp * micro_batch * accumulation is 1024 in each row where the global batch
 * is no column, tp * pp * dp is 32 where devices are none.
 *
 * A relation needs evidence: so many different combinations of its members that, were the values of
 * one drawn at random from its column, all would keep it with a chance of less than 1 in 1000,
 * divided by the number of relations of its kind that were tried; or all combinations that keep it,
 * and none of the others, a bound in so many configurations. Of what the values seen could hardly
 * break (on up to 32 devices all products divide 32 heads) there is none. None is asked for that
 * the devices are divided by the product of the ranks that cut a model, nor of a group whose names
 * begin alike (`block_16`, `block_32`), nor of accumulation times micro-batch or devices, which
 * three combinations show: the batch of a step, which those who ran the jobs kept. Time: some 6
 * million relations of a kind at most, most of them on a few rows. False when memory is out. */
bool cml_relations_find(struct cml_relations *relations, const struct cml_infer_rows *rows);

/* Balances among n columns of whole numbers above 0 that hold in all rows that ran, independent
 * ones; none that products which were found imply. What they owe to columns that
 * never vary, a global batch or the devices of a node, has the names of these. The caller frees the
 * items. False when memory is out. */
bool cml_balances_find(struct cml_relations *balances, const struct cml_infer_rows *rows,
		       const struct cml_relations *found, struct cml_infer_column *const *columns,
		       size_t n);

/* The values of the members in a row; false where one is missing. */
bool cml_relation_values(const struct cml_relation *relation, size_t row, double *values);

/* Whether a column is a member, from a place on. */
bool cml_relation_has(const struct cml_relation *relation, size_t from,
		      const struct cml_infer_column *column);

/* Whether a combination of values, by member, keeps the relation. */
bool cml_relation_holds(const struct cml_relation *relation, const double *values);

/* Whether some rows keep it, and all but one of at least 20 do, or but 2 % of at least 50. */
bool cml_relation_is_near(const struct cml_relation *relation);

/* Whether there is the evidence that cml_relations_find asks for, after n_tried relations of this
 * kind; sets relation->n_distinct. *no_memory is set when memory is out; infer_relation.c. */
bool cml_relation_convinces(struct cml_relation *relation, size_t n_rows, double n_tried,
			    bool *no_memory);

/* The logarithm of how many choices of k of n there are. */
double cml_log_choices(size_t n, size_t k);

/* Appends the relation as an expression of a space file. */
void cml_relation_print(const struct cml_relation *relation, struct cml_buffer *text);

/* Appends a name as expressions have it, in backticks where it has to be. */
void cml_infer_print_name(const char *name, struct cml_buffer *text);

#endif
