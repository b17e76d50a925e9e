/* Parts of a space that the log does not cover, left out whole. */
#ifndef CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_COVERAGE_H
#define CML_SEARCH_EXHAUSTIVE_EXHAUSTIVE_COVERAGE_H

#include "search/exhaustive/exhaustive_batch.h"

/* For a search within the log: CML_NOTHING where no value of a context or a param is covered. */
enum cml_result cml_exhaustive_check_coverage(const struct cml_exhaustive_run *run,
					      struct cml_error *err);

/* For a search within the log: the first position from changed on whose value the log does not
 * cover in the contexts of the search, or CML_NO_POSITION. What only a combination of values
 * leaves is found where it is predicted. */
enum cml_result cml_exhaustive_init_coverage(const struct cml_exhaustive_run *run,
					     struct cml_exhaustive_worker *worker,
					     struct cml_error *err);
enum cml_result cml_exhaustive_find_uncovered(const struct cml_exhaustive_run *run,
					      struct cml_exhaustive_worker *worker, size_t changed,
					      size_t *position, struct cml_error *err);

#endif
