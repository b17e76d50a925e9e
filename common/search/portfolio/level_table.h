/* Configurations as levels of their settings, param after param, so that what is known of a job
 * is added up over all of them quickly. */
#ifndef CML_SEARCH_PORTFOLIO_LEVEL_TABLE_H
#define CML_SEARCH_PORTFOLIO_LEVEL_TABLE_H

#include "base/error.h"
#include "search/portfolio/settings.h"

#include <stddef.h>
#include <stdint.h>

/* Zeroed is empty. */
struct cml_level_table {
	const struct cml_settings *settings;
	size_t n;         /* configurations */
	uint16_t *levels; /* level of param p of configuration i at p * n + i */
};

/* values: n configurations, each n_columns of the space; settings must outlive the table. */
enum cml_result cml_level_table_init(struct cml_level_table *table,
				     const struct cml_settings *settings, size_t n,
				     const double *const *values, struct cml_error *err);
void cml_level_table_release(struct cml_level_table *table);

/* levels[settings->n] of configuration i. */
void cml_level_table_row(const struct cml_level_table *table, size_t i, uint16_t *levels);

/* For each setting a number for any two of its levels, absence among them: that of levels a and b
 * of setting p is items[p][a * (levels + 1) + b]. Zeroed is empty. */
struct cml_level_pairs {
	size_t n;
	double **items;
};
/* Zeros. */
enum cml_result cml_level_pairs_init(struct cml_level_pairs *pairs,
				     const struct cml_settings *settings, struct cml_error *err);
void cml_level_pairs_release(struct cml_level_pairs *pairs);

/* sums[n] += weight times the product over the settings of the numbers of the levels
 * at[settings->n] and those of the configuration; largest[n] = the larger of it and the product. */
void cml_level_covariances(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
			   const uint16_t *at, double weight, double *sums, double *largest);

/* least[n] = the smaller of it and the sum over the settings. */
void cml_level_least_sums(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
			  const uint16_t *at, double *least);

#endif
