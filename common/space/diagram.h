/* All configurations that tables of constraints allow, as a decision diagram:
 * a layered graph in which each path from the root is one configuration, and
 * nodes from which the same paths lead are met once, not once for each way to
 * get there. From it follow exact counts, uniform draws without rejection, the
 * configuration of a rank, and an enumeration that meets no dead end.
 *
 * Level k assigns variable order[k]. A node of level k is known by the states of
 * those variables before k that share a constraint with one from k on.
 * Source: H. R. Andersen, T. Hadzic, J. N. Hooker, P. Tiedemann, "A constraint
 * store based on multivalued decision diagrams", CP 2007; counting and drawing
 * as in D. E. Knuth, TAOCP 4A, 7.1.4, algorithms C and its exercises. */
#ifndef CML_SPACE_DIAGRAM_H
#define CML_SPACE_DIAGRAM_H

#include "base/error.h"
#include "space/constraints.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CML_NO_NODE UINT32_MAX

/* Whole numbers past 64 bits: what spaces count. */
typedef unsigned __int128 cml_count;
#define CML_COUNT_MAX (~(cml_count)0)

struct cml_diagram_level {
	size_t variable;
	size_t n_states;
	size_t n_nodes;
	uint32_t *children; /* node x state: node of the next level, or CML_NO_NODE */
	double *weight;     /* of nodes: configurations from here on; lumped states count
			     * once for each value, and once when continuous */
	cml_count *count;   /* the same, exactly; CML_COUNT_MAX: at least that many */
};

struct cml_diagram {
	const struct cml_constraints *constraints;
	struct cml_diagram_level *levels; /* n_levels, and one more with the end node */
	size_t n_levels;
	bool *is_used; /* by constraint: the diagram obeys it; the others must be checked */
	bool is_exact; /* all that is not trivial is used */
};

/* order: each variable once, NULL for one that keeps diagrams small (linked
 * variables together). use: by constraint, NULL for all. Constraints without a
 * table are left out; when the diagram would have more than max_children
 * entries, the widest are, one after the other. Nothing feasible leaves a root
 * of weight 0. */
enum cml_status cml_diagram_init(struct cml_diagram *diagram,
				 const struct cml_constraints *constraints, const size_t *order,
				 const bool *use, size_t max_children, struct cml_error *err);
void cml_diagram_release(struct cml_diagram *diagram);

/* How many values a state stands for; 1 for a continuous variable. */
size_t cml_diagram_multiplicity(const struct cml_variable *variable, size_t state);

/* Decimal digits, terminated; returns text. */
#define CML_COUNT_SIZE 48
const char *cml_count_print(cml_count count, char text[CML_COUNT_SIZE]);

#endif
