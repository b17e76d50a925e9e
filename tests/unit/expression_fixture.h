/* The columns that the tests of expressions use, and a row of values. */
#ifndef EXPRESSION_FIXTURE_H
#define EXPRESSION_FIXTURE_H

#include "space/expression.h"

#include <criterion/criterion.h>
#include <math.h>

struct fixture_column {
	const char *name;
	enum cml_type type;
	const char *domain;
};

/* Slots are shifted by one, so that slot 0 is nobody's. */
static const struct fixture_column fixture_columns[] = {
    {"tp", CML_TYPE_INT, ""},
    {"pp", CML_TYPE_INT, "1|2|4"},
    {"gpus", CML_TYPE_INT, "8:16384:*2"},
    {"heads", CML_TYPE_INT, ""},
    {"lr", CML_TYPE_FLOAT, ""},
    {"x", CML_TYPE_FLOAT, ""},
    {"flag", CML_TYPE_BOOL, ""},
    {"other", CML_TYPE_BOOL, ""},
    {"gpu", CML_TYPE_CATEGORICAL, "a100|h100|b200"},
    {"host", CML_TYPE_CATEGORICAL, ""},
    {"prec", CML_TYPE_ORDINAL, "fp8|bf16|fp32"},
    {"micro batch", CML_TYPE_INT, ""},
    {"min", CML_TYPE_INT, ""},
    {"fsdp.layer_1", CML_TYPE_INT, ""},
    {"in", CML_TYPE_INT, ""},
    {"code", CML_TYPE_NONE, ""},
};
enum {
	TP = 1,
	PP,
	GPUS,
	HEADS,
	LR,
	X,
	FLAG,
	OTHER,
	GPU,
	HOST,
	PREC,
	MICRO_BATCH,
	MIN,
	FSDP_LAYER_1,
	IN,
	CODE,
	N_SLOTS
};

struct fixture {
	struct cml_symbols symbols;
	struct cml_domain domains[N_SLOTS];
	struct cml_scope scope;
	double values[N_SLOTS];
};

static inline const char *fixture_find(const void *context, struct cml_slice name,
				       struct cml_scope_column *column)
{
	const struct fixture *fixture = context;

	for (size_t i = 1; i < N_SLOTS; i++) {
		if (!cml_slice_is(name, fixture_columns[i - 1].name))
			continue;
		*column =
		    (struct cml_scope_column){i, fixture_columns[i - 1].type, &fixture->domains[i]};
		return NULL;
	}
	return "no column has this name";
}

static inline double fixture_symbol(struct fixture *fixture, const char *text)
{
	return (double)cml_symbols_intern(&fixture->symbols, cml_slice_of(text));
}

static inline void fixture_init(struct fixture *fixture)
{
	struct cml_error err;

	*fixture = (struct fixture){0};
	for (size_t i = 1; i < N_SLOTS; i++)
		cr_assert_eq(cml_domain_parse(&fixture->domains[i],
					      cml_slice_of(fixture_columns[i - 1].domain),
					      fixture_columns[i - 1].type, &fixture->symbols, &err),
			     CML_OK);
	fixture->scope = (struct cml_scope){fixture, fixture_find, &fixture->symbols};
	fixture->values[TP] = 8;
	fixture->values[PP] = 4;
	fixture->values[GPUS] = 1024;
	fixture->values[HEADS] = 52;
	fixture->values[LR] = 2.385e-4;
	fixture->values[X] = -7.25;
	fixture->values[FLAG] = 1;
	fixture->values[OTHER] = 0;
	fixture->values[GPU] = fixture_symbol(fixture, "h100");
	fixture->values[HOST] = fixture_symbol(fixture, "node-7");
	fixture->values[PREC] = fixture_symbol(fixture, "bf16");
	fixture->values[MICRO_BATCH] = 3;
	fixture->values[MIN] = 5;
	fixture->values[FSDP_LAYER_1] = 11;
	fixture->values[IN] = 2;
	fixture->values[CODE] = fixture_symbol(fixture, "ok");
}

static inline void fixture_release(struct fixture *fixture)
{
	for (size_t i = 0; i < N_SLOTS; i++)
		cml_domain_release(&fixture->domains[i]);
	cml_symbols_release(&fixture->symbols);
}

static inline struct cml_expression *compiled(struct fixture *fixture, const char *text,
					      enum cml_value_type want)
{
	struct cml_expression *expression = NULL;
	struct cml_error err = {0};

	cr_assert_eq(
	    cml_expression_compile(&expression, cml_slice_of(text), &fixture->scope, want, &err),
	    CML_OK, "%s: %s", text, err.message);
	return expression;
}

static inline enum cml_outcome evaluated(struct fixture *fixture, const char *text,
					 enum cml_value_type want, double *result)
{
	struct cml_expression *expression = compiled(fixture, text, want);
	enum cml_outcome outcome = cml_expression_evaluate(expression, fixture->values, result);

	cml_expression_free(expression);
	return outcome;
}

#endif
