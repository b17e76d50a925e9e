#include "search/coverage.h"

#include "base/memory.h"

#include <stdlib.h>

enum cml_result cml_coverage_init(struct cml_coverage *coverage, const struct cml_model *model,
				  bool within_log, struct cml_error *err)
{
	*coverage = (struct cml_coverage){0};
	if (!within_log)
		return CML_OK;
	if (cml_model_check_within_log(model, within_log, err) != CML_OK)
		return err->status;
	coverage->model = model;
	coverage->codes =
	    cml_array_new(cml_support_n_columns(model->support), sizeof *coverage->codes);
	if (!coverage->codes)
		return cml_fail_memory(err);
	enum cml_result status = cml_support_probe_init(&coverage->probe, model->support, err);
	return status == CML_OK ? cml_outside_tally_init(&coverage->tally, model, err) : status;
}

void cml_coverage_release(struct cml_coverage *coverage)
{
	cml_support_probe_release(&coverage->probe);
	cml_outside_tally_release(&coverage->tally);
	free(coverage->codes);
	*coverage = (struct cml_coverage){0};
}

bool cml_coverage_allows(struct cml_coverage *coverage, const float *x)
{
	if (!coverage->model)
		return true;
	cml_support_encode(coverage->model->support, x, coverage->codes);
	if (cml_support_covers(&coverage->probe, coverage->codes))
		return true;
	cml_outside_tally_add(&coverage->tally, &coverage->probe);
	return false;
}

bool cml_coverage_allows_column(struct cml_coverage *coverage, const float *x, size_t first)
{
	const struct cml_support *support = coverage->model->support;
	size_t n = cml_support_n_columns(support);
	cml_support_encode(support, x, coverage->codes);
	for (size_t c = 0; c < n; c++)
		if (cml_support_column(support, c)->first == first)
			return cml_support_covers_column(&coverage->probe, coverage->codes, c);
	return true;
}

enum cml_result cml_coverage_fail(const struct cml_coverage *coverage, struct cml_error *err)
{
	struct cml_buffer text = {0};
	if (!cml_outside_tally_print(&coverage->tally, &text))
		cml_fail_memory(err);
	else
		cml_fail(err, CML_NOTHING,
			 "the log covers no configuration%s%.*s: search without --within-log, or "
			 "run jobs nearer to these first",
			 text.size > 0 ? ": " : "", (int)text.size, text.data);
	cml_buffer_release(&text);
	return err->status;
}
