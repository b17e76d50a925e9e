/* The space file. Input: its bytes, as CSV.
 *
 * Promises: a space that is read writes itself as a text that reads as the same
 * space; the members of a domain belong to it, and their texts read back as they
 * are; whatever is refused is refused with a place. */
#include "fuzz.h"

#include "space/cell.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "space/feasible/sampler.h"
#include "space/space.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME "space.csv"
/* Values looked at from each end of a domain. */
#define N_LOOKED_AT 40
#define N_DRAWS 4
#define MAX_TRIES 100

static struct cml_space *read_space(struct cml_slice text, struct cml_error *err)
{
	struct cml_space *space = NULL;
	char *copy = fuzz_copy(text);
	enum cml_result status =
	    cml_space_from_text(&space, (struct cml_slice){copy, text.size}, NAME, err);
	free(copy);
	FUZZ_CHECK((status == CML_OK) == (space != NULL), "status %d", (int)status);
	if (status != CML_OK)
		fuzz_check_error(err, status, NAME);
	return space;
}

static void check_same_column(const struct cml_space_column *a, const struct cml_space_column *b)
{
	FUZZ_CHECK(strcmp(a->name, b->name) == 0 && a->role == b->role && a->type == b->type &&
		       a->encoding == b->encoding && a->monotone == b->monotone &&
		       a->maximize == b->maximize && a->open == b->open &&
		       a->has_default == b->has_default &&
		       (!a->has_default || a->default_value == b->default_value) &&
		       a->domain.kind == b->domain.kind &&
		       a->domain.n_values == b->domain.n_values && a->n_words == b->n_words &&
		       !a->when == !b->when && !a->expression == !b->expression,
		   "row '%s' reads back as another", a->name);
	for (size_t i = 0; i < CML_N_SPACE_FIELDS; i++)
		FUZZ_CHECK(strcmp(a->cells[i], b->cells[i]) == 0, "'%s' became '%s'", a->cells[i],
			   b->cells[i]);
}

static void check_written(const struct cml_space *space)
{
	struct cml_error err = {0};
	AUTOPTR(cml_space) again = read_space(cml_buffer_slice(&space->text), &err);
	FUZZ_CHECK(again, "its own text is refused, line %zu: %s", err.line, err.message);
	FUZZ_CHECK(cml_slice_equal(cml_buffer_slice(&space->text), cml_buffer_slice(&again->text)),
		   "its text changes when it is read again");
	FUZZ_CHECK(again->n_columns == space->n_columns && again->metric == space->metric &&
		       again->status == space->status && again->time == space->time &&
		       again->weight == space->weight,
		   "other columns after reading again");
	for (size_t i = 0; i < space->n_columns; i++)
		check_same_column(&space->columns[i], &again->columns[i]);
}

static void check_member(const struct cml_space *space, size_t column, size_t i)
{
	const struct cml_space_column *row = &space->columns[column];
	const struct cml_domain *domain = &row->domain;
	double value = cml_domain_value(domain, i), taken = value, read = NAN;
	char number[CML_NUMBER_SIZE];
	struct cml_error err = {0};
	FUZZ_CHECK(isfinite(value), "'%s': value %zu is not finite", row->name, i);
	FUZZ_CHECK(cml_domain_take(domain, row->type, &taken) && taken == value,
		   "'%s': value %zu, %a, is taken for %a", row->name, i, value, taken);
	FUZZ_CHECK(cml_domain_index(domain, value) == i, "'%s': value %zu, %a, has index %zu",
		   row->name, i, value, cml_domain_index(domain, value));
	struct cml_slice text = cml_value_text(space, column, value, number);
	FUZZ_CHECK(cml_cell_read(row, &space->symbols, text, false, &read, &err) == CML_OK &&
		       read == value,
		   "'%s': %a is written %.*s and read as %a: %s", row->name, value, (int)text.size,
		   text.data, read, err.message);
}

static void check_domain(const struct cml_space *space, size_t column)
{
	const struct cml_space_column *row = &space->columns[column];
	size_t n = row->domain.n_values;
	if (!cml_is_config_role(row->role))
		return;
	for (size_t i = 0; i < n && i < N_LOOKED_AT; i++) {
		check_member(space, column, i);
		check_member(space, column, n - 1 - i);
	}
	if (row->has_default) {
		double value = row->default_value;
		FUZZ_CHECK(cml_domain_take(&row->domain, row->type, &value) &&
			       value == row->default_value,
			   "'%s': the default is outside its domain", row->name);
	}
}

/* What is drawn obeys the rules and can be encoded, or is refused. */
static void check_draws(const struct cml_space *space, const struct cml_encoder *encoder)
{
	AUTO(cml_sampler) sampler;
	struct cml_random random;
	struct cml_error err = {0};
	enum cml_result status = cml_sampler_init(&sampler, space, NULL, 0, &err);
	if (status != CML_OK) {
		fuzz_check_error(&err, status, NULL);
		return;
	}
	AUTOFREE double *values = cml_array_new(space->n_columns, sizeof *values);
	AUTOFREE double *again = cml_array_new(space->n_columns, sizeof *again);
	AUTOFREE double *features = cml_array_new(encoder->n_features, sizeof *features);
	FUZZ_CHECK(values && again && features, "no memory");
	cml_random_init(&random, 1, 0);
	for (size_t i = 0; i < N_DRAWS && status == CML_OK; i++) {
		size_t broken;
		status = cml_sampler_draw(&sampler, &random, MAX_TRIES, values, &err);
		if (status != CML_OK)
			break;
		memcpy(again, values, space->n_columns * sizeof *values);
		FUZZ_CHECK(cml_config_complete(space, again, &broken, &err) == CML_OK &&
			       broken == CML_NO_COLUMN,
			   "a drawn configuration breaks rule %zu: %s", broken, err.message);
		for (size_t j = 0; j < space->n_columns; j++)
			FUZZ_CHECK(fuzz_same(values[j], again[j]), "'%s' of a draw: %a, then %a",
				   space->columns[j].name, values[j], again[j]);
		status = cml_encoder_encode(encoder, values, features, &err);
	}
	if (status != CML_OK)
		fuzz_check_error(&err, status, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_error err = {0};
	struct cml_encoder encoder;
	AUTOPTR(cml_space) space = read_space((struct cml_slice){(const char *)data, size}, &err);
	if (!space)
		return 0;
	check_written(space);
	for (size_t i = 0; i < space->n_columns; i++)
		check_domain(space, i);
	enum cml_result status = cml_encoder_init(&encoder, space, &err);
	if (status == CML_OK) {
		check_draws(space, &encoder);
		cml_encoder_release(&encoder);
	} else {
		fuzz_check_error(&err, status, NULL);
	}
	return 0;
}
