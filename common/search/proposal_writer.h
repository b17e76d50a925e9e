/* Proposals as a table that cml-submit, or any job, can read. */
#ifndef CML_SEARCH_PROPOSAL_WRITER_H
#define CML_SEARCH_PROPOSAL_WRITER_H

#include "advise/model_outside.h"
#include "advise/text_table.h"
#include "base/error.h"
#include "base/key.h"
#include "model/model.h"
#include "search/proposals.h"
#include "space/space.h"
#include "table/table_writer.h"

/* Columns: params and contexts in the order of the space (empty while inactive), cml_key; with a
 * model that scored them those of advise/advice.h, cml_rank among them: cml_cost where the search
 * has costs, cml_front in a search for the front, cml_aim of searches that choose for both. As
 * text, there are no columns but paragraphs. The baseline, if there is one, comes first, without a
 * rank. model NULL: not scored. tally, of a model with support, counts the proposals, not the
 * baseline; NULL: not wanted. */
enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_outside_tally *tally,
				    struct cml_table_writer *writer, struct cml_error *err);

/* Adds them to a table for people, with names where it is empty: contexts, the prediction with its
 * interval, the best job there, the second metric, chance, cost, what is predicted of limits,
 * params. Without proposals the line has what is fixed (by slot) and `none`. */
struct cml_proposal_lines {
	struct cml_text_table table;
	bool has_cost, has_best_job;
	double best_job; /* metric; NaN: none is known */
};
enum cml_result cml_proposals_tabulate(const struct cml_proposals *proposals,
				       const struct cml_model *model, const double *fixed,
				       struct cml_outside_tally *tally,
				       struct cml_proposal_lines *lines, struct cml_error *err);

/* Rows without scores in parts, each without its end: the names, and a configuration. */
void cml_settings_write_header(const struct cml_space *space, struct cml_table_writer *writer);
void cml_settings_write(const struct cml_space *space, const double *values, uint64_t key,
			struct cml_table_writer *writer);

/* All configurations of a space as a table, without a model. */

struct cml_listing {
	const struct cml_space *space;
	const double *fixed;               /* by slot, as of cml_fixes_take */
	const struct cml_key_set *exclude; /* keys to leave out; NULL: none */
	uint64_t shard;                    /* 1..n_shards; see cml_enumerator_shard */
	uint64_t n_shards;
	size_t n;       /* stop after so many; 0: all */
	bool continues; /* the header was written */

	size_t n_written; /* filled in */
};

/* Writes the table of cml_proposals_write, without scores, in the order of
 * cml_enumerator, in constant memory. The shards one after the other are the
 * whole. Errors of the enumerator; CML_NOTHING when there is nothing to write. */
enum cml_result cml_listing_write(struct cml_listing *listing, struct cml_table_writer *writer,
				  struct cml_error *err);

#endif
