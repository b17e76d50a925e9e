/* How much the rows of a table speak for a relation that all of them keep. */
#ifndef CML_INFER_INFER_EVIDENCE_H
#define CML_INFER_INFER_EVIDENCE_H

#include "base/error.h"
#include "infer/infer_relation.h"

#include <stdbool.h>
#include <stddef.h>

/* Sets relation->n_distinct (of a one-hot group it is given: the different configurations of the
 * table), *convinces to whether the evidence that infer_relation_search.h
 * asks for is there, after n_tried relations of this kind, and *may_break to whether there are rows
 * and combinations enough, and other values of a member would break it in some. Rows that break the
 * relation, or lack a member, are passed over. CML_NO_MEMORY only. */
enum cml_result cml_relation_evidence(struct cml_relation *relation,
				      const struct cml_infer_column *columns, size_t n_rows,
				      double n_tried, bool *convinces, bool *may_break,
				      struct cml_error *err);

#endif
