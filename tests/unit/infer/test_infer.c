#include "infer_fixture.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "test.h"

/* Every row of the table must be read by the space that was inferred from it. */
static void check_rows(struct inferred *inferred)
{
	struct cml_slice table = cml_buffer_slice(&inferred->table);
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_binding) binding;
	AUTO(cml_encoder) encoder;
	struct cml_row row;
	double values[64], features[2048];
	enum cml_result status;
	assert_ok(cml_table_open_bytes(&reader, table, "t", ',', &err));
	if (cml_space_has_open(inferred->space)) {
		assert_ok(cml_space_learn(inferred->space, reader, &inferred->na, &err));
		assert_ok(cml_space_close(inferred->space, &err));
		cml_table_free(reader);
		assert_ok(cml_table_open_bytes(&reader, table, "t", ',', &err));
	}
	cr_assert_leq(inferred->space->n_columns, 64);
	assert_ok(cml_binding_init(&binding, inferred->space, cml_table_header(reader),
				   &inferred->na, true, false, &err));
	assert_ok(cml_encoder_init(&encoder, inferred->space, &err));
	cr_assert_leq(encoder.n_features, 2048);
	while ((status = cml_table_next(reader, &row, &err)) == CML_OK) {
		struct cml_job job;
		cr_assert_eq(cml_config_read(&binding, &row, values, &err), CML_OK, "%zu: %s",
			     row.line, err.message);
		cr_assert_eq(cml_job_read(&binding, &row, &job, &err), CML_OK, "%zu: %s", row.line,
			     err.message);
		assert_ok(cml_encoder_encode(&encoder, values, features, &err));
	}
	cr_assert_eq(status, CML_END);
}

static struct inferred infer_rows(const char *header, size_t n,
				  void (*row)(struct cml_buffer *, size_t), const char *metric,
				  const char *direction)
{
	struct inferred inferred = infer_table_of(make_table(header, n, row), metric, direction, 0);
	check_rows(&inferred);
	return inferred;
}

static struct inferred infer_text(const char *text)
{
	struct cml_buffer table = {0};
	cr_assert(cml_buffer_append_string(&table, text));
	struct inferred inferred = infer_table_of(table, NULL, NULL, 0);
	check_rows(&inferred);
	return inferred;
}

static void is_domain(const struct inferred *inferred, const char *name, enum cml_type type,
		      const char *domain)
{
	const struct cml_space_column *column = column_of(inferred, name);
	cr_assert_eq(column->type, type, "%s", name);
	cr_assert_str_eq(column->cells[CML_FIELD_DOMAIN], domain);
}

/* Whether a note about the column holds the words. */
static bool notes_say(const struct inferred *inferred, const char *column, const char *words)
{
	char name[128];
	struct cml_slice rest = cml_buffer_slice(&inferred->notes), line;
	snprintf(name, sizeof name, "column '%s': ", column);
	while (cml_slice_split(&rest, '\n', &line))
		if (line.size > strlen(name) && memcmp(line.data, name, strlen(name)) == 0 &&
		    memmem(line.data, line.size, words, strlen(words)))
			return true;
	return false;
}

Test(infer, our_own_columns_are_no_settings)
{
	AUTO(inferred) inferred = infer_text(
	    "tp,speed,cml_key,cml_status,cml_started,cml_seconds,cml_attempt\n"
	    "1,5.5,00ff,ok,2026-01-01T00:00:00Z,3,1\n"
	    "2,,01ff,timeout,2026-01-01T00:01:00Z,4,1\n4,7.5,02ff,ok,2026-01-01T00:02:00Z,5,2\n");
	have_roles(&inferred, "cml_key=id cml_status=status cml_started=time cml_seconds=ignore "
			      "cml_attempt=ignore speed=metric");
	is_domain(&inferred, "tp", CML_TYPE_INT, "1:4:*2");
}

Test(infer, awkward_texts_read_back)
{
	AUTO(inferred) inferred = infer_text(
	    "\"a, \"\"b\"\"\",c:d,\"two\nlines\",rate\n\"x,y\",1:2,5,1\n\"z \"\"q\"\"\",1:2,6,2\n");
	is_domain(&inferred, "a, \"b\"", CML_TYPE_CATEGORICAL, "x,y|z \"q\"");
	is_domain(&inferred, "two\nlines", CML_TYPE_INT, "5|6");
	/* A lone level that looks like a range cannot stand in a domain. */
	have_roles(&inferred, "c:d=context");
}

static void many_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "t%zu,%zu,%zu\n", i % 1001, i % 2, i % 17 + i % 5);
}

Test(infer, a_thousand_and_one_levels_are_too_many)
{
	AUTO(inferred) inferred = infer_rows("word,flag,rate", 5005, many_row, NULL, NULL);
	have_roles(&inferred, "word=ignore");
	cr_assert(notes_say(&inferred, "word", "cannot be listed"));
}

static void long_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%zu,%zu,%.5f,%.5f\n", i % 50, i % 30011, noise(i) * 3,
			  2 / noise(i));
}

Test(infer, the_same_table_gives_the_same_bytes)
{
	AUTO(inferred) first = infer("a,b,time_ms,inverse", 2500, 2000, long_row);
	AUTO(inferred) second = infer("a,b,time_ms,inverse", 2500, 2000, long_row);
	cr_assert(cml_slice_equal(cml_buffer_slice(&first.text), cml_buffer_slice(&second.text)));
	cr_assert(cml_slice_equal(cml_buffer_slice(&first.notes), cml_buffer_slice(&second.notes)));
}

static void refuses(const char *table, const char *metric, const char *expected)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_buffer) text = {0}, notes = {0};
	AUTO(cml_na) na;
	char message[CML_ERROR_TEXT_SIZE];
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of(table), "t.csv", ',', &err));
	struct cml_infer_options options = {.metric = metric, .na = &na};
	cr_assert_eq(infer_table(reader, &options, &text, &notes, &err), CML_BAD_DATA, "%s", table);
	cml_error_format(&err, message, sizeof message);
	cr_assert_str_eq(message, expected);
}

Test(infer, refuses_tables_that_say_nothing)
{
	refuses("a,b\n", NULL, "t.csv: the table has no rows to learn from");
	refuses("a,b\nx,y\nz,y\n", NULL,
		"t.csv: no column can be the metric: only settings have numbers (--metric)");
	refuses("a,b\n1,2\n", "c", "t.csv: the table has no column 'c' to be the metric");
	refuses("a,b\n1,x\n", "b",
		"t.csv: the metric 'b' is a text in every row, such as \"x\"; write plain "
		"numbers, all in one unit");
	refuses("a,b\n1,\n", "b",
		"t.csv: the metric 'b' is missing in every row: speeds are learned from jobs that "
		"ran to "
		"the end; run one that surely fits, with a smaller batch or on more devices, and "
		"add its "
		"row");
	refuses("a,b\n1,2\n3,4,5\n", "b", "t.csv:3: 3 cells where the header has 2");
	refuses("a, ,wps\n1,2,3\n2,3,4\n", "wps",
		"t.csv: no space file can be written for this table: the inferred space:3: column "
		"'name': the row has no name");
	refuses("id,wps\n1,2\n2,3\n", NULL, "t.csv: no column is left that could be a setting");
}

/* gb: measured; even, twice, rare: lists that someone wrote. */
static const char *memory_of;
static void memory_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%s,%g,%zu,%zu,%g,%zu\n", memory_of, 20 + (double)(i * 37 % 61),
			  4 * (i % 9), (size_t)1 << i % 10, 0.5 + (double)(i % 12) / 40,
			  100 + i * i % 83);
}

Test(infer, memory_that_was_measured_is_a_limit)
{
	static const char header[] = "gpu,gb,even_gb,twice_gb,rare_gb,rate";
	/* By a name or a data sheet; the larger of two, as jobs used more than the smaller. */
	static const char *const bounds[][2] = {
	    {"H100 80GB HBM3", ":memory(gpu)"},
	    {"H100 HBM3", ":memory(gpu)"},
	    {"A100 HBM2", ":memory(gpu) + (gpu == 'A100 HBM2') * (80 - 40)"},
	    {"Z100 HBM3", ":80"}};
	for (size_t i = 0; i < COUNT(bounds); i++) {
		memory_of = bounds[i][0];
		AUTO(inferred) inferred = infer_rows(header, 200, memory_row, "rate", "max");
		have_roles(&inferred, "gb=limit even_gb=param twice_gb=param rare_gb=param");
		cr_expect_str_eq(column_of(&inferred, "gb")->cells[CML_FIELD_DOMAIN], bounds[i][1]);
		cr_expect_eq(notes_say(&inferred, "gb", "its bound of 80 is a guess"), i == 3);
	}
}

static void ten_params_row(struct cml_buffer *table, size_t i)
{
	for (size_t k = 0; k < 10; k++)
		cml_buffer_printf(table, "%zu,", 1 + (i * 7919 + k * 131) * (k + 1) % 1009 % 5);
	cml_buffer_printf(table, "%.4f\n", 1000 * noise(i));
}

Test(infer, names_all_params_in_lines_of_eight)
{
	AUTO(inferred) inferred =
	    infer_rows("aa,bb,cc,dd,ee,ff,gg,hh,ii,jj,tok_s", 100, ten_params_row, "tok_s", NULL);
	cr_expect_not_null(strstr(inferred.notes.data, "chooses: aa, bb, cc, dd, ee, ff, gg, hh\n"),
			   "%.*s", (int)inferred.notes.size, inferred.notes.data);
	cr_expect_not_null(strstr(inferred.notes.data, "chooses: ii, jj\n"));
}

Test(infer, a_column_of_units_tells_the_goal)
{
	AUTO(inferred) times = infer_text("tp,Result,Result_Units\n1,3.5,s\n2,2,s\n\n");
	AUTO(inferred) rates = infer_text("tp,Result,Unit\n1,3.5,Queries/s\n2,2,Queries/s\n");
	cr_assert_not(column_of(&times, "Result")->maximize);
	cr_assert(column_of(&rates, "Result")->maximize);
	cr_assert(notes_hold(&times, "metric by its name; min is taken for the goal\n"));
	cr_assert(notes_hold(&rates, "metric by its name; max is taken for the goal\n"));
}

Test(infer, memory_and_times_of_a_part_are_no_metric_beside_others)
{
	AUTO(inferred) part = infer_text("tp,expert_time,total_time,comm_time\n1,3,9,4\n2,2,7,3\n");
	AUTO(inferred) last = infer_text("tp,gain,gmem\n1,3,9\n2,2,7\n");
	AUTO(inferred) alone = infer_text("tp,gmem\n1,9\n2,7\n");
	AUTO(inferred) flops = infer_text("tp,Speed,TFlops\n1,3,9\n2,2,7\n");
	have_roles(&part, "total_time=metric");
	have_roles(&last, "gain=metric");
	have_roles(&flops, "TFlops=metric");
	cr_assert_not(column_of(&alone, "gmem")->maximize);
}

/* A search would ask for the model. */
Test(infer, defaults_have_all_contexts)
{
	AUTO(inferred) inferred =
	    infer_text("model,tp,tok_s\n,1,9.5\n,2,8\n,4,7\na,1,1\na,2,2\nb,4,3\n");
	cr_assert_str_eq(column_of(&inferred, "model")->cells[CML_FIELD_DEFAULT], "a");
}
