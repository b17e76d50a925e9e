#include "space/encode/row_encoder.h"

#include "table/header.h"
#include "table/output.h"
#include "table/table_reader.h"
#include "test.h"

#include <unistd.h>

static char path[] = "/tmp/test_row_encoder.XXXXXX";

static void make_path(void)
{
	close(mkstemp(path));
}

static void remove_path(void)
{
	unlink(path);
}

TestSuite(row_encoder, .init = make_path, .fini = remove_path, .timeout = 300);

static const char plain[] = "name,role,type,domain\n"
			    "batch,param,int,8:64:*2\n"
			    "\"gpu,kind\",context,categorical,\"a100|\"\"h\"\"100\"\n"
			    "lr,param,float,\n"
			    "wps,metric,max,\n"
			    "state,status,,\n";

/* The feature table of a job table, as a file at path. */
static void encode(const char *space_text, const char *jobs, char delimiter)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_na) na;
	AUTO(cml_encoder) encoder;
	AUTO(cml_binding) binding;
	AUTO(cml_row_encoder) rows;
	AUTOPTR(cml_output) output = NULL;
	AUTOPTR(cml_table_reader) table = NULL;
	AUTO(cml_buffer) lines = {0};
	struct cml_row row;
	AUTOFREE char *text = strdup(jobs);
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "s", &err));
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	assert_ok(cml_encoder_init(&encoder, space, &err));
	assert_ok(cml_table_open_bytes(&table, cml_slice_of(text), "jobs", ',', &err));
	assert_ok(
	    cml_binding_init(&binding, space, cml_table_header(table), &na, true, false, &err));
	assert_ok(cml_row_encoder_init(&rows, &binding, &encoder, delimiter, &err));
	assert_ok(cml_output_open(&output, path, &err));
	assert_ok(cml_encoder_write_header(&encoder, output, delimiter, &err));
	while (cml_table_next(table, &row, &err) == CML_OK)
		assert_ok(cml_row_encoder_append(&rows, &row, &lines, &err));
	assert_ok(cml_output_write(output, lines.data, lines.size, &err));
	assert_ok(cml_output_commit(output, &err));
}

/* Without the first column, the keys. */
static void encodes(const char *space_text, const char *jobs, char delimiter, const char *expected)
{
	char line[500];
	AUTO(cml_buffer) found = {0};
	encode(space_text, jobs, delimiter);
	FILE *file = fopen(path, "r");
	while (fgets(line, sizeof line, file))
		cml_buffer_append_string(&found, strchr(line, delimiter) + 1);
	fclose(file);
	cml_buffer_append(&found, "", 1);
	cr_assert_str_eq(found.data, expected);
}

Test(row_encoder, a_table_without_jobs_has_a_header)
{
	encodes(plain, "batch,\"gpu,kind\",lr,wps,state\n", '|',
		"cml_status|cml_target|log2(batch)|gpu,kind=a100|\"gpu,kind=\"\"h\"\"100\"|lr\n");
}

/* What is written reads back as the table it was. */
Test(row_encoder, the_table_reads_back)
{
	static const char *const names[] = {"log2(batch)", "gpu,kind=a100", "gpu,kind=\"h\"100",
					    "lr"};
	static const double values[] = {5, 0, 1, 2.385};
	AUTOPTR(cml_table_reader) reader = NULL;
	struct cml_row row;
	double value;
	encode(plain, "batch,\"gpu,kind\",lr,wps,state\n32,\"\"\"h\"\"100\",2.385,0.1,ok\n", ';');
	assert_ok(cml_table_open(&reader, path, ';', &err));
	const struct cml_header *header = cml_table_header(reader);
	cr_assert_eq(header->n_columns, 3 + 4);
	assert_ok(cml_table_next(reader, &row, &err));
	for (size_t i = 0; i < 4; i++) {
		cr_assert(cml_slice_is(header->names[3 + i], names[i]));
		cr_assert(cml_parse_double(row.cells[3 + i], &value));
		cr_assert_eq(value, values[i]);
	}
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_END);
}
