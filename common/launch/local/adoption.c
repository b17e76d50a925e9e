#include "launch/local/adoption.h"

#include "base/memory.h"
#include "base/number.h"
#include "launch/job/command_file.h"
#include "launch/job/strings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Between two looks: longer and longer, as most of what a killed tool leaves ends soon. */
#define MIN_PAUSE_S 0.01
#define MAX_PAUSE_S 1.0

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void cml_adoptions_release(struct cml_adoptions *adoptions)
{
	free(adoptions->launches);
	memset(adoptions, 0, sizeof *adoptions);
}

/* The place that an environment names. */
static void find_slot(struct cml_slice environment, size_t *slot)
{
	const size_t n = sizeof CML_LOCAL_SLOT; /* with the equals sign */
	int64_t value;

	while (environment.size > 0) {
		struct cml_slice string = cml_strings_next(&environment);

		if (string.size > n && memcmp(string.data, CML_LOCAL_SLOT "=", n) == 0 &&
		    cml_parse_int((struct cml_slice){string.data + n, string.size - n}, 0,
				  INT32_MAX, &value))
			*slot = (size_t)value;
	}
}

static void read_slot(const struct cml_job_folder *folder, struct cml_attempt_id attempt,
		      size_t *slot)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	struct cml_error ignored;
	int fd = cml_attempt_open(folder, attempt);

	if (fd >= 0 && cml_command_read(fd, &text, &command, &ignored) == CML_OK)
		find_slot(command.environment, slot);
	if (fd >= 0)
		close(fd);
	cml_command_text_release(&text);
}

static void look_soon(struct cml_adoptions *adoptions)
{
	adoptions->pause_s = MIN_PAUSE_S;
	adoptions->look_at = now_s() + adoptions->pause_s;
}

enum cml_result cml_adoptions_add(struct cml_adoptions *adoptions, struct cml_launch *launch,
				  bool *running, size_t *slot, struct cml_error *err)
{
	struct cml_attempt_look look;
	enum cml_result status =
	    cml_job_folder_look(adoptions->folder, launch->attempt, &look, err);

	*running = status == CML_OK && look.state == CML_ATTEMPT_RUNNING;
	if (!*running)
		return status;
	if (!cml_array_reserve((void **)&adoptions->launches, &adoptions->capacity,
			       adoptions->n + 1, sizeof(struct cml_launch *)))
		return cml_fail_memory(err);
	adoptions->launches[adoptions->n++] = launch;
	launch->started = true;
	read_slot(adoptions->folder, launch->attempt, slot);
	look_soon(adoptions);
	return CML_OK;
}

double cml_adoptions_wait(const struct cml_adoptions *adoptions)
{
	return adoptions->n > 0 ? fmax(0, adoptions->look_at - now_s()) : INFINITY;
}

enum cml_result cml_adoptions_next(struct cml_adoptions *adoptions, struct cml_launch **launch,
				   struct cml_job_record *record, bool *has_record,
				   struct cml_error *err)
{
	struct cml_attempt_look look;

	if (cml_adoptions_wait(adoptions) > 0)
		return CML_END;
	for (size_t i = 0; i < adoptions->n; i++) {
		enum cml_result status = cml_job_folder_look(
		    adoptions->folder, adoptions->launches[i]->attempt, &look, err);

		if (status != CML_OK)
			return status;
		if (look.state == CML_ATTEMPT_RUNNING)
			continue;
		*launch = adoptions->launches[i];
		*has_record = look.state == CML_ATTEMPT_FINISHED;
		*record = look.record;
		adoptions->launches[i] = adoptions->launches[--adoptions->n];
		return CML_OK;
	}
	adoptions->pause_s = fmin(2 * adoptions->pause_s, MAX_PAUSE_S);
	adoptions->look_at = now_s() + adoptions->pause_s;
	return CML_END;
}
