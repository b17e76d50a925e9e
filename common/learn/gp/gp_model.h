/* A trained Gaussian process. */
#ifndef CML_LEARN_GP_GP_MODEL_H
#define CML_LEARN_GP_GP_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/data/dataset.h"
#include "learn/gp/gp_kernel.h"
#include "learn/predictor/predictor.h"

/* Features as the coordinates of a Gaussian process: every one standardised, flags
 * too, and a further one for `missing` where a value was missing in training. */

/* So that a row on its way through a process fits on a stack. */
#define CML_GP_MAX_COORDINATES 8192

/* Coordinates are of features with some spread in training, in their order. */
struct cml_gp_input {
	size_t n_features;
	size_t n;
	struct cml_gp_coordinate {
		uint32_t feature;
		bool tells_missing;   /* 1 for NaN, else 0, standardised like the others */
		double offset, scale; /* the coordinate is (x - offset) * scale */
	} * coordinates;
};

/* Means and standard deviations of the rows, weighted. CML_BAD_DATA for more than
 * CML_GP_MAX_COORDINATES. */
enum cml_result cml_gp_input_fit(struct cml_gp_input *input, const struct cml_dataset *data,
				 struct cml_error *err);

/* row[n] of the features x[n_features]. */
void cml_gp_input_row(const struct cml_gp_input *input, const float *x, double *row);

/* So that what a prediction works with fits on a stack. */
#define CML_GP_MAX_ROWS 4096

struct cml_gp {
	struct cml_gp_input input;
	size_t n;
	double y_mean, y_sd;     /* y_sd 0: every job was the same, which is what is predicted */
	double amplitude, noise; /* variances in units of y_sd^2; noise of an average row */
	double *lengths;         /* input.n */
	double *x;               /* coordinate k of all rows at x + k * n, over its length */
	double *alpha;           /* n: covariance^-1 (y - y_mean) / y_sd */
	double *factor;          /* L of the covariance: rows of its lower triangle, one after
				  * the other, n (n + 1) / 2 */
};

/* As struct cml_predictor_kind asks for. sd is that of a new job: noise in it. A row is
 * predicted the same whatever rows are predicted with it. Costs n^2 / 2 multiplications a
 * row. */
void cml_gp_predict(const void *state, size_t n, const float *x, double *mean, double *sd);
size_t cml_gp_n_known_numbers(const void *state);
void cml_gp_know(const void *state, const float *a, double *known);
void cml_gp_covariance(const void *state, size_t n, const double *known, const float *x,
		       double *covariance);
/* The same, where known numbers of one row begin every stride. */
void cml_gp_covariance_of(const struct cml_gp *gp, size_t n, const double *known, size_t stride,
			  const float *x, double *covariance);
/* The fraction of the variance, from 0 to 1, that the training rows explain of a row predicted with
 * this sd; 0 for one far from all. NaN where every job was the same. */
double cml_gp_explained(const struct cml_gp *gp, double sd);
bool cml_gp_has_sd(const void *state);
void cml_gp_fields(struct cml_fields *fields, void *state);
enum cml_result cml_gp_describe(const void *state, const char *const *feature_names,
				struct cml_buffer *text, struct cml_error *err);
void cml_gp_free(void *state);
AUTOPTR_BY(cml_gp, cml_gp_free)

/* Gaussian processes as a predictor: few jobs, smooth responses, and an uncertainty
 * that grows away from what was run.
 *
 * The function is a draw of a Gaussian process over standardised features with a length
 * scale for each (automatic relevance determination); those, the noise and the amplitude
 * are the most likely ones given the jobs (see gp_fit.h). Training takes time with the
 * cube of the rows.
 * Source: C. Rasmussen, C. Williams, "Gaussian Processes for Machine Learning", MIT Press
 * 2006, algorithm 2.1.
 */

extern const struct cml_predictor_kind cml_gp_predictor;

struct cml_gp_settings {
	size_t max_steps; /* of the optimizer */
	/* The most likely noise is too small, because each length scale takes about half a degree
	 * of freedom: raise it by that. */
	bool raises_noise;
	/* As in struct cml_training: counts steps; NULL for none. */
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* Learns every row of data, CML_GP_MAX_ROWS at most. Lines about it are appended to summary. */
enum cml_result cml_gp_learn(const struct cml_dataset *data, const struct cml_gp_settings *settings,
			     struct cml_gp **gp, struct cml_buffer *summary, struct cml_error *err);

/* A process trained on some rows, the inducing rows, is conditioned on many: a prediction costs the
 * same. And predictions of folds left out.
 *
 * Length scales, noise and amplitude stay those of the inducing rows. The function becomes a
 * weighted sum of covariances with these, with weights from all rows. The part of the variance of a
 * row that the inducing rows do not explain counts as noise of that row. Far from all of them the
 * variance is that of the prior. Where all rows are inducing rows, it is the process that learned
 * them. Source: E. Snelson, Z. Ghahramani, "Sparse Gaussian processes
 * using pseudo-inputs", Advances in Neural Information Processing Systems 18, 2006; J.
 * Quinonero-Candela, C. Rasmussen, "A unifying view of sparse approximate Gaussian process
 * regression", Journal of Machine Learning Research 6, 2005, section 6. */

/* gp, learned from other rows of the features of data or from some of it, has its alpha and factor
 * replaced. Row i of data is in fold[i] < n_folds. mean[n_rows] and sd[n_rows]: of a row as a new
 * job, under the rows of the other folds, in the unit of y. Where every
 * job learned was the same nothing changes and sd is NaN. CML_BAD_DATA where rounding leaves
 * nothing. O(n_rows gp->n^2). */
enum cml_result cml_gp_project(struct cml_gp *gp, const struct cml_dataset *data,
			       const uint32_t *fold, size_t n_folds, double *mean, double *sd,
			       struct cml_error *err);

#endif
