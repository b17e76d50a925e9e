/* Proposals as a table that cml-submit, or any job, can read. */
#ifndef CML_SEARCH_PROPOSAL_WRITER_H
#define CML_SEARCH_PROPOSAL_WRITER_H

#include "base/error.h"
#include "search/proposals.h"
#include "space/space.h"
#include "table/table_writer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns: params and contexts in the order of the space (empty while
 * inactive), cml_key; with predictions cml_pred, cml_sd and cml_rank too. The
 * baseline, if there is one, comes first, without a rank. */
enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, bool scored,
				    struct cml_table_writer *writer, struct cml_error *err);

/* The same in parts: the header, and one row; rank 0: not scored; CML_NO_RANK: scored,
 * but an empty cml_rank. */
#define CML_NO_RANK SIZE_MAX
enum cml_result cml_proposals_write_header(const struct cml_space *space, bool scored,
					   struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, size_t rank,
				   struct cml_table_writer *writer, struct cml_error *err);

#endif
