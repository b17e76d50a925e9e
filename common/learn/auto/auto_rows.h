/* The rows that the process of auto looks at, and those that it learns. */
#ifndef CML_LEARN_AUTO_AUTO_ROWS_H
#define CML_LEARN_AUTO_AUTO_ROWS_H

#include "base/error.h"
#include "learn/data/dataset.h"
#include "learn/linear/linear_model.h"
#include "learn/predictor/predictor.h"

/* Of more rows so many are looked at, evenly: others would tell nothing new of so few learned. */
#define CML_AUTO_MAX_ROWS 10000

/* Zeroed: none. */
struct cml_auto_rows {
	struct cml_dataset rest; /* residuals of the line over its coordinates: x, y, weight */
	size_t *row;             /* rest.n_rows: of the training data */
	uint32_t *fold, *group;  /* rest.n_rows: the configuration's fold, and its number */
	size_t n_groups;
};

/* The coordinates of n rows of features x: coordinates[n x linear->input.n]. */
void cml_auto_coordinates(const struct cml_linear *linear, size_t n, const float *x,
			  float *coordinates);

/* Folds are those that n_folds members leave out (ensemble.h). */
enum cml_result cml_auto_rows_init(struct cml_auto_rows *rows, const struct cml_training *training,
				   const struct cml_linear *linear, size_t n_folds,
				   struct cml_error *err);
void cml_auto_rows_release(struct cml_auto_rows *rows);

/* n of the rows, at most all, evenly: the first ones of configurations, then repeats if there is
 * room. */
enum cml_result cml_auto_rows_draw(const struct cml_auto_rows *rows, size_t n,
				   struct cml_dataset *drawn, struct cml_error *err);
void cml_auto_rows_release_drawn(struct cml_dataset *drawn);

#endif
