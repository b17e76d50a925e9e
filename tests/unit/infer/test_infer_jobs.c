#include "infer/infer.h"

#include <criterion/criterion.h>
#include <math.h>

static enum cml_result sum_jobs(void *context, const struct cml_inferred_job *job,
				struct cml_error *err)
{
	double *sums = context;
	(void)err;
	cr_assert_str_eq(job->file, "t");
	sums[0] += (double)job->line;
	sums[1] += job->metric;
	sums[2] += isnan(job->values[0]) ? 100 : job->values[0];
	return job->metric == 9 ? CML_NOTHING : CML_OK;
}

Test(infer_jobs, shows_the_jobs_that_ran_with_their_settings)
{
	struct cml_inference *inference;
	struct cml_table_reader *reader;
	struct cml_na na = {0};
	struct cml_error err = {0};
	struct cml_row row;
	struct cml_buffer text = {0}, notes = {0};
	double sums[3] = {0};
	struct cml_infer_options options = {.metric = "wps", .na = &na};
	cr_assert_eq(cml_na_init(&na, CML_NA_DEFAULT, &err), CML_OK);
	cr_assert_eq(cml_table_open_bytes(&reader,
					  cml_slice_of("tp,wps,state\n1,5,COMPLETED\n2,7,FAILED\n"
						       "4,,COMPLETED\n,6,COMPLETED\n"
						       "8,9,COMPLETED\n8,4,COMPLETED\n"),
					  "t", ',', &err),
		     CML_OK);
	cr_assert_eq(cml_inference_new(&inference, cml_table_header(reader), &options, &err),
		     CML_OK);
	while (cml_table_next(reader, &row, &err) == CML_OK)
		cr_assert_eq(cml_inference_add(inference, &row, "t", &err), CML_OK);
	cr_assert_eq(cml_inference_finish(inference, &text, &notes, &err), CML_OK);
	cr_assert_eq(cml_inference_n_settings(inference), 1);
	cr_assert_eq(cml_inference_jobs(inference, sum_jobs, sums, &err), CML_NOTHING,
		     "it ends where the visitor does");
	cr_assert_eq(sums[0], 2 + 5 + 6);
	cr_assert_eq(sums[1], 5 + 6 + 9);
	cr_assert_eq(sums[2], 1 + 100 + 8);
	cml_inference_free(inference);
	cml_buffer_release(&text);
	cml_buffer_release(&notes);
	cml_table_free(reader);
	cml_na_release(&na);
}
