#include "search/exact/listing.h"

#include "search/proposal_writer.h"
#include "search/search.h"
#include "space/config.h"
#include "space/feasible/enumerate.h"

#include <inttypes.h>

/* A million in a second. */
#define LISTED_PER_YEAR (1e6 * 365.25 * 86400)

/* What would take years is refused. */
static enum cml_result check_size(const struct cml_listing *listing,
				  const struct cml_enumerator *enumerator, struct cml_error *err)
{
	bool is_exact;
	cml_count count = cml_enumerator_bound(enumerator, &is_exact) / listing->n_shards;
	if (!is_exact || listing->n > 0 || count <= CML_MAX_ENDING)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_USAGE,
	    "%.3g configurations%s take about %.2g years to list: -n N lists the first, "
	    "--fix NAME=VALUE keeps to some, --shard I/N lists a part; --method random "
	    "draws from all",
	    (double)count, listing->n_shards > 1 ? " in this shard" : "",
	    (double)count / LISTED_PER_YEAR);
}

static enum cml_result write_all(struct cml_listing *listing, struct cml_enumerator *enumerator,
				 struct cml_table_writer *writer, struct cml_error *err)
{
	listing->n_written = 0;
	if (cml_proposals_write_header(listing->space, NULL, NULL, writer, err) != CML_OK)
		return err->status;
	while ((listing->n == 0 || listing->n_written < listing->n) &&
	       cml_enumerator_next(enumerator)) {
		struct cml_proposal proposal = {
		    .values = enumerator->values,
		    .key = cml_config_key(listing->space, enumerator->values)};
		if (listing->exclude && cml_key_set_has(listing->exclude, proposal.key))
			continue;
		if (cml_proposal_write(&proposal, listing->space, writer, err) != CML_OK)
			return err->status;
		listing->n_written++;
	}
	return CML_OK;
}

enum cml_result cml_listing_write(struct cml_listing *listing, struct cml_table_writer *writer,
				  struct cml_error *err)
{
	struct cml_enumerator enumerator;
	enum cml_result status =
	    cml_enumerator_init(&enumerator, listing->space, listing->fixed, err);
	if (status != CML_OK)
		return status;
	if ((status = check_size(listing, &enumerator, err)) != CML_OK ||
	    (status = cml_enumerator_shard(&enumerator, listing->shard, listing->n_shards, err)) !=
		CML_OK ||
	    (status = write_all(listing, &enumerator, writer, err)) != CML_OK)
		goto out;
	if (listing->n_written == 0)
		status =
		    listing->n_shards == 1
			? cml_fail(err, CML_NOTHING,
				   "the space has no feasible configuration that is not "
				   "excluded")
			: cml_fail(err, CML_NOTHING,
				   "shard %" PRIu64 "/%" PRIu64 " of the space has no feasible "
				   "configuration that is not excluded",
				   listing->shard, listing->n_shards);
out:
	cml_enumerator_release(&enumerator);
	return status;
}
