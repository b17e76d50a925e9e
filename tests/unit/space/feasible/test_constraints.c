#include "space/feasible/constraints.h"

#include "test.h"

static struct cml_space *space;
static struct cml_constraints constraints;
static double fixed[16];

static void set_up(const char *text, size_t max_states)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	for (size_t i = 0; i < 16; i++)
		fixed[i] = NAN;
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == CML_ROLE_CONTEXT)
			fixed[i] = space->columns[i].default_value;
	assert_ok(cml_constraints_init(&constraints, space, fixed, max_states, &err));
}

static void release(void)
{
	cml_constraints_release(&constraints);
	cml_space_free(space);
}

TestSuite(constraints, .fini = release);

static const struct cml_constraint *constraint_of(const char *name)
{
	size_t slot = cml_space_find(space, cml_slice_of(name));
	for (size_t c = 0; c < constraints.n; c++)
		if (constraints.items[c].slot == slot)
			return &constraints.items[c];
	cr_assert(false, "%s", name);
	return NULL;
}

static const char text[] = "name,role,type,domain,default,when\n"
			   "n,context,int,,8,\n"
			   "a,param,int,1:3,,\n"
			   "b,param,int,2|5,,a > 1\n"
			   "m,context,int,,4,a == 3\n"
			   "d,derived,,6 / (a - 2),,\n"
			   "e,derived,,b + m,,a > 0\n"
			   "r,rule,,e != 6,,\n"
			   "t,rule,,a < 100,,\n"
			   "u,rule,,n == 9,,\n";

Test(constraints, scopes_go_through_derived_columns_and_conditions)
{
	set_up(text, 100);
	cr_assert_eq(constraints.n_variables, 2);
	cr_assert_eq(constraints.variables[0].n_states, 3);
	cr_assert_eq(constraints.variables[1].n_states, 3, "two values and absence");
	cr_assert(isnan(constraints.variables[1].values[2]));
	const struct cml_constraint *rule = constraint_of("r");
	cr_assert_eq(rule->n_scope, 2);
	cr_assert(rule->scope[0] == 0 && rule->scope[1] == 1);
	cr_assert_eq(rule->n_inputs, 2, "m and e");
	cr_assert_eq(rule->n_combinations, 9);
	cr_assert_eq(constraints.n_settled, 3, "m, d and e");
}
