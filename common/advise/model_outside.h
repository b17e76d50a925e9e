/* The settings of the measured jobs of a model, and how configurations leave its log, in the words
 * of its space: columns by name, values as in job tables. */
#ifndef CML_ADVISE_MODEL_OUTSIDE_H
#define CML_ADVISE_MODEL_OUTSIDE_H

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"
#include "model/support/support.h"

/* The slot of a column of the model's support in its space, which it has. */
size_t cml_support_slot(const struct cml_model *model, size_t column);
/* The column that has the features of a slot; as many as there are columns: it has none. */
size_t cml_support_column_of(const struct cml_model *model, size_t slot);

/* The value of a param or context whose code (support.h) this is: of the numbers with the same
 * feature the one with the fewest digits, so that what a log wrote comes back as long as it has
 * fewer digits than a float. NaN for no level and for a missing value. column is one of the
 * model's support, and the model has a space. */
double cml_support_value(const struct cml_model *model, size_t column, float code);

/* CML_BAD_USAGE: what the log covers is asked for, and the model does not hold it. */
enum cml_result cml_model_check_within_log(const struct cml_model *model, bool within_log,
					   struct cml_error *err);

/* Appends what a probe found: names of columns with blanks between them, a pair as a*b, as is a
 * known value of a context that the jobs of another one do not cover; nothing for a covered row. In
 * a cell (cml_outside) names are words (cml_buffer_append_word), for people in quotes where that
 * would change them. False: out of memory. */
bool cml_model_outside_print(const struct cml_model *model, const struct cml_support_probe *probe,
			     bool is_cell, struct cml_buffer *text);

/* Whether it is a context that leaves the log, by itself. */
static inline bool cml_outside_is_of_context(const struct cml_support *support,
					     const struct cml_support_finding *finding)
{
	return finding->other == CML_SUPPORT_NONE &&
	       cml_support_column(support, finding->column)->role == CML_SUPPORT_CONTEXT;
}

/* Rows that leave the log, counted for one sentence about them. */
struct cml_outside_example {
	struct cml_support_finding finding; /* of the first row that leaves it there */
	float code, other;                  /* its codes */
	size_t n;                           /* rows */
};
struct cml_outside_tally {
	const struct cml_model *model;
	struct cml_outside_example *columns; /* one for each */
	size_t n_columns;
	size_t n_rows, n_outside;
};
enum cml_result cml_outside_tally_init(struct cml_outside_tally *tally,
				       const struct cml_model *model, struct cml_error *err);
void cml_outside_tally_release(struct cml_outside_tally *tally);
/* Counts a row that the probe has looked at. */
void cml_outside_tally_add(struct cml_outside_tally *tally, const struct cml_support_probe *probe);

/* Appends the columns that rows leave most often, with the value of the first such row and what
 * the log has: `gpus=1024 (8 to 512 in the log), local_bsz=30000 (4 to 12 for application=bert)`.
 * Where the jobs there all failed, that too: `tp=1 (2 to 8 in the log; its 1 job failed)`.
 * False: out of memory. */
bool cml_outside_tally_print(const struct cml_outside_tally *tally, struct cml_buffer *text);

#endif
