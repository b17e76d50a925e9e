#include "advise/ranker.h"

#include "base/parallel.h"
#include "base/random.h"
#include "model_fixture.h"
#include "ranker_fixture.h"
#include "test.h"

#include <unistd.h>

/* One run of a ranker over a table. */
struct ranked {
	char *text;             /* what was written */
	size_t n_bad;           /* rows it refused */
	struct cml_error bad;   /* the last of those refusals */
	enum cml_result status; /* of cml_ranker_init */
};

static void rank_rows(struct ranked *ranked, struct cml_ranker *ranker,
		      struct cml_table_reader *reader)
{
	struct cml_row row;
	while (cml_table_next(reader, &row, &err) == CML_OK) {
		bool row_is_bad = true;
		if (cml_ranker_add(ranker, &row, &row_is_bad, &ranked->bad) != CML_OK) {
			cr_assert(row_is_bad, "%s", ranked->bad.message);
			ranked->n_bad++;
		} else {
			cr_assert_not(row_is_bad);
		}
	}
	assert_ok(cml_ranker_finish(ranker, &err));
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

static struct ranked rank_in(const struct cml_model *model,
			     const struct cml_ranker_options *options, struct cml_pool *pool,
			     const char *table)
{
	char path[] = "/tmp/test_ranker.XXXXXX";
	struct ranked ranked = {0};
	struct cml_ranker ranker;
	struct cml_table_writer writer;
	struct cml_output *output;
	struct cml_na na;
	struct cml_table_reader *reader = fixture_table(table);
	close(mkstemp(path));
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&writer, output, ',');
	ranked.status = cml_ranker_init(&ranker, options, model, cml_table_header(reader), &na,
					pool, &writer, &err);
	if (ranked.status == CML_OK)
		rank_rows(&ranked, &ranker, reader);
	cml_ranker_release(&ranker);
	cml_ranker_release(&ranker);
	assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	cml_table_free(reader);
	cml_na_release(&na);
	ranked.text = content_of(path);
	unlink(path);
	return ranked;
}

static const struct cml_ranker_options best_first = {.sort = true, .kappa = 1};

/* Ranks a table of configurations under echo and compares every byte. */
static void ranks(bool maximize, struct cml_ranker_options options, const char *table,
		  const char *expected)
{
	struct cml_model *model = echo_model(&echo_predictor, maximize, true);
	struct ranked ranked = rank_in(model, &options, NULL, table);
	cr_assert_eq(ranked.status, CML_OK, "%s", fixture_text(&err));
	cr_assert_eq(ranked.n_bad, 0, "%s", fixture_text(&ranked.bad));
	cr_assert_str_eq(ranked.text, expected);
	free(ranked.text);
	cml_model_free(model);
}

static const char jobs[] = "note,gpu,speed,spread\n"
			   "\"a,b\", h100 ,2.50,0\n"
			   ",a100,-7,4\n"
			   "\"say \"\"c\"\"\",a100,1e2,0.5\n"
			   "d,h100,2.5,3\n";

Test(ranker, writes_the_best_first_and_cells_as_they_came)
{
	ranks(true, best_first, jobs,
	      "note,gpu,speed,spread,cml_pred,cml_sd,cml_rank\n"
	      "\"say \"\"c\"\"\",a100,1e2,0.5,100,0.5,1\n"
	      "\"a,b\", h100 ,2.50,0,2.5,,2\n"
	      "d,h100,2.5,3,2.5,3,3\n"
	      ",a100,-7,4,-7,4,4\n");
	ranks(false, best_first, jobs,
	      "note,gpu,speed,spread,cml_pred,cml_sd,cml_rank\n"
	      ",a100,-7,4,-7,4,1\n"
	      "\"a,b\", h100 ,2.50,0,2.5,,2\n"
	      "d,h100,2.5,3,2.5,3,3\n"
	      "\"say \"\"c\"\"\",a100,1e2,0.5,100,0.5,4\n");
}

/* The order of the letters in the first column of the rows, as ranked. */
static void orders(bool maximize, enum cml_rank_by by, double kappa, const char *expected)
{
	static const char table[] = "id,gpu,speed,spread\n"
				    "a,a100,10,1\n"
				    "b,a100,9,4\n"
				    "c,a100,12,6\n"
				    "d,a100,8,0\n";
	struct cml_model *model = echo_model(&echo_predictor, maximize, true);
	struct cml_ranker_options options = {.sort = true, .by = by, .kappa = kappa};
	struct ranked ranked = rank_in(model, &options, NULL, table);
	char order[5] = "";
	const char *line = ranked.text;
	for (size_t i = 0; i < 4; i++) {
		line = strchr(line, '\n') + 1;
		order[i] = *line;
	}
	cr_assert_str_eq(order, expected);
	free(ranked.text);
	cml_model_free(model);
}

Test(ranker, ranks_by_bounds)
{
	orders(true, CML_RANK_BY_MEAN, 2, "cabd");
	orders(true, CML_RANK_BY_UCB, 1, "cbad"); /* 11 13 18 8 */
	orders(true, CML_RANK_BY_LCB, 1, "adcb"); /* 9 5 6 8 */
	orders(true, CML_RANK_BY_LCB, 2, "adbc"); /* 8 1 0 8: a tie */
	orders(false, CML_RANK_BY_MEAN, 2, "dbac");
	orders(false, CML_RANK_BY_UCB, 1, "dabc"); /* 11 13 18 8 */
	orders(false, CML_RANK_BY_LCB, 1, "bcda"); /* 9 5 6 8 */
	orders(false, CML_RANK_BY_LCB, 0, "dbac");
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
	struct cml_buffer table = {0};
	random_table(&table, 2500);
	for (int i = 0; i < 6; i++) {
		bool maximize = i < 3;
		struct cml_ranker_options options = {
		    .sort = true, .by = (enum cml_rank_by)(i % 3), .kappa = 1.5};
		struct cml_model *model = echo_model(&echo_predictor, maximize, true);
		struct ranked all = rank_in(model, &options, NULL, table.data);
		is_sorted(all.text, &options, maximize, 2500);
		for (size_t t = 0; t < COUNT(tops); t++) {
			options.top = tops[t];
			struct ranked top = rank_in(model, &options, NULL, table.data);
			size_t size = head(all.text, tops[t]);
			cr_assert_eq(strlen(top.text), size, "top %zu", tops[t]);
			cr_assert_eq(memcmp(top.text, all.text, size), 0, "top %zu", tops[t]);
			free(top.text);
		}
		free(all.text);
		cml_model_free(model);
	}
	cml_buffer_release(&table);
}

Test(ranker, threads_change_nothing)
{
	struct cml_buffer table = {0};
	struct cml_pool *pool;
	random_table(&table, 1500);
	assert_ok(cml_pool_new(&pool, 3, &err));
	struct cml_model *model = echo_model(&echo_predictor, true, true);
	struct ranked one = rank_in(model, &best_first, NULL, table.data);
	struct ranked three = rank_in(model, &best_first, pool, table.data);
	cr_assert_str_eq(one.text, three.text);
	free(one.text);
	free(three.text);
	cml_model_free(model);
	cml_pool_free(pool);
	cml_buffer_release(&table);
}

Test(ranker, without_sorting_rows_stay_where_they_are)
{
	struct cml_buffer table = {0};
	struct cml_model *model = echo_model(&echo_predictor, true, true);
	const struct cml_ranker_options options = {.sort = false};
	random_table(&table, 2 * CML_RANKER_BATCH + 3);
	struct ranked ranked = rank_in(model, &options, NULL, table.data);
	int id, n = 0, speed, spread;
	double mean, sd;
	char more;
	const char *line = strchr(ranked.text, '\n') + 1;
	cr_assert_eq(strncmp(ranked.text, "id,gpu,speed,spread,cml_pred,cml_sd\n", 36), 0);
	for (; *line; line = strchr(line, '\n') + 1) {
		cr_assert_eq(sscanf(line, "%d,h100,%d,%d,%lf,%lf%c", &id, &speed, &spread, &mean,
				    &sd, &more),
			     6);
		cr_assert_eq(more, '\n');
		cr_assert_eq(id, n++);
		cr_assert(mean == speed && sd == spread);
	}
	cr_assert_eq(n, 2 * CML_RANKER_BATCH + 3);
	free(ranked.text);
	cml_model_free(model);
	cml_buffer_release(&table);
}

Test(ranker, columns_it_adds_are_replaced)
{
	static const char once[] = "cml_rank,gpu,cml_key,speed,cml_sd,spread,cml_pred\n"
				   "1,a100,00000000000000ff,3,old,0,old\n"
				   "2,h100,00000000000000fe,4,old,1,old\n";
	static const char twice[] = "gpu,cml_key,speed,spread,cml_pred,cml_sd,cml_rank\n"
				    "h100,00000000000000fe,4,1,4,1,1\n"
				    "a100,00000000000000ff,3,0,3,,2\n";
	ranks(true, best_first, once, twice);
	ranks(true, best_first, twice, twice);
	ranks(true, (struct cml_ranker_options){.sort = false}, once,
	      "gpu,cml_key,speed,spread,cml_pred,cml_sd\n"
	      "a100,00000000000000ff,3,0,3,\n"
	      "h100,00000000000000fe,4,1,4,1\n");
}

Test(ranker, a_table_without_rows)
{
	static const char header[] = "speed,spread,gpu\n",
			  written[] = "speed,spread,gpu,cml_pred,cml_sd,cml_rank\n";
	struct cml_ranker_options top = best_first;
	top.top = 5;
	ranks(true, best_first, header, written);
	ranks(false, top, header, written);
	ranks(true, (struct cml_ranker_options){.sort = false}, header,
	      "speed,spread,gpu,cml_pred,cml_sd\n");
}

/* A row the ranker must refuse between two it must take, in every mode. */
static void refuses_row(const struct cml_model *model, const char *row, const char *sentence)
{
	static const struct cml_ranker_options modes[] = {
	    {.sort = true}, {.sort = true, .top = 2}, {.sort = false}};
	static const char form[] = "speed,spread,%s\n1,0,%s\n%s\n2,0,%s\n";
	const char *others = model->space ? "gpu" : "gpu=a100,gpu=h100";
	const char *good = model->space ? "a100" : "1,0";
	for (size_t i = 0; i < COUNT(modes); i++) {
		char table[200];
		snprintf(table, sizeof table, form, others, good, row, good);
		struct ranked ranked = rank_in(model, &modes[i], NULL, table);
		cr_assert_eq(ranked.n_bad, 1, "%s", row);
		cr_assert_eq(ranked.bad.status, CML_BAD_DATA);
		cr_assert_str_eq(fixture_text(&ranked.bad), sentence);
		size_t n_lines = 0;
		for (const char *at = ranked.text; *at; at++)
			n_lines += *at == '\n';
		cr_assert_eq(n_lines, 3, "%s", ranked.text);
		cr_assert_null(strstr(ranked.text, row));
		free(ranked.text);
	}
}

Test(ranker, goes_on_after_a_bad_row)
{
	struct cml_model *model = echo_model(&echo_predictor, true, true);
	refuses_row(model, "fast,0,a100", "line 3: column 'speed': not a number: \"fast\"");
	refuses_row(model, "5,-1,a100", "line 3: column 'spread': -1 is outside 0:");
	refuses_row(model, "5,0,b200", "line 3: column 'gpu': unknown level \"b200\" (a100|h100)");
	refuses_row(model, "1001,0,a100", "line 3: rule 'sane': 'speed < 1000' does not hold");
	refuses_row(model, "-1e39,0,a100",
		    "line 3: column 'speed': too large for a feature: -1e+39");
	cml_model_free(model);
	model = echo_model(&echo_predictor, true, false);
	refuses_row(model, "5,0,1,yes", "line 3: column 'gpu=h100': not a number: \"yes\"");
	refuses_row(model, "5,1e300,1,0",
		    "line 3: column 'spread': too large for a feature: 1e+300");
	cml_model_free(model);
}

/* Without a space, features are found by name, in any order. */
Test(ranker, a_model_without_space_reads_features)
{
	struct cml_model *model = echo_model(&echo_predictor, true, false);
	struct ranked ranked = rank_in(model, &best_first, NULL,
				       "gpu=h100,spread,cml_key,gpu=a100,speed\n"
				       "1,0.5,k,0, 2.5 \n"
				       "0,0.25,l,1,1e3\n");
	cr_assert_str_eq(ranked.text,
			 "gpu=h100,spread,cml_key,gpu=a100,speed,cml_pred,cml_sd,cml_rank\n"
			 "0,0.25,l,1,1e3,1000,0.25,1\n"
			 "1,0.5,k,0, 2.5 ,2.5,0.5,2\n");
	free(ranked.text);
	ranked = rank_in(model, &best_first, NULL, "gpu=h100,spread,speed\n1,2,3\n");
	cr_assert_eq(ranked.status, CML_BAD_DATA);
	cr_assert_str_eq(
	    err.message,
	    "no column 'gpu=a100': the model carries no space, so it reads feature tables "
	    "(cml-encode) with the features it was trained on");
	cr_assert_str_eq(ranked.text, "");
	free(ranked.text);
	cml_model_free(model);
	model = echo_model(&echo_predictor, true, true);
	ranked = rank_in(model, &best_first, NULL, "gpus,spread,speed\nh100,2,3\n");
	cr_assert_eq(ranked.status, CML_BAD_DATA);
	cr_assert_str_eq(err.message, "the table has no column 'gpu'; did you mean 'gpus'?");
	free(ranked.text);
	cml_model_free(model);
}

/* What cannot be predicted is not lost: it comes last, and the top ends in it
 * as the whole table does. */
Test(ranker, rows_without_a_prediction_rank_last)
{
	static const char table[] =
	    "id,speed,spread,gpu\na,,1,a100\nb,-3,1,a100\nc,NA,,a100\nd,2,1,a100\n";
	static const char rest[] = "a,,1,a100,,1,3\nc,NA,,a100,,,4\n";
	for (int i = 0; i < 4; i++) {
		char expected[300];
		struct cml_ranker_options options = {.sort = true, .top = i % 2 == 0 ? 0 : 4};
		snprintf(expected, sizeof expected,
			 "id,speed,spread,gpu,cml_pred,cml_sd,cml_rank\n%s%s",
			 i < 2 ? "d,2,1,a100,2,1,1\nb,-3,1,a100,-3,1,2\n"
			       : "b,-3,1,a100,-3,1,1\nd,2,1,a100,2,1,2\n",
			 rest);
		ranks(i < 2, options, table, expected);
	}
}

Test(ranker, bounds_need_an_uncertainty)
{
	struct cml_model *model = echo_model(&blind_predictor, true, true);
	struct cml_ranker_options options = best_first;
	static const char table[] = "speed,spread,gpu\n1,0,a100\n2,0,h100\n";
	struct ranked ranked = rank_in(model, &options, NULL, table);
	cr_assert_eq(ranked.status, CML_OK);
	cr_assert_str_eq(ranked.text, "speed,spread,gpu,cml_pred,cml_sd,cml_rank\n"
				      "2,0,h100,2,,1\n"
				      "1,0,a100,1,,2\n");
	free(ranked.text);
	for (int by = CML_RANK_BY_UCB; by <= CML_RANK_BY_LCB; by++) {
		options.by = (enum cml_rank_by)by;
		ranked = rank_in(model, &options, NULL, table);
		cr_assert_eq(ranked.status, CML_BAD_USAGE);
		cr_assert_str_eq(err.message,
				 "the model has no uncertainty to rank by: train a gp or a forest, "
				 "or -p gbt:ensemble=2 or more (a constant target gives none)");
		cr_assert_str_eq(ranked.text, "");
		free(ranked.text);
	}
	cml_model_free(model);
}

/* The predictor people use: its scores are few and tie, its own rounding decides. */
Test(ranker, ranks_by_boosted_trees)
{
	static const char *const names[] = {"speed", "spread", "gpu=a100", "gpu=h100"};
	struct cml_dataset data = {0};
	struct cml_hyper hyper = {0};
	struct cml_model *model;
	struct cml_model_spec spec = {
	    .hyper = &hyper, .maximize = true, .seed = 1, .ignore_failures = true};
	struct cml_training_hooks hooks = {0};
	struct cml_space *space = fixture_space(echo_space);
	struct cml_buffer table = {0};
	struct cml_ranker_options options = best_first;
	assert_ok(cml_predictor_find("gbt", &spec.kind, &err));
	assert_ok(cml_dataset_init(&data, 4, names, &err));
	for (int i = 0; i < 200; i++) {
		const double features[] = {i % 9 - 4, i / 9 % 3, i % 2, 1 - i % 2};
		double target = features[0] * features[0] + features[1] - features[2];
		assert_ok(cml_dataset_append(&data, features, target, 1, (uint64_t)i, &err));
	}
	assert_ok(cml_model_train(&model, &spec, &data, space, &hooks, &err));
	random_table(&table, 1200);
	struct ranked all = rank_in(model, &options, NULL, table.data);
	options.top = 300;
	struct ranked top = rank_in(model, &options, NULL, table.data);
	size_t size = head(all.text, 300);
	cr_assert_eq(strlen(top.text), size);
	cr_assert_eq(memcmp(top.text, all.text, size), 0);
	/* 16 + 2 is the best there is: speed -4 or 4, spread 2. */
	int speed, spread;
	cr_assert_eq(sscanf(strchr(all.text, '\n') + 1, "%*d,h100,%d,%d,", &speed, &spread), 2);
	cr_assert(abs(speed) == 4 && spread == 2, "%d %d", speed, spread);
	free(all.text);
	free(top.text);
	cml_model_free(model);
	cml_space_free(space);
	cml_dataset_release(&data);
	cml_buffer_release(&table);
}
