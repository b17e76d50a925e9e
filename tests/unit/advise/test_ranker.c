#include "advise/ranker.h"

#include "model_fixture.h"
#include "test.h"

#include <unistd.h>

/* Predicts its first feature, with its second as the deviation: what a table says is what comes
 * out. */
static enum cml_result echo_train(const struct cml_training *training, void **state,
				  struct cml_buffer *summary, struct cml_error *why)
{
	size_t *n_features = cml_array_new(1, sizeof *n_features);
	(void)summary;
	if (!n_features)
		return cml_fail_memory(why);
	*n_features = training->data->n_features;
	*state = n_features;
	return CML_OK;
}

static void echo_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const size_t *n_features = state;
	for (size_t i = 0; i < n; i++) {
		mean[i] = x[i * *n_features];
		sd[i] = x[i * *n_features + 1];
	}
}

static bool echo_has_sd(const void *state)
{
	return state != NULL;
}

static const struct cml_predictor_kind echo = {.name = "echo",
					       .doc = "says what it is told",
					       .train = echo_train,
					       .predict = echo_predict,
					       .has_sd = echo_has_sd,
					       .free = free};

static struct cml_model *echo_model(bool maximize)
{
	static const char *const names[] = {"speed", "spread", "gpu=a100", "gpu=h100"};
	const double features[] = {1, 2, 0, 1};
	AUTO(cml_dataset) data = {0};
	struct cml_hyper hyper = {0};
	struct cml_model *model;
	struct cml_model_spec spec = {.kind = &echo,
				      .hyper = &hyper,
				      .maximize = maximize,
				      .ignore_failures = true,
				      .log_target = CML_LOG_NO};
	struct cml_training_hooks hooks = {0};
	AUTOPTR(cml_space) space = fixture_space("name,role,type,domain\n"
						 "speed,param,float,\n"
						 "spread,param,float,0:\n"
						 "gpu,param,categorical,a100|h100\n"
						 "wps,metric,max,\n");
	assert_ok(cml_dataset_init(&data, 4, names, &err));
	assert_ok(cml_dataset_append(&data, features, -1, 1, 1, &err));
	assert_ok(cml_model_train(&model, &spec, &data, space, &hooks, &err));
	return model;
}

static char *content_of(const char *path)
{
	FILE *file = fopen(path, "r");
	cr_assert_not_null(file);
	char *text = NULL;
	size_t size = 0;
	if (getdelim(&text, &size, '\0', file) < 0)
		*(text = realloc(text, 1)) = '\0'; /* an empty file */
	fclose(file);
	return text;
}

/* A table of configurations, ranked. */
static char *rank(const struct cml_model *model, const struct cml_ranker_options *options,
		  const char *table)
{
	char path[] = "/tmp/test_ranker.XXXXXX";
	struct cml_ranker ranker;
	struct cml_table_writer writer;
	struct cml_output *output;
	struct cml_na na;
	struct cml_row row;
	struct cml_table_reader *reader = fixture_table(table);
	close(mkstemp(path));
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&writer, output, ',');
	assert_ok(cml_ranker_init(&ranker, options, model, cml_table_header(reader), &na, NULL,
				  &writer, &err));
	while (cml_table_next(reader, &row, &err) == CML_OK) {
		bool row_is_bad = true;
		assert_ok(cml_ranker_add(&ranker, &row, &row_is_bad, &err));
		cr_assert_not(row_is_bad);
	}
	assert_ok(cml_ranker_finish(&ranker, &err));
	cml_ranker_release(&ranker);
	cml_ranker_release(&ranker);
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	cml_table_free(reader);
	cml_na_release(&na);
	char *text = content_of(path);
	unlink(path);
	return text;
}

/* A table with few distinct scores, so that most rows tie. */
static void random_table(struct cml_buffer *table, size_t n_rows)
{
	struct cml_random random = random_of(5, 0);
	cml_buffer_append_string(table, "id,gpu,speed,spread\n");
	for (size_t i = 0; i < n_rows; i++)
		cml_buffer_printf(table, "%zu,h100,%d,%d\n", i,
				  (int)cml_random_below(&random, 9) - 4,
				  1 + (int)cml_random_below(&random, 3));
	cml_buffer_append(table, "", 1);
}

/* Whether the lines of a ranking stand by falling score, ties as they came. */
static void is_sorted(const char *text, const struct cml_ranker_options *options, bool maximize,
		      size_t n_rows)
{
	double last_score = INFINITY;
	int last_id = -1;
	size_t n = 0;
	for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
		int id;
		double mean, sd;
		size_t place;
		cr_assert_eq(sscanf(line, "%d,h100,%*d,%*d,%lf,%lf,%zu", &id, &mean, &sd, &place),
			     4);
		double sign = options->by == CML_RANK_BY_UCB   ? 1
			      : options->by == CML_RANK_BY_LCB ? -1
							       : 0;
		double score = (maximize ? 1 : -1) * (mean + sign * options->kappa * sd);
		cr_assert(score < last_score || (score == last_score && id > last_id), "row %d",
			  id);
		cr_assert_eq(place, ++n);
		last_score = score;
		last_id = id;
	}
	cr_assert_eq(n, n_rows);
}

/* Size of the first n + 1 lines. */
static size_t head(const char *text, size_t n)
{
	const char *end = strchr(text, '\n') + 1;
	for (; n > 0 && *end; n--)
		end = strchr(end, '\n') + 1;
	return (size_t)(end - text);
}

Test(ranker, the_top_is_the_head_of_the_sorted_table, .timeout = 300)
{
	static const size_t tops[] = {1, 2, 7, CML_RANKER_BATCH, 2499, 2500, 9999};
	AUTO(cml_buffer) table = {0};
	random_table(&table, 2500);
	for (int i = 0; i < 6; i++) {
		bool maximize = i < 3;
		struct cml_ranker_options options = {
		    .sort = true, .by = (enum cml_rank_by)(i % 3), .kappa = 1.5};
		AUTOPTR(cml_model) model = echo_model(maximize);
		AUTOFREE char *all = rank(model, &options, table.data);
		is_sorted(all, &options, maximize, 2500);
		for (size_t t = 0; t < COUNT(tops); t++) {
			options.top = tops[t];
			AUTOFREE char *top = rank(model, &options, table.data);
			size_t size = head(all, tops[t]);
			cr_assert_eq(strlen(top), size, "top %zu", tops[t]);
			cr_assert_eq(memcmp(top, all, size), 0, "top %zu", tops[t]);
		}
	}
}
