#include "search/listing.h"

#include "search/proposal_writer.h"
#include "space/config.h"
#include "space/feasible/enumerate.h"

#include <inttypes.h>

static enum cml_result write_all(const struct cml_listing *listing,
				 struct cml_enumerator *enumerator, size_t *n_written,
				 struct cml_table_writer *writer, struct cml_error *err)
{
	enum cml_result status = cml_proposals_write_header(listing->space, false, writer, err);
	*n_written = 0;
	while (status == CML_OK && (listing->n == 0 || *n_written < listing->n) &&
	       cml_enumerator_next(enumerator) != CML_NO_POSITION) {
		struct cml_proposal proposal = {
		    .values = enumerator->values,
		    .key = cml_config_key(listing->space, enumerator->values)};
		if (listing->exclude && cml_key_set_has(listing->exclude, proposal.key))
			continue;
		status = cml_proposal_write(&proposal, listing->space, 0, writer, err);
		++*n_written;
	}
	return status;
}

enum cml_result cml_listing_write(const struct cml_listing *listing,
				  struct cml_table_writer *writer, struct cml_error *err)
{
	struct cml_enumerator enumerator;
	size_t n_written;
	enum cml_result status =
	    cml_enumerator_init(&enumerator, listing->space, listing->fixed, NULL, err);
	if (status != CML_OK)
		return status;
	status = cml_enumerator_shard(&enumerator, listing->shard, listing->n_shards, err);
	if (status == CML_OK)
		status = write_all(listing, &enumerator, &n_written, writer, err);
	cml_enumerator_release(&enumerator);
	if (status == CML_OK && n_written == 0)
		return listing->n_shards == 1
			   ? cml_fail(err, CML_NOTHING,
				      "the space has no feasible configuration that is not "
				      "excluded")
			   : cml_fail(err, CML_NOTHING,
				      "shard %" PRIu64 "/%" PRIu64 " of the space has no feasible "
				      "configuration that is not excluded",
				      listing->shard, listing->n_shards);
	return status;
}
