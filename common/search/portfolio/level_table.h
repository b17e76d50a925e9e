/* Configurations as levels of their settings, param after param, so that what is known of a job
 * is added up over all of them quickly. */
#ifndef CML_SEARCH_PORTFOLIO_LEVEL_TABLE_H
#define CML_SEARCH_PORTFOLIO_LEVEL_TABLE_H

#include "base/error.h"
#include "base/memory.h"
#include "search/portfolio/tried_jobs.h"
#include "search/proposals.h"
#include "space/space.h"

/* The params of a space as a search compares configurations by them: each value is one of a few
 * levels, which have places on an axis where the space encodes the param as a number. */

/* So many values of a param are distinguished; further ones count as the nearest of these. */
#define CML_MAX_SETTING_LEVELS 256

struct cml_setting {
	size_t slot;
	bool is_ordered; /* encoded as its value or logarithm; else any two levels are as far apart
			  */
	bool is_continuous;
	size_t n;       /* levels that are values; level n: the param is absent */
	double *values; /* n, ascending */
	double *places; /* n, from 0 to 1; ordered ones only */
};

/* Params that have a feature, in file order. Zeroed is empty. The caller releases the arena, which
 * holds what is made of them, too: tables and pairs. */
struct cml_settings {
	size_t n;
	struct cml_setting *items;
	struct cml_arena arena;
};

/* levels[n] of a configuration: the nearest ones where it has others. */
void cml_settings_levels(const struct cml_settings *settings, const double *values,
			 uint16_t *levels);

/* How far apart two levels of a setting are: 0 to 1, an absent one 1 from all others. */
double cml_setting_gap(const struct cml_setting *setting, size_t a, size_t b);

/* Zeroed is empty. */
struct cml_level_table {
	struct cml_settings settings;
	size_t n;         /* configurations */
	uint16_t *levels; /* level of param p of configuration i at p * n + i */
	uint16_t *row;    /* scratch: levels of one configuration */
	double *sums;     /* n: scratch, of cml_level_sums */
};

/* Of n proposals, with the levels of the jobs that were tried (NULL: none) among them. */
enum cml_result cml_level_table_init(struct cml_level_table *table, const struct cml_space *space,
				     const struct cml_tried_jobs *tried, size_t n,
				     const struct cml_proposal *proposals, struct cml_error *err);

/* levels[settings.n] of configuration i. */
void cml_level_table_row(const struct cml_level_table *table, size_t i, uint16_t *levels);

/* For each setting a number for any two of its levels, absence among them: that of levels a and b
 * of setting p is items[p][a * (levels + 1) + b]. Zeroed is empty. */
struct cml_level_pairs {
	size_t n;
	double **items;
};
/* Zeros. */
enum cml_result cml_level_pairs_init(struct cml_level_pairs *pairs, struct cml_settings *settings,
				     struct cml_error *err);

/* sums[n]: over the settings, of the numbers of the levels at[settings->n] and those of each
 * configuration. */
void cml_level_sums(const struct cml_level_table *table, const struct cml_level_pairs *pairs,
		    const uint16_t *at, double *sums);

#endif
