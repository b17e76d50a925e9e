/* All configurations of a space: as a table (proposal_writer.h), or as a searcher. */
#include "base/memory.h"
#include "search/proposal_writer.h"
#include "search/search.h"
#include "space/config.h"
#include "space/feasible/enumerate.h"

#include <inttypes.h>
#include <string.h>

/* What would take years to list, or to predict, is refused. */
static enum cml_result check_size(const struct cml_enumerator *enumerator, uint64_t n_shards,
				  struct cml_error *err)
{
	bool is_exact;
	cml_count count = cml_enumerator_bound(enumerator, &is_exact) / n_shards;
	if (!is_exact || count <= CML_MAX_ENDING)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_USAGE,
	    "%.3g configurations%s are too many to list or to predict: --fix NAME=VALUE "
	    "keeps to some, --shard I/N takes a part, and without a model -n N lists "
	    "the first; --method random draws from all",
	    (double)count, n_shards > 1 ? " in this shard" : "");
}

static enum cml_result write_all(struct cml_listing *listing, struct cml_enumerator *enumerator,
				 struct cml_table_writer *writer, struct cml_error *err)
{
	listing->n_written = 0;
	if (!listing->continues) {
		cml_settings_write_header(listing->space, writer);
		if (cml_write_end_row(writer, err) != CML_OK)
			return err->status;
	}
	while ((listing->n == 0 || listing->n_written < listing->n) &&
	       cml_enumerator_next(enumerator)) {
		uint64_t key = cml_config_key(listing->space, enumerator->values);
		if (listing->exclude && cml_key_set_has(listing->exclude, key))
			continue;
		cml_settings_write(listing->space, enumerator->values, key, writer);
		if (cml_write_end_row(writer, err) != CML_OK)
			return err->status;
		listing->n_written++;
	}
	return CML_OK;
}

enum cml_result cml_listing_write(struct cml_listing *listing, struct cml_table_writer *writer,
				  struct cml_error *err)
{
	AUTO(cml_enumerator) enumerator = {0};
	if (cml_enumerator_init(&enumerator, listing->space, listing->fixed, err) != CML_OK ||
	    (listing->n == 0 && check_size(&enumerator, listing->n_shards, err) != CML_OK) ||
	    cml_enumerator_shard(&enumerator, listing->shard, listing->n_shards, err) != CML_OK ||
	    write_all(listing, &enumerator, writer, err) != CML_OK)
		return err->status;
	if (listing->n_written > 0)
		return CML_OK;
	return listing->n_shards == 1
		   ? cml_fail(err, CML_NOTHING,
			      "the space has no feasible configuration that is not excluded")
		   : cml_fail(err, CML_NOTHING,
			      "shard %" PRIu64 "/%" PRIu64 " of the space has no feasible "
			      "configuration that is not excluded",
			      listing->shard, listing->n_shards);
}

static void release(void *state)
{
	cml_enumerator_release(state);
}

static enum cml_result start(void *state, const struct cml_searcher_start *from,
			     struct cml_error *err)
{
	struct cml_enumerator *made = state;
	const struct cml_search *search = from->search;
	uint64_t n_shards = search->n_shards > 0 ? search->n_shards : 1;
	uint64_t shard = search->n_shards > 0 ? search->shard : 1;
	if (cml_enumerator_init(made, from->sampler->space, from->sampler->constraints.fixed,
				err) != CML_OK ||
	    check_size(made, n_shards, err) != CML_OK)
		return err->status;
	return cml_enumerator_shard(made, shard, n_shards, err);
}

/* At most: rules may refuse some. */
static size_t budget(const void *state)
{
	bool is_exact;
	cml_count count = cml_enumerator_bound(state, &is_exact);
	return count < SIZE_MAX ? (size_t)count : SIZE_MAX;
}

static enum cml_result ask(void *state, double *values, struct cml_error *err)
{
	struct cml_enumerator *enumerator = state;
	if (!cml_enumerator_next(enumerator))
		return cml_fail(err, CML_NOTHING, "the space has no feasible configuration");
	memcpy(values, enumerator->values,
	       enumerator->constraints.space->n_columns * sizeof *values);
	return CML_OK;
}

const struct cml_searcher_kind cml_exhaustive = {
    .name = "exhaustive",
    .doc = "all configurations of the space",
    .state_size = sizeof(struct cml_enumerator),
    .start = start,
    .ask = ask,
    .budget = budget,
    .release = release,
    .lists_all = true,
};
