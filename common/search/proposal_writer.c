#include "search/proposal_writer.h"

#include "base/number.h"
#include "space/config.h"

#include <math.h>

enum cml_result cml_proposals_write_header(const struct cml_space *space, bool scored,
					   struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const added[] = {"cml_key", "cml_pred", "cml_sd", "cml_rank"};
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_string(writer, space->columns[i].name, err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < (scored ? 4 : 1); i++)
		if (cml_write_string(writer, added[i], err) != CML_OK)
			return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_proposal_write(const struct cml_proposal *proposal,
				   const struct cml_space *space, size_t rank,
				   struct cml_table_writer *writer, struct cml_error *err)
{
	char number[CML_NUMBER_SIZE], key[CML_KEY_SIZE];
	for (size_t i = 0; i < space->n_columns; i++)
		if (cml_is_config_role(space->columns[i].role) &&
		    cml_write_cell(writer, cml_value_text(space, i, proposal->values[i], number),
				   err) != CML_OK)
			return err->status;
	cml_key_print(proposal->key, key);
	if (cml_write_string(writer, key, err) != CML_OK)
		return err->status;
	if (rank > 0 &&
	    (cml_write_number(writer, proposal->pred, err) != CML_OK ||
	     cml_write_number(writer, proposal->sd, err) != CML_OK ||
	     cml_write_number(writer, rank == CML_NO_RANK ? NAN : (double)rank, err) != CML_OK))
		return err->status;
	return cml_write_end_row(writer, err);
}

enum cml_result cml_proposals_write(const struct cml_proposals *proposals,
				    const struct cml_space *space, bool scored,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	enum cml_result status = cml_proposals_write_header(space, scored, writer, err);
	if (status == CML_OK && proposals->baseline)
		status = cml_proposal_write(proposals->baseline, space, scored ? CML_NO_RANK : 0,
					    writer, err);
	for (size_t i = 0; status == CML_OK && i < proposals->n; i++)
		status = cml_proposal_write(&proposals->items[i], space, scored ? i + 1 : 0, writer,
					    err);
	return status;
}
