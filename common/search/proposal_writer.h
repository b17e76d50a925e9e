/* Proposals as a table that cml-submit, or any job, can read. */
#ifndef CML_SEARCH_PROPOSAL_WRITER_H
#define CML_SEARCH_PROPOSAL_WRITER_H

#include "advise/model_outside.h"
#include "advise/text_table.h"
#include "base/error.h"
#include "model/model.h"
#include "search/proposals.h"
#include "space/space.h"
#include "table/table_writer.h"

/* Columns: params and contexts in the order of the space (empty while
 * inactive), cml_key; with a model that scored them cml_pred, cml_sd, cml_lo and cml_hi (where it
 * has intervals) and cml_rank too; before cml_rank cml_ok (the chance that the job runs) where it
 * has one, cml_cost (of the
 * launch, with the digits that its prediction deserves) where the search has costs, and where it
 * knows what its log covers cml_outside (the columns in which the configuration leaves that),
 * cml_near and cml_near_value (key and metric of the measured job nearest to it); of a model of
 * two metrics those of cml_second_forecast, and in a search for the front cml_front (1 or 0);
 * with an explainer the cells of advise/why_cells.h; of searches that choose for both cml_aim
 * (anchor, best or learn). As text, there are no columns but paragraphs. The baseline, if there is
 * one, comes first, without a rank. model NULL: not scored. tally, of a model with support, counts
 * the proposals, not the baseline; NULL: not wanted. */
enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_outside_tally *tally,
				    struct cml_table_writer *writer, struct cml_error *err);

/* Adds them to a table for people, with names where it is empty: contexts, the prediction with its
 * interval, the second metric, chance, cost (has_cost), what is predicted of limits, params.
 * Without proposals the line has what is fixed (by slot) and `none`. */
enum cml_result cml_proposals_tabulate(const struct cml_proposals *proposals, bool has_cost,
				       const struct cml_model *model, const double *fixed,
				       struct cml_outside_tally *tally,
				       struct cml_text_table *table, struct cml_error *err);

/* The same in parts: the header of these proposals (NULL: of rows without scores), and one such
 * row.
 */
enum cml_result cml_proposals_write_header(const struct cml_space *space,
					   const struct cml_model *model,
					   const struct cml_proposals *proposals,
					   struct cml_table_writer *writer, struct cml_error *err);
enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, struct cml_table_writer *writer,
				   struct cml_error *err);

#endif
