/* All configurations that tables of constraints allow, as a decision diagram:
 * a layered graph in which each path from the root is one configuration, and
 * nodes from which the same paths lead are met once, not once for each way to
 * get there. From it follow exact counts, uniform draws without rejection, the
 * configuration of a rank, and an enumeration that meets no dead end.
 *
 * Each level assigns a variable. A node of level k is known by the states of
 * those variables before k that share a constraint with one from k on.
 * Source: H. R. Andersen, T. Hadzic, J. N. Hooker, P. Tiedemann, "A constraint
 * store based on multivalued decision diagrams", CP 2007; counting and drawing
 * as in D. E. Knuth, TAOCP 4A, 7.1.4, algorithms C and its exercises. */
#ifndef CML_SPACE_FEASIBLE_DIAGRAM_H
#define CML_SPACE_FEASIBLE_DIAGRAM_H

#include "base/error.h"
#include "space/feasible/constraints.h"

#define CML_NO_NODE UINT32_MAX

/* Whole numbers past 64 bits: what spaces count. */
typedef unsigned __int128 cml_count;
#define CML_COUNT_MAX (~(cml_count)0)

struct cml_diagram_level {
	size_t variable;
	size_t n_states;
	size_t n_nodes;
	uint32_t *children; /* node x state: node of the next level, or CML_NO_NODE */
	cml_count *count;   /* of nodes: configurations from here on; a lumped state counts
			     * once for each value, and once when continuous;
			     * CML_COUNT_MAX: at least that many */
	double *weight;     /* the same, divided by the units of this level and all below */
	double unit;
};

struct cml_diagram {
	const struct cml_constraints *constraints;
	struct cml_diagram_level *levels; /* n_levels, and one more with the end node */
	size_t n_levels;
	bool *is_wanted; /* by constraint: to be obeyed */
	bool *is_used;   /* and obeyed */
	bool is_exact;   /* all that are wanted are obeyed */
};

/* in_file_order: of the variables; else one that keeps diagrams small. use: by
 * constraint, NULL for all. Constraints without a table are left out; when the
 * diagram would have more than max_children entries, those are that span most
 * levels where it grows too large. Nothing feasible leaves a root of count 0. */
enum cml_result cml_diagram_init(struct cml_diagram *diagram,
				 const struct cml_constraints *constraints, bool in_file_order,
				 const bool *use, size_t max_children, struct cml_error *err);
void cml_diagram_release(struct cml_diagram *diagram);

/* Fills order (n_variables) so that a diagram stays small: variables that are linked by a
 * constraint with a table that excludes something are adjacent, and among them the next one is that
 * which brings most constraints closest to being decided. */
enum cml_result cml_diagram_order(const struct cml_constraints *constraints, size_t *order,
				  struct cml_error *err);

/* Whether a wanted constraint is left for the user of the diagram to check. */
static inline bool cml_diagram_leaves(const struct cml_diagram *diagram, size_t constraint)
{
	return diagram->is_wanted[constraint] && !diagram->is_used[constraint];
}

/* How many values a state represents; 1 for a continuous variable. */
size_t cml_diagram_multiplicity(const struct cml_variable *variable, size_t state);

/* The configuration at a point of the unit cube, one coordinate in [0, 1) for
 * each level: where its fraction of the completions ends up, so that uniform points
 * give uniform configurations, and evenly spread points evenly spread ones. Sets
 * values (n_columns) complete but for constraints that the diagram leaves. The
 * root's count may not be 0.
 * Source: M. Rosenblatt, "Remarks on a multivariate transformation", Annals of
 * Mathematical Statistics 1952. */
void cml_diagram_place(const struct cml_diagram *diagram, const double *point, double *values);

/* Sets the column of level k to a state; fraction in [0, 1) chooses which value of a
 * lumped one. values starts as a copy of constraints->fixed; what follows from the levels is to be
 * settled behind the last (cml_constraints_settle_all). */
void cml_diagram_set(const struct cml_diagram *diagram, size_t k, size_t state, double fraction,
		     double *values);

/* The first wanted constraint that the diagram leaves and values (as of
 * cml_diagram_place) do not pass, or SIZE_MAX. */
size_t cml_diagram_check_rest(const struct cml_diagram *diagram, const double *values);

/* The part of a diagram in which levels keep to some of their states. allowed: a
 * byte for each state, level after level. restricted is zeroed, or what an earlier
 * call with the same diagram left, whose memory is used again; it is to be drawn from alone, and
 * which constraints are left to check the diagram says. */
enum cml_result cml_diagram_restrict(struct cml_diagram *restricted,
				     const struct cml_diagram *diagram, const uint8_t *allowed,
				     struct cml_error *err);

/* Decimal digits, terminated; returns text. */
#define CML_COUNT_SIZE 48
const char *cml_count_print(cml_count count, char text[CML_COUNT_SIZE]);

#endif
