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

Test(constraints, tables_say_what_is_allowed)
{
	set_up(text, 100);
	/* a = 3, b = 2: e = 6; absent or without m, e is missing, and the rule passes. */
	const struct cml_constraint *rule = constraint_of("r");
	cr_assert_eq(rule->n_refused, 1);
	cr_assert_eq(rule->table[2 * 3 + 0], CML_VERDICT_REFUSED);
	const struct cml_constraint *when = constraint_of("b");
	static const uint8_t expected[] = {0, 0, 1, 1, 1, 0, 1, 1, 0};
	cr_assert_eq(memcmp(when->table, expected, sizeof expected), 0);
	const struct cml_constraint *undefined = constraint_of("d");
	cr_assert_eq(undefined->n_undefined, 1);
	cr_assert_eq(undefined->table[1], CML_VERDICT_UNDEFINED);
	cr_assert(constraint_of("t")->is_trivial);
	cr_assert_eq(constraint_of("u")->n_scope, 0);
	cr_assert_eq(constraint_of("u")->table[0], CML_VERDICT_REFUSED);
}

Test(constraints, checking_settles_and_names_the_first_refusal)
{
	enum cml_verdict verdict;
	set_up(text, 100);
	double values[16] = {8, 3, 2, 4};
	size_t c = cml_constraints_check(&constraints, values, &verdict);
	cr_assert_eq(constraints.items[c].slot, 6);
	cr_assert_eq(verdict, CML_VERDICT_REFUSED);
	cr_assert(values[4] == 6 && values[5] == 6);
	double others[16] = {8, 2, 5, 4};
	c = cml_constraints_check(&constraints, others, &verdict);
	cr_assert_eq(constraints.items[c].slot, 4);
	cr_assert_eq(verdict, CML_VERDICT_UNDEFINED);
	cr_assert(isnan(others[3]), "m is inactive");
}

Test(constraints, wide_and_continuous_params_are_lumped)
{
	set_up("name,role,type,domain,when\n"
	       "a,param,int,1:1000,\n"
	       "x,param,float,2:6,a > 5\n"
	       "k,param,bool,,\n"
	       "y,param,float,0:1,k\n"
	       "r,rule,,a > 2,\n",
	       100);
	const struct cml_variable *wide = &constraints.variables[0];
	cr_assert(wide->is_lumped && wide->n_states == 1 && wide->n_values == 1000);
	cr_assert(constraints.variables[1].is_lumped && constraints.variables[1].n_states == 2);
	cr_assert_null(constraint_of("r")->table);
	cr_assert_null(constraint_of("x")->table, "its condition looks at a lumped value");
	const struct cml_constraint *when = constraint_of("y");
	static const uint8_t expected[] = {0, 1, 1, 0};
	cr_assert_eq(memcmp(when->table, expected, sizeof expected), 0);
	cr_assert_eq(cml_variable_value(&constraints, wide, 0), 1);
	cr_assert_eq(cml_variable_value(&constraints, wide, 1 - 0x1p-53), 1000);
	cr_assert_eq(cml_variable_value(&constraints, &constraints.variables[1], 0.25), 3);
}

Test(constraints, too_many_combinations_have_no_table)
{
	set_up("name,role,type,domain\na,param,int,1:1000\nb,param,int,1:1000\n"
	       "r,rule,,a < b\ns,rule,,a < 5\n",
	       1000);
	cr_assert_null(constraint_of("r")->table);
	cr_assert_eq(constraint_of("s")->n_combinations, 1000);
	double values[16] = {7, 7};
	cr_assert_eq(cml_constraint_judge(&constraints, constraint_of("r"), values),
		     CML_VERDICT_REFUSED);
}
