#include "infer/infer.h"

#include <criterion/criterion.h>
#include <math.h>

Test(infer_jobs, shows_the_jobs_that_ran_with_their_settings)
{
	struct cml_inference *inference;
	struct cml_table_reader *reader;
	struct cml_na na = {0};
	struct cml_error err = {0};
	struct cml_row row;
	struct cml_buffer text = {0}, notes = {0};
	struct cml_inferred_jobs jobs;
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
	cr_assert_eq(cml_inference_jobs(inference, &jobs, &err), CML_OK);
	cr_assert_eq(jobs.n, 4);
	cr_assert_eq(jobs.n_settings, 1);
	cr_assert_str_eq(jobs.names[0], "tp");
	cr_assert_eq(jobs.settings[0], 1);
	cr_assert(isnan(jobs.settings[1]));
	cr_assert_eq(jobs.metric[3], 4);
	cr_assert_str_eq(jobs.files[0], "t");
	cr_assert_eq(jobs.lines[1], 5);
	cml_inferred_jobs_release(&jobs);
	cml_inference_free(inference);
	cml_buffer_release(&text);
	cml_buffer_release(&notes);
	cml_table_free(reader);
	cml_na_release(&na);
}
