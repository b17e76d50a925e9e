/* `replay=TABLE`, for studies that run nothing: results looked up in a job table with the columns
 * of the space, whose status column, or cml_status, has the failures. The last row of a
 * configuration counts. One without a row ends as cancelled: it was never measured. Each attempt
 * ends at once; memory: one entry for each row of the table. */
#include "launch/launcher.h"

#include "base/key.h"
#include "space/row_key.h"

#include <stdio.h>
#include <stdlib.h>

struct result {
	enum cml_job_status status;
	double value;
	double seconds; /* NaN: the table does not say */
	double *limits; /* n_limits */
};

struct replay {
	struct cml_key_set keys; /* the note beside each: its result */
	struct result *results;
	size_t n_limits;
	size_t n_results;
	size_t capacity;
	struct cml_launch *waiting; /* for its end; NULL: none */
	struct cml_arena arena;     /* of the limits */
};

static void replay_release(void *state)
{
	struct replay *replay = state;

	cml_key_set_release(&replay->keys);
	free(replay->results);
	cml_arena_release(&replay->arena);
}

static enum cml_result read_rows(struct replay *replay, struct cml_table_reader *reader,
				 struct cml_row_key *keys, struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(reader);
	size_t seconds = cml_header_find(header, cml_slice_of("cml_seconds")); /* as we write it */
	struct cml_row row;
	enum cml_result status;

	while ((status = cml_table_next(reader, &row, err)) == CML_OK) {
		size_t n = replay->n_results;
		struct cml_job job;
		double *limits;
		uint64_t key;

		if (n == UINT32_MAX || !CML_RESERVE(&replay->results, &replay->capacity, n + 1) ||
		    !CML_ARENA_NEW(&replay->arena, &limits, replay->n_limits))
			return cml_fail_memory(err);
		if (cml_row_key(keys, &row, &key, err) != CML_OK ||
		    cml_job_read(&keys->binding, &row, &job, err) != CML_OK ||
		    cml_job_read_limits(&keys->binding, &row, NULL, &job, limits, err) != CML_OK ||
		    cml_key_set_note(&replay->keys, key, (uint32_t)n, err) != CML_OK)
			return err->status;
		replay->results[n] = (struct result){job.status, job.target, NAN, limits};
		if (seconds != CML_NO_COLUMN)
			cml_parse_double(row.cells[seconds], &replay->results[n].seconds);
		replay->n_results++;
	}
	return status == CML_END ? CML_OK : status;
}

static enum cml_result read_table(struct replay *replay, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_row_key) keys = {0};
	bool ok = cml_table_open(&reader, options->argument, options->delimiter, err) == CML_OK &&
		  cml_row_key_init(&keys, options->space, cml_table_header(reader), options->na,
				   true, err) == CML_OK &&
		  read_rows(replay, reader, &keys, err) == CML_OK;

	return ok ? CML_OK : cml_error_locate(err, options->argument, 0, NULL);
}

static enum cml_result replay_open(void *state, const struct cml_launcher_options *options,
				   struct cml_error *err)
{
	struct replay *replay = state;

	if (!options->argument || !*options->argument)
		return cml_fail(err, CML_BAD_USAGE,
				"backend replay needs its table: --backend replay=TABLE");
	if (!options->space || options->space->metric == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_USAGE,
				"backend replay needs a space with a metric: -s SPACE");
	replay->n_limits = options->space->n_measured;
	return read_table(replay, options, err);
}

static size_t replay_capacity(const void *state)
{
	return !((const struct replay *)state)->waiting;
}

static enum cml_result replay_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	(void)err;
	((struct replay *)state)->waiting = launch;
	launch->started = true;
	return CML_OK;
}

static enum cml_result replay_wait(void *state, double timeout_s, int wake,
				   struct cml_launch_event *event, struct cml_error *err)
{
	static const struct result unknown = {CML_JOB_CANCELLED, NAN, NAN, NULL};
	struct replay *replay = state;
	uint32_t note = 0;

	(void)timeout_s;
	(void)wake;
	(void)err;
	if (!replay->waiting)
		return CML_END;
	bool found = cml_key_set_find(&replay->keys, replay->waiting->attempt.key, &note);
	const struct result *result = found ? &replay->results[note] : &unknown;
	*event = (struct cml_launch_event){.launch = replay->waiting,
					   .has_result = true,
					   .status = result->status,
					   .value = result->value,
					   .limits = result->limits,
					   .seconds = result->seconds};
	if (!found)
		snprintf(event->reason, sizeof event->reason, "not in the table: never measured");
	replay->waiting = NULL;
	return CML_OK;
}

const struct cml_launcher_kind cml_launcher_replay = {
    .name = "replay",
    .argument = "TABLE",
    .state_size = sizeof(struct replay),
    .open = replay_open,
    .capacity = replay_capacity,
    .start = replay_start,
    .wait = replay_wait,
    .release = replay_release,
};
