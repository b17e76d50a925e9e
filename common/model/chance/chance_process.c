#include "model/chance/chance_process.h"

#include "base/memory.h"
#include "model/gp/gp_classes.h"

#include <stdlib.h>

/* Chances in the order of the rows held out. */
static enum cml_result learn(struct cml_gp **process, const struct cml_dataset *rows,
			     const struct cml_held_out *held_out, double *own,
			     struct cml_error *err)
{
	size_t n = held_out->n, n_folds = 0;
	uint32_t *fold = cml_array_new(n, sizeof *fold);
	double *chance = cml_array_new(n, sizeof *chance);
	enum cml_result status = fold && chance ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++) {
		fold[held_out->rows[i]] = held_out->fold[i];
		n_folds = held_out->fold[i] < n_folds ? n_folds : held_out->fold[i] + 1;
	}
	if (status == CML_OK)
		status = cml_gp_classes_learn(rows, fold, n_folds, process, chance, err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		own[i] = chance[held_out->rows[i]];
	free(fold);
	free(chance);
	return status;
}

enum cml_result cml_chance_process_train(struct cml_gp **process, const struct cml_dataset *rows,
					 const enum cml_monotone *monotone,
					 const struct cml_held_out *held_out, double *own,
					 struct cml_error *err)
{
	*process = NULL;
	if (rows->n_rows > CML_CHANCE_PROCESS_MAX_ROWS || held_out->n != rows->n_rows)
		return CML_OK;
	for (size_t f = 0; monotone && f < rows->n_features; f++)
		if (monotone[f] != CML_MONOTONE_FREE)
			return CML_OK;
	enum cml_result status = learn(process, rows, held_out, own, err);
	return status == CML_BAD_DATA ? CML_OK : status;
}
