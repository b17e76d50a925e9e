/* Proposals as a table that cml-submit, or any job, can read. */
#ifndef CML_SEARCH_PROPOSAL_WRITER_H
#define CML_SEARCH_PROPOSAL_WRITER_H

#include "base/error.h"
#include "model/model.h"
#include "search/proposals.h"
#include "space/space.h"
#include "table/table_writer.h"

#include <stddef.h>
#include <stdint.h>

/* Columns: params and contexts in the order of the space (empty while
 * inactive), cml_key; with a model that scored them cml_pred, cml_sd and cml_rank too; cml_ok
 * (the chance that the job runs) before cml_rank where it has one, and cml_cause (how it fails
 * most likely if it fails) where it knows. The baseline, if there is one, comes first, without a
 * rank. model NULL: not scored. */
enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_table_writer *writer, struct cml_error *err);

/* The same in parts: the header, and one row; CML_NO_RANK: an empty cml_rank. */
#define CML_NO_RANK SIZE_MAX
enum cml_result cml_proposals_write_header(const struct cml_space *space,
					   const struct cml_model *model,
					   struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, const struct cml_model *model,
				   size_t rank, struct cml_table_writer *writer,
				   struct cml_error *err);

#endif
