/* The formulas of the tables of laws: each is an expression, whatever a log has. */
#include "infer/law/law_state.h"
#include "test.h"

#include <math.h>

static struct cml_infer_scope scope;
static struct cml_infer_law law = {.scope = &scope};

/* All quantities are known by one of two columns, of numbers or of names. */
static void know_all(struct cml_infer_column columns[2])
{
	for (enum cml_quantity key = 0; key < CML_N_LAW_QUANTITIES; key++) {
		bool is_truth = key == CML_QUANTITY_OVER_8 || key == CML_QUANTITY_OVER_4 ||
				(key >= CML_QUANTITY_ONE_WAY && key <= CML_QUANTITY_ONE_LOAD);
		bool are_names = key == CML_QUANTITY_MODELS || key == CML_QUANTITY_SIZED ||
				 key == CML_QUANTITY_MIXED || key == CML_QUANTITY_SHAPED ||
				 key == CML_QUANTITY_DEVICE;
		cml_infer_law_know(&law, key,
				   are_names  ? "t"
				   : is_truth ? "n > 3"
					      : "n",
				   &columns[are_names]);
	}
}

static void compile(const struct cml_infer_term *term, enum cml_value_type type)
{
	const char *filled = cml_infer_law_fill(&law, term->formula);
	cr_assert_not_null(filled, "%s", term->formula);
	struct cml_expression *compiled = cml_infer_compile(&scope, filled, type);
	cr_assert_not_null(compiled, "%s", filled);
	cml_expression_free(compiled);
}

Test(law_formula, all_of_all_tables_compile)
{
	static const struct cml_infer_term *const terms[] = {cml_time_terms, cml_memory_terms,
							     cml_serving_memory_terms};
	double sample[] = {2, 2};
	struct cml_infer_column columns[] = {{.name = "n", .is_number = true, .sample = &sample[0]},
					     {.name = "t", .sample = &sample[1]}};
	struct cml_inference infer = {.rows = {.columns = columns, .n_columns = 2, .n_rows = 1}};
	cr_assert(cml_infer_scope_init(&scope, law.infer = &infer));
	know_all(columns);
	for (size_t i = 0; i < COUNT(terms); i++)
		for (const struct cml_infer_term *term = terms[i]; term->formula; term++)
			compile(term, CML_VALUE_NUMBER);
	for (const struct cml_infer_term *rule = cml_trainer_rules; rule->formula; rule++)
		compile(rule, CML_VALUE_TRUTH);
	for (const struct cml_infer_step_term *step = cml_step_terms; step->term.formula; step++)
		compile(&step->term, CML_VALUE_NUMBER);
	for (const struct cml_infer_derivation *row = cml_derivations; row->term.formula; row++)
		compile(&row->term, CML_VALUE_NUMBER);
	cml_infer_scope_release(&scope);
	cml_arena_release(&infer.names);
}

/* Of four jobs two are of one model, with four times the speed on four times the devices. */
Test(law_formula, slope_within_contexts)
{
	double devices[] = {1, 4, 1, 4}, models[] = {1, 1, 2, 2}, speeds[] = {10, 40, 10, 10};
	double scratch[4 * CML_INFER_SCRATCH / sizeof(double)] = {0};
	bool ok[] = {true, true, true, true};
	struct cml_infer_column columns[] = {
	    {.name = "n", .role = CML_ROLE_CONTEXT, .sample = devices, .lo = 1, .hi = 4},
	    {.name = "m", .role = CML_ROLE_CONTEXT, .sample = models},
	    {.name = "speed", .role = CML_ROLE_METRIC, .sample = speeds}};
	struct cml_inference infer = {.rows = {.columns = columns,
					       .n_columns = 3,
					       .n_rows = 4,
					       .metric = &columns[2],
					       .job_ok = ok,
					       .scratch = scratch}};
	law.infer = &infer;
	cr_expect_float_eq(cml_infer_law_slope(&law, &columns[0]), 0.5, 1e-9);
	cr_expect(isnan(cml_infer_law_slope(&law, NULL)));
}
