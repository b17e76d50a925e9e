#include "model_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cml_table_reader *fixture_table(const char *text)
{
	struct cml_table_reader *reader = NULL;
	struct cml_error err = {0};
	cr_assert_eq(cml_table_open_bytes(&reader, cml_slice_of(text), "jobs.csv", ',', &err),
		     CML_OK, "%s", err.message);
	return reader;
}

struct cml_space *fixture_space(const char *text)
{
	struct cml_space *space = NULL;
	struct cml_error err = {0};
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "space.csv", &err), CML_OK,
		     "%s", fixture_text(&err));
	return space;
}

struct cml_row fixture_row(struct cml_table_reader *reader)
{
	struct cml_row row;
	struct cml_error err = {0};
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_OK, "%s", err.message);
	return row;
}

const char *fixture_text(const struct cml_error *err)
{
	static char text[CML_ERROR_TEXT_SIZE];
	return cml_error_format(err, text, sizeof text);
}

void fixture_history_open(struct fixture_history *fixture, const char *space, const char *table)
{
	struct cml_error err = {0};
	*fixture = (struct fixture_history){.space = fixture_space(space), .text = strdup(table)};
	fixture->reader = fixture_table(fixture->text);
	cr_assert_eq(cml_na_init(&fixture->na, CML_NA_DEFAULT, &err), CML_OK);
	cr_assert_eq(cml_encoder_init(&fixture->encoder, fixture->space, &err), CML_OK, "%s",
		     fixture_text(&err));
	cr_assert_eq(cml_binding_init(&fixture->binding, fixture->space,
				      cml_table_header(fixture->reader), &fixture->na, true, false,
				      &err),
		     CML_OK, "%s", fixture_text(&err));
	cr_assert_eq(cml_history_init(&fixture->history, &fixture->encoder, &err), CML_OK, "%s",
		     fixture_text(&err));
}

struct cml_split_spec fixture_split(struct fixture_history *fixture, const char *text)
{
	struct cml_split_spec spec;
	struct cml_error err = {0};
	cr_assert_eq(cml_split_parse(text, &spec, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_split_bind(&spec, fixture->space, cml_table_header(fixture->reader),
				    &fixture->history, &err),
		     CML_OK, "%s", err.message);
	return spec;
}

void fixture_history_read(struct fixture_history *fixture)
{
	struct cml_row row;
	struct cml_error err = {0};
	enum cml_status status;
	while ((status = cml_table_next(fixture->reader, &row, &err)) == CML_OK)
		cr_assert_eq(cml_history_append(&fixture->history, &fixture->binding, &row, &err),
			     CML_OK, "%s", fixture_text(&err));
	cr_assert_eq(status, CML_END, "%s", fixture_text(&err));
}

void fixture_history_release(struct fixture_history *fixture)
{
	cml_history_release(&fixture->history);
	cml_binding_release(&fixture->binding);
	cml_encoder_release(&fixture->encoder);
	cml_na_release(&fixture->na);
	cml_table_free(fixture->reader);
	cml_space_free(fixture->space);
	free(fixture->text);
}

struct memory {
	struct cml_dataset data;
	double mean;
	double shift;
};

static bool memory_is_score(const struct cml_hyper *hyper)
{
	return cml_hyper_choice(hyper, "output") == 1;
}

static void memory_free(void *state)
{
	struct memory *memory = state;
	if (!memory)
		return;
	cml_dataset_release(&memory->data);
	free(memory);
}

static enum cml_status memory_train(const struct cml_training *training, void **state,
				    struct cml_buffer *summary, struct cml_error *err)
{
	struct memory *memory = calloc(1, sizeof *memory);
	size_t n = training->data->n_rows;
	size_t *rows = calloc(n, sizeof *rows);
	double sum = 0;
	for (size_t i = 0; i < n; i++) {
		rows[i] = i;
		sum += training->data->y[i];
	}
	enum cml_status status = cml_dataset_select(training->data, rows, n, &memory->data, err);
	free(rows);
	memory->mean = sum / (double)n;
	memory->shift = cml_hyper_real(training->hyper, "shift");
	cml_buffer_printf(summary, "remembered=%zu\n", n);
	*state = memory;
	return status;
}

static void memory_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct memory *memory = state;
	size_t n_features = memory->data.n_features;
	for (size_t i = 0; i < n; i++) {
		double sum = 0, n_same = 0;
		for (size_t row = 0; row < memory->data.n_rows; row++) {
			if (memcmp(x + i * n_features, memory->data.x + row * n_features,
				   n_features * sizeof *x) != 0)
				continue;
			sum += memory->data.y[row];
			n_same++;
		}
		mean[i] = n_same > 0 ? sum / n_same + memory->shift : memory->mean;
		sd[i] = n_same > 0 ? 0.5 : NAN;
	}
}

static const struct cml_hyper_spec memory_hyper[] = {
    {.name = "shift",
     .type = CML_HYPER_REAL,
     .fallback = "0",
     .lo = -1e9,
     .hi = 1e9,
     .doc = "added"},
    {.name = "output",
     .type = CML_HYPER_CHOICE,
     .fallback = "unit",
     .choices = "unit|score",
     .doc = "claim"},
};

const struct cml_predictor_kind fixture_memory = {
    .name = "memory",
    .doc = "knows its training rows by heart",
    .hyper = memory_hyper,
    .n_hyper = 2,
    .is_score = memory_is_score,
    .train = memory_train,
    .predict = memory_predict,
    .free = memory_free,
};
