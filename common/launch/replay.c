#include "launch/replay.h"

#include "space/row_key.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Attempts that may wait for their ends at a time. */
#define N_WAITING 64

struct result {
	uint64_t key;
	size_t order; /* of its row in the table */
	enum cml_job_status status;
	double value;
	double seconds; /* NaN: the table does not say */
};

struct replay {
	struct result *results; /* by key */
	size_t n_results;
	size_t capacity;
	struct cml_launch *waiting[N_WAITING]; /* a ring */
	size_t n_jobs;                         /* most of them at a time */
	size_t first;
	size_t n_waiting;
};

static void replay_free(void *state)
{
	struct replay *replay = state;

	if (!replay)
		return;
	free(replay->results);
	free(replay);
}

static int compare_results(const void *a, const void *b)
{
	const struct result *one = a, *other = b;

	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	return one->order < other->order ? -1 : one->order > other->order;
}

/* The row that counts, of each key: the last. */
static void keep_last(struct replay *replay)
{
	size_t n = 0;

	qsort(replay->results, replay->n_results, sizeof *replay->results, compare_results);
	for (size_t i = 0; i < replay->n_results; i++)
		if (i + 1 == replay->n_results ||
		    replay->results[i].key != replay->results[i + 1].key)
			replay->results[n++] = replay->results[i];
	replay->n_results = n;
}

/* Where a table that cml-submit wrote says what the space does not ask for. */
struct own_columns {
	size_t status; /* CML_NO_COLUMN when the space has a status column of its own */
	size_t seconds;
};

static enum cml_result read_result(const struct cml_row_key *keys, const struct own_columns *own,
				   const struct cml_row *row, struct result *result,
				   struct cml_error *err)
{
	struct cml_job job;
	enum cml_result status = cml_job_read(&keys->binding, row, &job, err);

	if (status != CML_OK)
		return status;
	result->status = job.status;
	result->value = job.target;
	result->seconds = NAN;
	if (own->seconds != CML_NO_COLUMN)
		cml_parse_double(row->cells[own->seconds], &result->seconds);
	if (own->status == CML_NO_COLUMN || cml_na_has(keys->na, row->cells[own->status]) ||
	    !cml_job_status_parse(row->cells[own->status], &job.status))
		return CML_OK;
	/* A job that is told to be ok and has no value is none. */
	if (job.status != CML_JOB_OK || !isnan(job.target))
		result->status = job.status;
	if (result->status != CML_JOB_OK)
		result->value = NAN;
	return CML_OK;
}

static enum cml_result read_rows(struct replay *replay, struct cml_table_reader *reader,
				 struct cml_row_key *keys, struct cml_error *err)
{
	const struct cml_header *header = cml_table_header(reader);
	struct own_columns own = {CML_NO_COLUMN,
				  cml_header_find(header, cml_slice_of("cml_seconds"))};
	struct cml_row row;
	enum cml_result status;

	if (keys->space->status == CML_NO_COLUMN)
		own.status = cml_header_find(header, cml_slice_of("cml_status"));
	while ((status = cml_table_next(reader, &row, err)) == CML_OK) {
		struct result result = {.order = replay->n_results};

		status = cml_row_key(keys, &row, &result.key, err);
		if (status == CML_OK)
			status = read_result(keys, &own, &row, &result, err);
		if (status != CML_OK)
			break;
		if (!cml_array_reserve((void **)&replay->results, &replay->capacity,
				       replay->n_results + 1, sizeof result))
			return cml_fail_memory(err);
		replay->results[replay->n_results++] = result;
	}
	if (status != CML_END)
		return status;
	keep_last(replay);
	return CML_OK;
}

static enum cml_result read_table(struct replay *replay, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_row_key keys = {0};
	enum cml_result status = cml_table_open(&reader, options->argument, 0, err);

	if (status == CML_OK)
		status = cml_row_key_init(&keys, options->space, cml_table_header(reader),
					  options->na, true, err);
	if (status == CML_OK)
		status = read_rows(replay, reader, &keys, err);
	if (status != CML_OK)
		cml_error_locate(err, options->argument, 0, NULL);
	cml_row_key_release(&keys);
	cml_table_free(reader);
	return status;
}

static enum cml_result replay_open(void **state, const struct cml_launcher_options *options,
				   struct cml_error *err)
{
	struct replay *replay;

	if (!options->argument || !*options->argument)
		return cml_fail(err, CML_BAD_USAGE,
				"backend replay needs its table: --backend replay=TABLE");
	if (!options->space || options->space->metric == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_USAGE,
				"backend replay needs a space with a metric: -s SPACE");
	if (!(replay = cml_array_new(1, sizeof *replay)))
		return cml_fail_memory(err);
	replay->n_jobs =
	    options->n_jobs > 0 && options->n_jobs < N_WAITING ? options->n_jobs : N_WAITING;
	enum cml_result status = read_table(replay, options, err);
	if (status == CML_OK)
		*state = replay;
	else
		replay_free(replay);
	return status;
}

static size_t replay_capacity(const void *state)
{
	const struct replay *replay = state;

	return replay->n_jobs - replay->n_waiting;
}

static enum cml_result replay_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct replay *replay = state;

	(void)err;
	replay->waiting[(replay->first + replay->n_waiting++) % N_WAITING] = launch;
	launch->started = true;
	return CML_OK;
}

/* Nothing outlives a replay. */
static enum cml_result replay_adopt(void *state, struct cml_launch *launch, bool *running,
				    struct cml_error *err)
{
	(void)state;
	(void)launch;
	(void)err;
	*running = false;
	return CML_OK;
}

static int compare_key(const void *key, const void *result)
{
	uint64_t wanted = *(const uint64_t *)key;
	uint64_t has = ((const struct result *)result)->key;

	return wanted < has ? -1 : wanted > has;
}

static enum cml_result replay_wait(void *state, double timeout_s, int wake,
				   struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct replay *replay = state;

	(void)timeout_s;
	(void)wake;
	(void)err;
	*got = replay->n_waiting > 0;
	if (!*got)
		return CML_OK;
	memset(event, 0, sizeof *event);
	event->launch = replay->waiting[replay->first];
	replay->first = (replay->first + 1) % N_WAITING;
	replay->n_waiting--;
	const struct result *found = bsearch(&event->launch->attempt.key, replay->results,
					     replay->n_results, sizeof *found, compare_key);
	event->has_result = true;
	event->status = found ? found->status : CML_JOB_CANCELLED;
	event->value = found ? found->value : NAN;
	event->seconds = found ? found->seconds : NAN;
	if (!found)
		snprintf(event->reason, sizeof event->reason, "not in the table: never measured");
	return CML_OK;
}

static enum cml_result replay_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				  bool hurry, struct cml_error *err)
{
	(void)state;
	(void)launch;
	(void)why;
	(void)hurry;
	(void)err;
	return CML_OK; /* its end is there already */
}

const struct cml_launcher_kind cml_launcher_replay = {
    .name = "replay",
    .doc = "results of a measured table, without running anything",
    .argument = "TABLE",
    .has_directories = false,
    .open = replay_open,
    .capacity = replay_capacity,
    .start = replay_start,
    .adopt = replay_adopt,
    .wait = replay_wait,
    .end = replay_end,
    .free = replay_free,
};
