/* Every feasible configuration of a space, one after the other, in constant
 * memory.
 *
 * An odometer over the drawn params. The order is lexicographic: the first param of
 * the space file changes slowest, the last one fastest; each runs through its values
 * in the order of its domain, then, when it has a condition, it is absent (one
 * configuration, not one for each value). Every configuration comes once.
 *
 * Rules and conditions are evaluated as soon as the last param they look at is set,
 * and what cannot be completed is not entered: sub-trees without a feasible
 * configuration are skipped whole as far as a diagram holds (see diagram.h).
 * Derived columns are worked out again only when an input changed. */
#ifndef CML_SPACE_FEASIBLE_ENUMERATE_H
#define CML_SPACE_FEASIBLE_ENUMERATE_H

#include "base/error.h"
#include "space/feasible/diagram.h"
#include "space/space.h"

/* Params with more values than this are not enumerated. */
#define CML_MAX_ENUMERATED ((size_t)1 << 20)

/* Zeroed is empty; it must not move. */
struct cml_enumerator {
	/* The current configuration, by slot: complete, as of cml_config_complete. Read only. */
	double *values;
	struct cml_constraints constraints;
	struct cml_diagram diagram;
	/* By position, when it is set: that of a variable is its number. */
	size_t *states;  /* index in the domain; n_values: absent */
	uint32_t *nodes; /* of the diagram before it is set */
	/* Of the diagram's configurations: those before the shard that are still ahead, and those
	 * of the shard; CML_COUNT_MAX: all there are. */
	cml_count n_skipped, n_left;
	bool is_started;
	struct cml_arena arena;
};

/* fixed: as of cml_fixes_take. The space must outlive it. CML_BAD_USAGE: a continuous param,
 * or one of too many values; CML_BAD_DATA: an open-ended or unknown
 * domain. A space without drawn params has at most one configuration. */
enum cml_result cml_enumerator_init(struct cml_enumerator *enumerator,
				    const struct cml_space *space, const double *fixed,
				    struct cml_error *err);
void cml_enumerator_release(struct cml_enumerator *enumerator);

/* Goes to the next configuration. False at the end, where values are those of no
 * configuration. Allocates nothing. */
bool cml_enumerator_next(struct cml_enumerator *enumerator);

/* How many configurations there are before what may still be rejected by
 * constraints the diagram does not hold (then *is_exact is false). */
cml_count cml_enumerator_bound(const struct cml_enumerator *enumerator, bool *is_exact);

/* Keeps to part `shard` (1..n_shards) of the configurations, and starts there:
 * consecutive ones. The shards hold every configuration exactly once and differ
 * by at most one in size (in cml_enumerator_bound, when that is not exact). May
 * be called again, to start another shard. CML_BAD_USAGE: a space of 2^128
 * configurations or more. */
enum cml_result cml_enumerator_shard(struct cml_enumerator *enumerator, uint64_t shard,
				     uint64_t n_shards, struct cml_error *err);

/* Reads `i/n`, 1 <= i <= n. CML_BAD_USAGE with what was read. */
enum cml_result cml_shard_parse(struct cml_slice text, uint64_t *shard, uint64_t *n_shards,
				struct cml_error *err);

#endif
