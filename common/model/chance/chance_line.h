/* The logistic line in the chance to run.
 *
 * Most of what fails needs too much memory, which is nearly a product of powers of the settings:
 * the log-odds that it fits are nearly a line in their logarithms. Trees predict of a model twice
 * as large what the nearest jobs did; the line goes on. Of other numbers it ends where the jobs
 * end. Source: ridge logistic regression: S. le Cessie, J. van Houwelingen, Applied Statistics 41,
 * 1992.
 */
#ifndef CML_MODEL_CHANCE_CHANCE_LINE_H
#define CML_MODEL_CHANCE_CHANCE_LINE_H

#include "base/error.h"
#include "learn/linear/linear_model.h"
#include "model/chance/validated_trees.h"

/* Of more rows it learns some, evenly. */
#define CML_CHANCE_LINE_MAX_ROWS 1000

/* Learns rows (cml_chance_rows_run): *line is one of log-odds, without deviations. own[held_out->n]
 * becomes the log-odds of each row held out, under rows of other folds. The penalty is the one
 * whose rows held out are the likeliest. O(rows learned * coordinates). */
enum cml_result cml_chance_line_train(struct cml_linear **line, const struct cml_dataset *rows,
				      const struct cml_held_out *held_out, double *own,
				      struct cml_error *err);

#endif
