/* The second metric of a dataset as a dataset of its own. */
#ifndef CML_LEARN_DATA_SECOND_METRIC_H
#define CML_LEARN_DATA_SECOND_METRIC_H

#include "base/error.h"
#include "learn/data/dataset.h"

#include <stddef.h>

/* Of data that has a second metric: its name, how many rows report it, and these rows with it as
 * their target, without the failed ones and without a second metric. */
const char *cml_second_name(const struct cml_dataset *data);
size_t cml_second_n_reported(const struct cml_dataset *data);
enum cml_result cml_second_select(const struct cml_dataset *data, struct cml_dataset *selected,
				  struct cml_error *err);

#endif
