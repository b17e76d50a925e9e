#include "search/exhaustive/exhaustive_coverage.h"

#include "base/memory.h"

/* Whether the contexts are the same for all configurations. */
static bool has_fixed_contexts(const struct cml_space *space)
{
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == CML_ROLE_CONTEXT && space->columns[i].when)
			return false;
	return true;
}

enum cml_result cml_exhaustive_check_coverage(const struct cml_exhaustive_run *run,
					      struct cml_error *err)
{
	const struct cml_search *search = run->exhaustive->search;
	struct cml_coverage coverage;
	struct cml_space *covered = NULL;
	if (!search->within_log)
		return CML_OK;
	enum cml_result status =
	    cml_coverage_init(&coverage, run->model, search->fixes, search->n_fixes, err);
	if (status == CML_OK)
		status = cml_covered_space(&coverage, run->fixed, &covered, err);
	cml_space_free(covered);
	cml_coverage_release(&coverage);
	return status;
}

enum cml_result cml_exhaustive_init_coverage(const struct cml_exhaustive_run *run,
					     struct cml_exhaustive_worker *worker,
					     struct cml_error *err)
{
	const struct cml_enumerator *enumerator = &worker->enumerator;
	const struct cml_search *search = run->exhaustive->search;
	size_t n_states = 0;
	if (!search->within_log)
		return CML_OK;
	if (cml_coverage_init(&worker->coverage, run->model, search->fixes, search->n_fixes, err) !=
	    CML_OK)
		return err->status;
	if (!has_fixed_contexts(run->model->space))
		return CML_OK;
	worker->first_state = cml_array_new(enumerator->n_positions, sizeof *worker->first_state);
	if (!worker->first_state)
		return cml_fail_memory(err);
	for (size_t p = 0; p < enumerator->n_positions; p++) {
		worker->first_state[p] = n_states;
		n_states += enumerator->n_states[p];
	}
	worker->covered = cml_array_new(n_states, sizeof *worker->covered);
	return worker->covered ? CML_OK : cml_fail_memory(err);
}

/* Whether the log covers the state of a position, in the contexts of the search. */
static enum cml_result ask_covered(const struct cml_exhaustive_run *run,
				   struct cml_exhaustive_worker *worker, size_t position,
				   bool *is_covered, struct cml_error *err)
{
	enum { UNKNOWN, YES, NO };
	const struct cml_enumerator *enumerator = &worker->enumerator;
	const struct cml_encoder *encoder = &run->model->encoder;
	size_t slot = enumerator->slots[position];
	unsigned char *known =
	    &worker->covered[worker->first_state[position] + enumerator->states[position]];
	if (*known == UNKNOWN) {
		float *x = worker->x + worker->n_waiting * run->model->n_features;
		if (cml_exhaustive_encode(run, worker, enumerator->values, x, err) != CML_OK)
			return err->status;
		bool has_features = encoder->first[slot] < encoder->first[slot + 1];
		*known = !has_features || cml_coverage_allows_column(&worker->coverage, x,
								     encoder->first[slot])
			     ? YES
			     : NO;
	}
	*is_covered = *known == YES;
	return CML_OK;
}

enum cml_result cml_exhaustive_find_uncovered(const struct cml_exhaustive_run *run,
					      struct cml_exhaustive_worker *worker, size_t changed,
					      size_t *position, struct cml_error *err)
{
	*position = CML_NO_POSITION;
	if (!worker->first_state)
		return CML_OK;
	for (size_t p = changed; p < worker->enumerator.n_positions; p++) {
		bool is_covered = false;
		if (ask_covered(run, worker, p, &is_covered, err) != CML_OK)
			return err->status;
		if (is_covered)
			continue;
		*position = p;
		return CML_OK;
	}
	return CML_OK;
}
