/* The leaves of a growing tree that may be split, and which of them comes next. */
#ifndef CML_LEARN_GROWTH_GROWING_NODES_H
#define CML_LEARN_GROWTH_GROWING_NODES_H

#include "base/error.h"
#include "learn/growth/node_split.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_growing_node {
	uint32_t node;
	uint32_t level;
	size_t first; /* of its rows */
	size_t n;
	struct cml_node_sums sums;
	uint32_t histogram; /* number, or CML_NO_HISTOGRAM */
	struct cml_node_split split;
	uint64_t order; /* when it was pushed; set then */
};

/* A heap. Zeroed is empty. */
struct cml_growing_nodes {
	bool by_gain; /* the largest gain first, then the lowest node; else the last one pushed:
		       * with the smaller child on top, few histograms wait at a time */
	struct cml_growing_node *items;
	size_t n;
	size_t capacity;
	uint64_t n_pushed;
};
void cml_growing_nodes_release(struct cml_growing_nodes *nodes);

/* Forgets all nodes, and keeps the memory. */
void cml_growing_nodes_clear(struct cml_growing_nodes *nodes, bool by_gain);
enum cml_result cml_growing_nodes_push(struct cml_growing_nodes *nodes,
				       const struct cml_growing_node *pushed,
				       struct cml_error *err);
/* There is one. */
struct cml_growing_node cml_growing_nodes_pop(struct cml_growing_nodes *nodes);

#endif
