#include "space/encode/feature_writer.h"

#include "table/table_reader.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/test_feature_writer.XXXXXX";

static void make_path(void)
{
	close(mkstemp(path));
}

static void remove_path(void)
{
	unlink(path);
}

TestSuite(feature_writer, .init = make_path, .fini = remove_path, .timeout = 300);

static const char plain[] = "name,role,type,domain\n"
			    "batch,param,int,8:64:*2\n"
			    "\"gpu,kind\",context,categorical,\"a100|\"\"h\"\"100\"\n"
			    "lr,param,float,\n"
			    "wps,metric,max,\n";

/* A writer over its own space, and where it writes. */
static struct cml_space *space;
static struct cml_encoder encoder;
static struct cml_output *output;
static struct cml_feature_writer writer;

static void start(const char *text, enum cml_feature_format format, char delimiter)
{
	struct cml_error err = {0};
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "s", &err), CML_OK, "%s",
		     err.message);
	cr_assert_eq(cml_encoder_init(&encoder, space, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_output_open(&output, path, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_feature_writer_init(&writer, &encoder, format, output, delimiter, &err),
		     CML_OK, "%s", err.message);
}

static void write_row(uint64_t key, struct cml_job job, const double *features)
{
	struct cml_error err = {0};
	cr_assert_eq(cml_feature_writer_row(&writer, key, &job, NULL, features, &err), CML_OK, "%s",
		     err.message);
}

static struct cml_job ok_job(double target, double weight)
{
	return (struct cml_job){.status = CML_JOB_OK, .target = target, .weight = weight};
}

static struct cml_job lost_job(enum cml_job_status status)
{
	return (struct cml_job){.status = status, .target = NAN, .weight = 1};
}

static void wrote(const char *expected)
{
	char content[2000];
	struct cml_error err = {0};
	cr_assert_eq(cml_output_commit(output, &err), CML_OK, "%s", err.message);
	cml_output_free(output);
	cml_encoder_release(&encoder);
	cml_space_free(space);
	FILE *file = fopen(path, "r");
	content[fread(content, 1, sizeof content - 1, file)] = '\0';
	fclose(file);
	cr_assert_str_eq(content, expected);
}

/* In the order of the space: log2(batch), two levels, lr. */
static const double first[] = {5, 0, 1, 2.385};
static const double second[] = {3, 1, 0, -1e-7};

Test(feature_writer, table_with_every_status)
{
	start(plain, CML_FEATURES_TABLE, ',');
	write_row(255, ok_job(1234.5, 1), first);
	write_row(UINT64_MAX, ok_job(0, 1), second);
	for (int status = CML_JOB_OOM; status < CML_N_JOB_STATUSES; status++)
		write_row((uint64_t)status, lost_job((enum cml_job_status)status), first);
	cr_assert_eq(writer.n_left_out, 0);
	wrote("cml_key,cml_status,cml_target,log2(batch),\"gpu,kind=a100\",\"gpu,kind="
	      "\"\"h\"\"100\",lr\n"
	      "00000000000000ff,ok,1234.5,5,0,1,2.385\n"
	      "ffffffffffffffff,ok,0,3,1,0,-1e-7\n"
	      "0000000000000001,oom,,5,0,1,2.385\n"
	      "0000000000000002,timeout,,5,0,1,2.385\n"
	      "0000000000000003,failed,,5,0,1,2.385\n"
	      "0000000000000004,infra,,5,0,1,2.385\n"
	      "0000000000000005,cancelled,,5,0,1,2.385\n");
}

Test(feature_writer, missing_features_are_empty_cells)
{
	const double missing[] = {NAN, 0, 0, NAN};
	start(plain, CML_FEATURES_TABLE, '\t');
	write_row(1, ok_job(-7, 1), missing);
	wrote("cml_key\tcml_status\tcml_target\tlog2(batch)\tgpu,kind=a100\t\"gpu,kind="
	      "\"\"h\"\"100\"\tlr\n"
	      "0000000000000001\tok\t-7\t\t0\t0\t\n");
}

Test(feature_writer, weights_only_where_the_space_has_them)
{
	start("name,role,type\nx,param,float\nw,weight,\ny,metric,min\n", CML_FEATURES_TABLE, ',');
	write_row(1, ok_job(2, 0.25), first);
	write_row(2, ok_job(3, 0), second);
	write_row(3, lost_job(CML_JOB_OOM), second);
	wrote("cml_key,cml_status,cml_target,cml_weight,x\n"
	      "0000000000000001,ok,2,0.25,5\n"
	      "0000000000000002,ok,3,0,3\n"
	      "0000000000000003,oom,,1,3\n");
}

Test(feature_writer, a_table_without_jobs_has_a_header)
{
	start(plain, CML_FEATURES_TABLE, '|');
	wrote("cml_key|cml_status|cml_target|log2(batch)|gpu,kind=a100|\"gpu,kind=\"\"h\"\"100\"|"
	      "lr\n");
}

Test(feature_writer, libsvm_writes_zeros_and_names_what_is_missing)
{
	const double missing[] = {NAN, 0, 0, 1e300};
	start(plain, CML_FEATURES_LIBSVM, ',');
	write_row(1, ok_job(1234.5, 1), first);
	write_row(2, lost_job(CML_JOB_OOM), first);
	write_row(3, ok_job(-0.5, 1), missing);
	write_row(4, lost_job(CML_JOB_FAILED), second);
	cr_assert_eq(writer.n_left_out, 2);
	wrote("1234.5 1:5 2:0 3:1 4:2.385\n"
	      "-0.5 2:0 3:0 4:1e300\n");
}

/* The longest numbers there are beside the longest indices. */
Test(feature_writer, libsvm_has_room_for_long_numbers)
{
	double *features = calloc(4000, sizeof *features);
	static const char end_of_line[] = " 3999:0 4000:-1.7976931348623157e308\n";
	start("name,role,type,domain,encoding\nx,param,int,1:4000,onehot\n", CML_FEATURES_LIBSVM,
	      ',');
	cr_assert_eq(encoder.n_features, 4000);
	features[0] = -2.2250738585072014e-308;
	features[3999] = -1.7976931348623157e308;
	write_row(1, ok_job(-2.2250738585072011e-308, 1), features);
	struct cml_error err = {0};
	cr_assert_eq(cml_output_commit(output, &err), CML_OK);
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t n = getline(&line, &size, file);
	static const char start_of_line[] =
	    "-2.225073858507201e-308 1:-2.2250738585072014e-308 2:0 ";
	cr_assert_eq(strncmp(line, start_of_line, sizeof start_of_line - 1), 0, "%.80s", line);
	cr_assert_str_eq(line + (size_t)n - strlen(end_of_line), end_of_line);
	cr_assert_eq(getc(file), EOF);
	fclose(file);
	free(line);
	free(features);
	cml_output_free(output);
	cml_encoder_release(&encoder);
	cml_space_free(space);
}

/* What is written reads back as the table it was. */
Test(feature_writer, the_table_reads_back)
{
	struct cml_error err = {0};
	struct cml_table_reader *reader;
	struct cml_row row;
	start(plain, CML_FEATURES_TABLE, ';');
	write_row(1, ok_job(0.1, 1), first);
	cr_assert_eq(cml_output_commit(output, &err), CML_OK);
	cr_assert_eq(cml_table_open(&reader, path, ';', &err), CML_OK, "%s", err.message);
	const struct cml_header *header = cml_table_header(reader);
	cr_assert_eq(header->n_columns, 3 + encoder.n_features);
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_OK);
	for (size_t i = 0; i < encoder.n_features; i++) {
		double value;
		cr_assert(cml_slice_is(header->names[3 + i], encoder.features[i].name));
		cr_assert(cml_parse_double(row.cells[3 + i], &value));
		cr_assert_eq(value, first[i]);
	}
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_END);
	cml_table_free(reader);
	cml_output_free(output);
	cml_encoder_release(&encoder);
	cml_space_free(space);
}

/* Rows past the output's buffer meet the full disk, rows within it the commit. */
static void full_disk(enum cml_feature_format format)
{
	struct cml_error err = {0};
	enum cml_result status = CML_OK;
	struct cml_job job = ok_job(1, 1);
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(plain), "s", &err), CML_OK);
	cr_assert_eq(cml_encoder_init(&encoder, space, &err), CML_OK);
	cr_assert_eq(cml_output_open(&output, "/dev/full", &err), CML_OK);
	cr_assert_eq(cml_feature_writer_init(&writer, &encoder, format, output, ',', &err), CML_OK);
	for (size_t i = 0; status == CML_OK && i < 100000; i++)
		status = cml_feature_writer_row(&writer, i, &job, NULL, first, &err);
	cr_assert_eq(status, CML_IO_ERROR);
	cr_assert(strstr(err.message, "No space left"), "%s", err.message);
	cml_output_free(output);
	cml_encoder_release(&encoder);
	cml_space_free(space);
}

Test(feature_writer, a_full_disk_is_an_error)
{
	full_disk(CML_FEATURES_TABLE);
	full_disk(CML_FEATURES_LIBSVM);
}
