/* A space as a constraint network: its drawn params as variables of few states,
 * and its rules, conditions and derived columns as tables of the combinations of
 * states they allow. Enumerating, counting and sampling all use it.
 *
 * A variable is a param that is not fixed. Its states are its values in the
 * order of the domain and then, when it has a condition, absence. A variable
 * with more than max_states values, or a continuous one, is lumped: one state
 * stands for all of its values.
 *
 * A constraint comes from one row of the space: a rule must hold (or be
 * missing), a condition of a param says whether it is absent, a derived column
 * and a condition must be defined. Its scope is the variables it looks at,
 * through derived columns and conditions of fixed columns too. A constraint of
 * few combinations is worked out once for all of them; one that allows them all
 * is trivial and ties nothing. One that is too wide, or looks at the value
 * of a lumped variable, is evaluated each time.
 * Source: U. Montanari, "Networks of constraints", Information Sciences 1974. */
#ifndef CML_SPACE_FEASIBLE_CONSTRAINTS_H
#define CML_SPACE_FEASIBLE_CONSTRAINTS_H

#include "base/error.h"
#include "base/memory.h"
#include "space/space.h"

#define CML_NO_VARIABLE SIZE_MAX
/* The widest table of one constraint, in combinations. */
#define CML_MAX_COMBINATIONS ((size_t)1 << 18)

struct cml_variable {
	size_t slot;
	size_t n_values; /* of the domain; 0 when continuous */
	size_t n_states; /* values, or 1 when lumped, and one for absence */
	bool is_lumped;
	bool is_conditional; /* the last state is absence */
	double *values;      /* by state; NaN for absence; NULL when lumped */
	double *weights;     /* by state, 1 on average: of evenly spaced values whose logarithms are
			      * features, so that draws are even in these; NULL: all the same */
};

enum cml_verdict { CML_VERDICT_REFUSED, CML_VERDICT_ALLOWED, CML_VERDICT_UNDEFINED };

struct cml_constraint {
	size_t slot;   /* the row of the space it comes from */
	size_t *scope; /* variables, ascending */
	size_t n_scope;
	size_t *inputs; /* slots to settle before it: derived, and fixed with a condition */
	size_t n_inputs;
	uint8_t *table; /* verdicts, the last variable of scope fastest; NULL: none */
	size_t *stride; /* by place in scope */
	size_t n_combinations;
	size_t n_refused;
	size_t n_undefined;
	bool is_trivial; /* allows everything */
};

struct cml_constraints {
	const struct cml_space *space;
	double *fixed;                  /* by slot; NaN when drawn or not a param or context */
	struct cml_variable *variables; /* in file order */
	size_t n_variables;
	struct cml_constraint *items; /* in file order */
	size_t n;
	size_t *variable_of; /* by slot, or CML_NO_VARIABLE */
	/* Columns that follow from others: derived, and fixed with a condition. In file order. */
	struct cml_settled {
		size_t slot;
		const size_t *variables; /* it depends on these, ascending */
		size_t n_variables;
	} * settled;
	size_t n_settled;
	struct cml_arena arena;
};

/* fixed: as of cml_fixes_take, copied. The space must outlive it. CML_BAD_DATA:
 * a param whose domain is open-ended or without levels. */
enum cml_result cml_constraints_init(struct cml_constraints *constraints,
				     const struct cml_space *space, const double *fixed,
				     size_t max_states, struct cml_error *err);
void cml_constraints_release(struct cml_constraints *constraints);

/* The state of a value of the variable, NaN is absence. */
size_t cml_variable_state(const struct cml_constraints *constraints,
			  const struct cml_variable *variable, double value);

/* The value of a lumped variable at a fraction in [0, 1) of its domain, of its logarithms where
 * these are features; of a range with four digits or five, as people write one. */
double cml_variable_value(const struct cml_constraints *constraints,
			  const struct cml_variable *variable, double fraction);

/* Sets values to a combination of the constraint's table: fixed columns, its
 * scope and its inputs; the rest is NaN. */
void cml_constraint_set(const struct cml_constraints *constraints,
			const struct cml_constraint *constraint, size_t combination,
			double *values);

/* The verdict on values (n_columns, params and contexts set, inputs settled). */
enum cml_verdict cml_constraint_judge(const struct cml_constraints *constraints,
				      const struct cml_constraint *constraint,
				      const double *values);

/* Settles a slot of `settled`: a derived column, or a fixed column that has a
 * condition. NaN where it is undefined or inactive. */
void cml_constraints_settle(const struct cml_constraints *constraints, size_t slot, double *values);
/* All of them. */
void cml_constraints_settle_all(const struct cml_constraints *constraints, double *values);

/* Which rules leave no configuration: conflict.c. */

/* CML_NOTHING with a sentence that names rules, and derived columns that are undefined, which
 * together leave no configuration, while any of them may be left out: a smallest set in the sense
 * that no part of it does the same. It names none where the tables of constraints are not enough to
 * show that nothing is feasible.
 * Source: J. W. Chinneck, E. W. Dravnieks, "Locating minimal infeasible
 * constraint sets in linear programs", ORSA Journal on Computing 1991 (deletion
 * filtering). */
enum cml_result cml_conflict_report(const struct cml_constraints *constraints,
				    struct cml_error *err);

#endif
