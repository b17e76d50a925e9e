/* Laws: a metric or a limit as a sum of terms with weights of at least 0. The terms are rows of the
 * space, formulas that people read and change; the weights are learned.
 *
 * A metric with the goal max is a rate: the law is of 1 over it, a time for each unit of work. A
 * limit that jobs report is learned from what they report, one that none reports from which jobs
 * ran out of memory: a job then runs where the law is below the bound.
 *
 * A row of features that the encoder of a space gives holds the terms one by one; predictors read
 * one number for each law instead, log2 of it. That is called a packed row. */
#ifndef CML_MODEL_LAW_LAW_H
#define CML_MODEL_LAW_LAW_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/model_bytes.h"
#include "space/encode/encoder.h"

#define CML_NO_LAW SIZE_MAX

/* Terms of a law that are used. */
enum cml_law_terms { CML_LAW_NONE, CML_LAW_FIRST, CML_LAW_ALL, CML_LAW_N_TERMS };

struct cml_law {
	size_t slot;     /* of the metric, or of the limit */
	bool is_inverse; /* of 1 over the metric */
	bool is_used;    /* false: packed rows have no number of it */
	size_t n;        /* terms */
	size_t *terms;   /* n: features of the encoder */
	double *weights; /* n, at least 0 */
	double *shares;  /* n: of the law, mean over jobs; what stands for a term that is missing */
	/* n: jobs that it was learned from, and those where a term is missing or below 0. A term of
	 * which most are so is left out, with weight 0. Not in a file. */
	size_t *n_unknown, n_jobs;
	double typical; /* log2 of the metric or limit by it where all terms are missing */
	/* Of a metric: what was chosen, and the errors that chose it, means of |ln(measured /
	 * predicted)| of larger jobs of the log, held out; NaN: none were. */
	enum cml_law_terms chosen;
	double tried[CML_LAW_N_TERMS];
	double error; /* mean |ln(measured / law)| of the jobs learned from; NaN: none reports it */
	/* Of a limit that no job reports: the log-odds to run are steepness * ln(end / law), of
	 * which the end is the bound, or nearer where no job failed (model_limits.c); 0:
	 * the limit is reported. */
	double steepness;
	/* Of such a limit, where no job failed: what nine of ten jobs need less than, by the
	 * law; NaN: some failed, or the limit is reported. */
	double proven;
};

struct cml_laws {
	size_t n_features; /* of the encoder */
	size_t n_plain;    /* features that stay as they are */
	size_t n;
	struct cml_law *items; /* the metric's first, where there is one; then limits in the order
				* of the space */
	/* Law of the metric, where terms read what another program computed: these come first, and
	 * it is NaN in a packed row where one is missing. CML_NO_LAW */
	size_t given;
	size_t bare;  /* of the metric without these terms, where it has others; CML_NO_LAW */
	float *range; /* with given, n_plain x 2: the least and the most of the jobs */
	/* With given: how far its order of jobs of one scale counts beside that of a model without,
	 * at most 1, by the jobs held out. */
	double order;
	size_t roof;       /* feature of the encoder; CML_NO_LAW: none */
	double roof_scale; /* the most that two jobs reached of it, at least 1 */
};

/* Whether a metric or limit, by its slot, has terms. */
bool cml_law_has_terms(const struct cml_space *space, size_t slot);

/* The laws that the terms of a space make, none learned yet. Without terms and roof all features
 * are plain. What laws owns is the caller's to release, on failure too. */
enum cml_result cml_laws_init(struct cml_laws *laws, const struct cml_encoder *encoder,
			      struct cml_error *err);
void cml_laws_release(struct cml_laws *laws);

/* Whether a packed row is another than the encoder's. */
bool cml_laws_pack_rows(const struct cml_laws *laws);
/* Numbers of a packed row: plain features, a number for each law that is used, the roof. */
size_t cml_laws_n_packed(const struct cml_laws *laws);
/* features[n_features] to packed[cml_laws_n_packed]. */
void cml_laws_pack(const struct cml_laws *laws, const double *features, float *packed);
/* Where in a packed row the number of a law is, and that of the roof; CML_NO_LAW: nowhere. */
size_t cml_laws_feature(const struct cml_laws *laws, size_t law);
size_t cml_laws_roof_feature(const struct cml_laws *laws);
/* The law of a slot, the first; CML_NO_LAW: it has none. */
size_t cml_laws_find(const struct cml_laws *laws, size_t slot);

/* Names of the numbers of a packed row, in the arena: names[cml_laws_n_packed]. */
enum cml_result cml_laws_name(const struct cml_laws *laws, const struct cml_encoder *encoder,
			      struct cml_arena *arena, const char **names, struct cml_error *err);

/* Packs the rows of data and of its failed jobs, in place. names: of a packed row. */
enum cml_result cml_laws_pack_data(const struct cml_laws *laws, const char *const *names,
				   struct cml_dataset *data, struct cml_error *err);

/* Leaves the plain features of the rows of data, in place. */
void cml_laws_strip(const struct cml_laws *laws, struct cml_dataset *data);

/* log2 of the metric or limit by its law. Where terms are missing, those that are there by their
 * usual share k of it: that is off by about (1 - k) / k in logarithms, and what is typical by about
 * 1, so both weigh by that; what is typical alone where none is there or all are 0. */
double cml_law_log2(const struct cml_law *law, const double *features);

/* The range of the jobs of data, whose rows begin with the plain features. */
void cml_laws_learn_range(struct cml_laws *laws, const struct cml_dataset *data);

/* The same for rows of one scale: of the same contexts, and of the same values of what is outside
 * the range. */
uint64_t cml_laws_scale(const struct cml_laws *laws, const struct cml_encoder *encoder,
			const float *x);

/* For people: what was chosen, and the weight and the share of each term. */
bool cml_laws_describe(const struct cml_laws *laws, const struct cml_encoder *encoder,
		       struct cml_buffer *text);

/* What was learned of the laws of an encoder (cml_laws_init). */
void cml_laws_fields(struct cml_fields *fields, void *state);

/* Learning the weights of laws from jobs. */

/* The weights of the law of a metric, from the jobs of data with the features of the encoder that
 * it was made of: those that make |ln(measured / law)| small, outliers counting less. first_alone:
 * all but the first term are left out. */
enum cml_result cml_law_learn_metric(struct cml_law *law, const struct cml_encoder *encoder,
				     const struct cml_dataset *data, bool first_alone,
				     struct cml_error *err);

/* Of a limit that CML_LAW_MIN_REPORTS jobs report, failed ones included, the same, with weights
 * near 1, as its terms have its unit. Of another limit: weights near 1 and a steepness that make it
 * likely that these jobs ran and those ran out of memory. Where none is known to have run out of
 * memory (oom), jobs that failed may have; timeouts never tell. */
enum cml_result cml_law_learn_limit(struct cml_law *law, const struct cml_encoder *encoder,
				    const struct cml_dataset *data, struct cml_error *err);
#define CML_LAW_MIN_REPORTS 5

/* Two jobs better than the roof show that it is too low: roof_scale. One may be a unit outlier. */
void cml_laws_learn_roof(struct cml_laws *laws, bool maximize, const struct cml_dataset *data);

/* Rows that a law is fitted to. Rows of one group have a level of their own, which is what the
 * terms do not know of it: another model, another framework. */
struct cml_law_rows {
	size_t n, n_terms, n_groups;
	double *terms;  /* n x n_terms, at least 0 */
	double *logs;   /* n: ln of what was measured */
	double *weight; /* n */
	size_t *group;  /* n, below n_groups */
};

/* Of rows with a weight: w[n_terms], at least 0, from w as it is; prior_sd: how far weights are
 * likely to be from 1, 0: nothing is known. levels[n_groups]: of each group in logarithms, shrunk
 * to 0. Source: least squares of logarithms by Gauss and Newton, with Huber's weights (P. Huber,
 * "Robust statistics", 1981, 7.8), each step by cml_nnls. */
enum cml_result cml_law_fit(const struct cml_law_rows *rows, double prior_sd, double *w,
			    double *levels, struct cml_error *err);
/* ln of the law; -INFINITY where all terms are 0. */
double cml_law_rows_log(const struct cml_law_rows *rows, size_t row, const double *w);

/* How jobs ended, for a law of failures. */
enum cml_law_end { CML_LAW_RAN, CML_LAW_OOM, CML_LAW_MAYBE_OOM };

/* w[n_terms], near 1, and *steepness of the log-odds to run, steepness * (logs - ln of the law),
 * where logs are of the bound. ends[n]. */
enum cml_result cml_law_fit_ends(const struct cml_law_rows *rows, const enum cml_law_end *ends,
				 double *w, double *steepness, struct cml_error *err);

#endif
