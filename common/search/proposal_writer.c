#include "search/proposal_writer.h"

#include "base/memory.h"
#include "base/number.h"
#include "model/model_worth.h"
#include "space/config.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_proposals_write_header(const struct cml_space *space,
					   const struct cml_model *model,
					   struct cml_table_writer *writer, struct cml_error *err)
{
	const struct {
		const char *name;
		bool is_there;
	} added[] = {{"cml_key", true},
		     {"cml_pred", model},
		     {"cml_sd", model},
		     {"cml_ok", model && model->chance},
		     {"cml_cause", model && cml_model_has_causes(model)},
		     {"cml_rank", model}};
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_string(writer, space->columns[i].name, err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < sizeof added / sizeof *added; i++)
		if (added[i].is_there && cml_write_string(writer, added[i].name, err) != CML_OK)
			return err->status;
	return cml_write_end_row(writer, err);
}

static enum cml_result write_cause(const struct cml_proposal *proposal,
				   const struct cml_model *model, struct cml_table_writer *writer,
				   struct cml_error *err)
{
	double *features = cml_array_new(model->n_features, sizeof *features);
	float *x = cml_aligned_new(model->n_features, sizeof *x);
	enum cml_result status = features && x ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_model_encode(model, proposal->values, features, x, err);
	if (status == CML_OK)
		status =
		    cml_write_string(writer, cml_job_status_name(cml_model_cause(model, x)), err);
	free(features);
	free(x);
	return status;
}

static enum cml_result write_scores(const struct cml_proposal *proposal,
				    const struct cml_model *model, size_t rank,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	if (cml_write_number(writer, proposal->pred, err) != CML_OK ||
	    cml_write_number(writer, proposal->sd, err) != CML_OK ||
	    (model->chance && cml_write_number(writer, exp(proposal->log_chance), err) != CML_OK) ||
	    (cml_model_has_causes(model) && write_cause(proposal, model, writer, err) != CML_OK))
		return err->status;
	return cml_write_number(writer, rank == CML_NO_RANK ? NAN : (double)rank, err);
}

enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, const struct cml_model *model,
				   size_t rank, struct cml_table_writer *writer,
				   struct cml_error *err)
{
	char number[CML_NUMBER_SIZE], key[CML_KEY_SIZE];
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_cell(writer, cml_value_text(space, i, proposal->values[i], number),
				   err) != CML_OK)
			return err->status;
	cml_key_print(proposal->key, key);
	if (cml_write_string(writer, key, err) != CML_OK ||
	    (model && write_scores(proposal, model, rank, writer, err) != CML_OK))
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, const struct cml_model *model,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	enum cml_result status = cml_proposals_write_header(space, model, writer, err);
	if (status == CML_OK && proposals->baseline)
		status =
		    cml_proposal_write(proposals->baseline, space, model, CML_NO_RANK, writer, err);
	for (size_t i = 0; status == CML_OK && i < proposals->n; i++)
		status = cml_proposal_write(&proposals->items[i], space, model, i + 1, writer, err);
	return status;
}
