#include "launch/history/job_history.h"

#include "table/header.h"
#include "test.h"

static struct cml_header input;
static struct cml_job_columns columns;

static void open_columns(const char *const *names, size_t n)
{
	struct cml_slice slices[16];
	cml_header_release(&input);
	for (size_t i = 0; i < n; i++)
		slices[i] = cml_slice_of(names[i]);
	assert_ok(cml_header_init(&input, slices, n, &err));
}

static void open_input(void)
{
	open_columns((const char *const[]){"tp", "cml_pred", "qps", "state", "note"}, 5);
}

static void close_columns(void)
{
	cml_job_columns_release(&columns);
	cml_header_release(&input);
}

TestSuite(job_row, .init = open_input, .fini = close_columns);

static const char *cell(const struct cml_job_columns *columns, const struct cml_slice *cells,
			const char *name)
{
	static char text[256];
	size_t i = cml_header_find(&columns->header, cml_slice_of(name));
	cr_assert_neq(i, CML_NO_COLUMN, "%s", name);
	cr_assert(cells[i].size < sizeof text);
	memcpy(text, cells[i].data, cells[i].size);
	text[cells[i].size] = '\0';
	return text;
}

Test(job_row, limits_of_the_space_come_before_the_own_columns)
{
	static const char *const names[] = {"tp", "peak_gb"};
	open_columns(names, 2);
	AUTOPTR(cml_space) space = NULL;
	struct cml_slice cells[32] = {cml_slice_of("4")};
	char texts[2][CML_NUMBER_SIZE];
	struct cml_job_row row = {.limits = texts};
	struct cml_job_result result = {
	    .status = CML_JOB_OOM, .value = NAN, .spread = NAN, .seconds = NAN};

	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\ntp,param,int,\n"
						   "peak_gb,limit,float,:78\n"
						   "free,limit,int,2:\n"),
				      "space", &err));
	assert_ok(cml_job_columns_init(&columns, &input, space, "qps", NULL, &err));
	cr_assert_eq(columns.n_carried, 1);
	cr_assert_eq(columns.header.n_columns, 4 + CML_N_OWN_COLUMNS);
	result.limits = (const double[]){81.25, NAN};
	cml_job_row_fill(&row, &columns, &result, cells);
	cr_expect_str_eq(cell(&columns, cells, "peak_gb"), "81.25");
	cr_expect_str_empty(cell(&columns, cells, "free"));
	result.limits = NULL;
	cml_job_row_fill(&row, &columns, &result, cells);
	cr_expect_str_empty(cell(&columns, cells, "peak_gb"));
	cml_job_columns_release(&columns);
}
