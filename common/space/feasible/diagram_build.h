/* What a diagram is built with: the order of its levels (diagram.h), and which nodes a level has.
 *
 * The running totals by which a diagram obeys constraints that are sums: what the levels above a
 * node add up to, as far as it still matters.
 *
 * At a level a total is one digit of the key of a node. Totals from which the sum is obeyed
 * whatever comes are one digit (0), those from which only a missing value helps another (1).
 * Levels are gone through in order: unpack and child any number of times, then next. */
#ifndef CML_SPACE_FEASIBLE_DIAGRAM_BUILD_H
#define CML_SPACE_FEASIBLE_DIAGRAM_BUILD_H

#include "base/error.h"
#include "base/key.h"
#include "base/memory.h"
#include "space/feasible/constraints.h"

struct cml_running_layout {
	int64_t base;   /* the total of digit 2 */
	uint64_t radix; /* digits there are; 1: nothing is distinguished */
	uint64_t place; /* in keys */
};

struct cml_running_term {
	size_t level;
	const struct cml_sum_term *term;
};

struct cml_running_sum {
	const struct cml_sum *sum;
	struct cml_running_term *terms;      /* by level */
	size_t next;                         /* the first one not added yet */
	int64_t reach;                       /* what those added come to at most */
	int64_t rest;                        /* and the others */
	size_t n_may_miss;                   /* of the others */
	const struct cml_sum_term *term;     /* that of this level, or NULL */
	struct cml_running_layout now, then; /* at this level, and below it */
	uint64_t digit;                      /* of the node at hand */
};

struct cml_running_sums {
	struct cml_running_sum *items;
	size_t n;
	struct cml_arena arena;
};

/* Those of the constraints marked used that have sums. level_of: by variable. */
enum cml_result cml_running_sums_init(struct cml_running_sums *sums,
				      const struct cml_constraints *constraints, const bool *used,
				      const size_t *level_of, struct cml_error *err);
void cml_running_sums_release(struct cml_running_sums *sums);

/* Lays out the keys of the level below `level`, from *place on, which is moved past them.
 * False: they do not fit. */
bool cml_running_sums_lay_out(struct cml_running_sums *sums, size_t level, uint64_t *place);

/* The digits of a node of this level; key is what is left of its key. */
void cml_running_sums_unpack(struct cml_running_sums *sums, uint64_t key);

/* Adds to *key the digits of the child at a state; false: a sum refuses it. */
bool cml_running_sums_child(const struct cml_running_sums *sums, size_t state, uint64_t *key);

void cml_running_sums_next(struct cml_running_sums *sums);

/* Numbers for keys in order of their first appearance, by which the nodes of one level are
 * distinguished. Zeroed is empty. */
struct cml_node_map {
	uint64_t *keys; /* by number */
	size_t n;
	size_t capacity;
	struct cml_key_set numbers; /* beside each key */
};

void cml_node_map_release(struct cml_node_map *map);
void cml_node_map_clear(struct cml_node_map *map);

/* The number of a key, a new one where it is new. False when memory is out or the numbers are. */
bool cml_node_map_number(struct cml_node_map *map, uint64_t key, uint32_t *number);

/* Fills order (n_variables) so that a diagram stays small: variables that are linked by a
 * constraint with a table that excludes something are adjacent, and among them the next one is that
 * which brings most constraints closest to being decided. */
enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err);

#endif
