/* A trained linear model: a sum over coordinates. */
#ifndef CML_LEARN_LINEAR_LINEAR_MODEL_H
#define CML_LEARN_LINEAR_LINEAR_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/linear/linear_input.h"
#include "learn/predictor/predictor.h"

struct cml_linear {
	struct cml_linear_input input;
	double intercept;
	double *coefficients; /* input.n */
	/* The variance of a job about the line is noise * (1 + of_mean + |root' z|^2), z its
	 * coordinates: what is not known of the mean and of the coefficients grows with the
	 * distance from the jobs learned from. */
	double noise, of_mean;
	double *root; /* rows of a lower triangle one after the other: row j has j + 1 */
	/* Of the jobs learned from: the largest leverage, and how far the line goes from the
	 * intercept. Settings that changed together there have slopes of no meaning where they
	 * part: a job whose leverage is more than that of jobs CML_LINEAR_REACH ranges outside is
	 * predicted as the one on its way from their middle that has so much. */
	double farthest, widest;
};

/* As struct cml_predictor_kind asks for; NaN in sd when there is no noise: every job was the
 * same. Costs input.n^2 / 2 multiplications a row. */
void cml_linear_predict(const void *state, size_t n, const float *x, double *mean, double *sd);
bool cml_linear_has_sd(const void *state);

/* How much a row of weight 1 pulls the line at x towards itself: of_mean + |root' z|^2. */
double cml_linear_leverage(const struct cml_linear *linear, const float *x);

/* Sets farthest and widest, of the rows of data, on which it was trained. */
void cml_linear_find_reach(struct cml_linear *linear, const struct cml_dataset *data);

/* The mean alone, of one row. */
double cml_linear_mean(const struct cml_linear *linear, const float *x);

/* line[n_rows]: leave-one-out predictions of the rows of data, on which it was trained. */
void cml_linear_leave_one_out(const struct cml_linear *linear, const struct cml_dataset *data,
			      double *line);

/* Coordinates (linear_input.h), then intercept, noise, of_mean, farthest, widest, coefficients,
 * root. */
void cml_linear_fields(struct cml_fields *fields, void *state);

enum cml_result cml_linear_describe(const void *state, const char *const *feature_names,
				    struct cml_buffer *text, struct cml_error *err);

void cml_linear_free(void *state); /* NULL is allowed */
AUTOPTR_BY(cml_linear, cml_linear_free)

/* Linear regression as a predictor: the effect of a setting is the same everywhere, and
 * continues outside the log. */
extern const struct cml_predictor_kind cml_linear_predictor;

/* Learns data with the penalty that generalized cross-validation chooses. Lines about it are
 * appended to summary. */
enum cml_result cml_linear_train(const struct cml_dataset *data, struct cml_linear **linear,
				 struct cml_buffer *summary, struct cml_error *err);

#endif
