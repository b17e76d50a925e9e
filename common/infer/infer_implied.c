#include "infer/infer_implied.h"

#include <math.h>
#include <stdlib.h>

/* Coefficients are small whole numbers. */
#define ZERO 1e-9

struct equations {
	double *rows; /* n of width, each with its pivot */
	size_t *pivots;
	size_t n;
	size_t width;
};

bool cml_infer_is_rule(const struct cml_inference *infer, const struct cml_relation *relation)
{
	for (size_t i = 0; i < relation->n_members; i++)
		if (!cml_is_config_role(infer->rows.columns[relation->members[i]].role))
			return false;
	return cml_relation_is_printable(relation, infer->rows.columns);
}

static bool is_equation(const struct cml_inference *infer, const struct cml_relation *relation)
{
	bool linear = relation->kind == CML_RELATION_RATIO ||
		      relation->kind == CML_RELATION_PRODUCT ||
		      relation->kind == CML_RELATION_CONSTANT;
	return linear && relation->n_broken == 0 && !relation->is_weak &&
	       cml_infer_is_rule(infer, relation);
}

static void write_equation(const struct cml_inference *infer, const struct cml_relation *relation,
			   double *row)
{
	for (size_t i = 0; i < relation->n_members; i++) {
		size_t column = relation->members[i];
		bool varies = infer->rows.columns[column].n_sample_distinct > 1;
		bool is_total = i == 0 && relation->kind != CML_RELATION_CONSTANT;
		row[column] += !varies ? 0 : is_total ? -1 : 1;
	}
}

/* Takes the equations there are from the row after them, and adds what is left; false: nothing. */
static bool add(struct equations *all)
{
	double *row = all->rows + all->n * all->width;
	size_t pivot = 0;
	for (size_t k = 0; k < all->n; k++) {
		const double *other = all->rows + k * all->width;
		double times = row[all->pivots[k]] / other[all->pivots[k]];
		for (size_t i = 0; i < all->width && times != 0; i++)
			row[i] -= times * other[i];
	}
	for (size_t i = 1; i < all->width; i++)
		if (fabs(row[i]) > fabs(row[pivot]))
			pivot = i;
	if (fabs(row[pivot]) < ZERO)
		return false;
	all->pivots[all->n++] = pivot;
	return true;
}

enum cml_result cml_infer_drop_implied(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_relations *relations = &infer->relations;
	struct equations all = {.width = infer->rows.n_columns};
	size_t n = 0;
	if (relations->n == 0)
		return CML_OK;
	all.rows = cml_array_new(relations->n * all.width, sizeof *all.rows);
	all.pivots = cml_array_new(relations->n, sizeof *all.pivots);
	enum cml_result status = all.rows && all.pivots ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; i < relations->n && status == CML_OK; i++) {
		struct cml_relation relation = relations->items[i];
		bool implied = false;
		if (is_equation(infer, &relation)) {
			for (size_t k = 0; k < all.width; k++)
				all.rows[all.n * all.width + k] = 0;
			write_equation(infer, &relation, all.rows + all.n * all.width);
			implied = !add(&all);
		}
		if (!implied)
			relations->items[n++] = relation;
	}
	relations->n = status == CML_OK ? n : relations->n;
	free(all.rows);
	free(all.pivots);
	return status;
}
