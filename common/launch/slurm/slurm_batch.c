#include "launch/slurm/slurm_batch.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/job/template.h"
#include "table/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIRECTORY "batches"
#define JOB_SUFFIX ".job"
#define RUNNER "slurm"
#define FORBIDDEN "none" /* no job is called so */
#define TASK_LOG "slurm.log"
#define PLACE "batch"
#define MAX_TASKS 1000000 /* of a batch, whatever a file says */
#define LOG_TAIL (16 << 10)
#define FILE_NAME_SIZE (sizeof DIRECTORY + CML_SLURM_NAME_SIZE + 32)

/* `batches/NAME` with what comes behind it, in the folder of the jobs. */
static void print_file(const char *name, const char *suffix, char file[FILE_NAME_SIZE])
{
	snprintf(file, FILE_NAME_SIZE, DIRECTORY "/%s%s", name, suffix);
}

static enum cml_result batches_fail(const struct cml_job_folder *folder, const char *file,
				    int error_number, struct cml_error *err)
{
	char path[PATH_MAX + FILE_NAME_SIZE];

	snprintf(path, sizeof path, "%s/%s", folder->path, file);
	return cml_fail_file(err, error_number, "cannot store a batch of jobs", path);
}

enum cml_result cml_slurm_batches_make(const struct cml_job_folder *folder, struct cml_error *err)
{
	int fd = mkdirat(folder->fd, DIRECTORY, 0777) == 0 || errno == EEXIST
		     ? openat(folder->fd, DIRECTORY, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
		     : -1;

	if (fd < 0)
		return batches_fail(folder, DIRECTORY "/", errno, err);
	enum cml_result status = cml_job_directory_own(fd, err);
	close(fd);
	return status;
}

/* Whole and synced, or not there. */
static enum cml_result write_whole(const struct cml_job_folder *folder, const char *name,
				   const char *suffix, struct cml_slice content,
				   struct cml_error *err)
{
	char path[PATH_MAX + FILE_NAME_SIZE];

	snprintf(path, sizeof path, "%s/" DIRECTORY "/%s%s", folder->path, name, suffix);
	return cml_output_put(path, content, err);
}

enum cml_result cml_slurm_batches_write(const struct cml_job_folder *folder, const char *run,
					struct cml_slice script, char name[CML_SLURM_NAME_SIZE],
					struct cml_error *err)
{
	snprintf(name, CML_SLURM_NAME_SIZE, "cml-%.20s-%llx", run, cml_clock_realtime_ns());
	return write_whole(folder, name, "", script, err);
}

void cml_slurm_batches_remove(const struct cml_job_folder *folder, const char *name)
{
	char file[FILE_NAME_SIZE];

	print_file(name, "", file);
	unlinkat(folder->fd, file, 0);
	print_file(name, JOB_SUFFIX, file);
	unlinkat(folder->fd, file, 0);
}

enum cml_result cml_slurm_batches_open_job(const struct cml_job_folder *folder, const char *name,
					   int *fd, struct cml_error *err)
{
	char file[FILE_NAME_SIZE];

	print_file(name, JOB_SUFFIX, file);
	*fd = openat(folder->fd, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	return *fd < 0 ? batches_fail(folder, file, errno, err) : CML_OK;
}

enum cml_result cml_slurm_batches_set_job(const struct cml_job_folder *folder, const char *name,
					  uint64_t job, struct cml_error *err)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%llu\n", (unsigned long long)job);

	return write_whole(folder, name, JOB_SUFFIX, (struct cml_slice){text, (size_t)n}, err);
}

uint64_t cml_slurm_batches_job(const struct cml_job_folder *folder, const char *name)
{
	char file[FILE_NAME_SIZE], text[4096];
	uint64_t job = 0;
	size_t n = 0;

	print_file(name, JOB_SUFFIX, file);
	int fd = openat(folder->fd, file, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && (cml_file_read(fd, text, sizeof text, 0, &n) != 0 ||
			!cml_slurm_parse_submitted((struct cml_slice){text, n}, &job)))
		job = 0;
	cml_file_close(fd);
	return job;
}

/* Room for `NAME INDEX N`. */
#define PLACE_SIZE (CML_SLURM_NAME_SIZE + 48)

enum cml_result cml_slurm_place_write(const char *attempt_dir, const struct cml_slurm_place *place,
				      struct cml_error *err)
{
	char path[PATH_MAX + sizeof "/" PLACE], text[PLACE_SIZE];
	int n = snprintf(text, sizeof text, "%s %zu %zu\n", place->name, place->index, place->n);

	snprintf(path, sizeof path, "%s/" PLACE, attempt_dir);
	return cml_output_put(path, (struct cml_slice){text, (size_t)n}, err);
}

bool cml_slurm_place_read(const struct cml_job_folder *folder, const char *attempt_dir,
			  struct cml_slurm_place *place)
{
	char path[PATH_MAX + sizeof "/" PLACE], text[PLACE_SIZE], file[FILE_NAME_SIZE];
	struct stat script, owner;
	size_t n = 0;

	snprintf(path, sizeof path, "%s/" PLACE, attempt_dir);
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool is_read = fd >= 0 && cml_file_read(fd, text, sizeof text - 1, 0, &n) == 0;
	cml_file_close(fd);
	text[n] = '\0';
	if (!is_read || sscanf(text, "%63s %zu %zu", place->name, &place->index, &place->n) != 3 ||
	    strchr(place->name, '/') || place->index >= place->n || place->n > MAX_TASKS)
		return false;
	print_file(place->name, "", file);
	return fstatat(folder->fd, file, &script, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISREG(script.st_mode) && fstat(folder->fd, &owner) == 0 &&
	       script.st_uid == owner.st_uid;
}

static int open_runner(const char *attempt_dir, int flags)
{
	char path[PATH_MAX + sizeof "/" RUNNER];

	snprintf(path, sizeof path, "%s/" RUNNER, attempt_dir);
	return open(path, flags | O_CLOEXEC, 0666);
}

void cml_slurm_runner(const char *attempt_dir, char runner[CML_SLURM_NAME_SIZE])
{
	int fd = open_runner(attempt_dir, O_RDONLY);
	size_t n = 0;

	if (fd >= 0 && cml_file_read(fd, runner, CML_SLURM_NAME_SIZE - 1, 0, &n) != 0)
		n = 0;
	cml_file_close(fd);
	runner[n] = '\0';
	runner[strcspn(runner, " \n")] = '\0'; /* how often it was requeued follows */
	if (strcmp(runner, FORBIDDEN) == 0)
		runner[0] = '\0';
}

bool cml_slurm_forbid(const char *attempt_dir)
{
	char runner[CML_SLURM_NAME_SIZE];
	int fd = open_runner(attempt_dir, O_WRONLY | O_CREAT | O_EXCL);

	/* Empty is as good: it is no job's name either. */
	if (fd >= 0) {
		(void)cml_file_fill(fd, cml_slice_of(FORBIDDEN "\n"), false);
		return true;
	}
	if (errno != EEXIST)
		return errno == ENOENT; /* no job begins there any more */
	cml_slurm_runner(attempt_dir, runner);
	return runner[0] == '\0';
}

enum cml_result cml_slurm_task_log(const struct cml_job_folder *folder, const char *name,
				   size_t task, const char *attempt_dir, bool move,
				   struct cml_buffer *text, struct cml_error *err)
{
	char file[FILE_NAME_SIZE], moved[PATH_MAX + sizeof "/" TASK_LOG];

	cml_buffer_clear(text);
	snprintf(file, sizeof file, DIRECTORY "/%s.%zu.log", name, task);
	snprintf(moved, sizeof moved, "%s/" TASK_LOG, attempt_dir);
	int fd = openat(folder->fd, file, O_RDONLY | O_CLOEXEC);
	bool here = fd >= 0;
	if (!here)
		fd = open(moved, O_RDONLY | O_CLOEXEC);
	/* Of one that cannot be read, what is there counts. */
	bool is_full = fd >= 0 && cml_file_read_tail(fd, LOG_TAIL, text) == ENOMEM;
	cml_file_close(fd);
	if (here && move && text->size == 0)
		unlinkat(folder->fd, file, 0);
	else if (here && move)
		(void)renameat(folder->fd, file, AT_FDCWD, moved);
	return is_full ? cml_fail_memory(err) : CML_OK;
}

#define HEAD                                                                                       \
	"#!/bin/sh\n"                                                                              \
	"# Written by cml-submit: each task runs the job of one directory.\n"                      \
	"case ${SLURM_ARRAY_TASK_ID:-0} in\n"
#define TAIL_BEFORE_FOLDER "*) exit 2 ;;\nesac\njob="
/* `set -C` opens with O_EXCL. A job that Slurm requeued comes again with a higher count; one that
 * comes again with the same was started by a controller that crashed and forgot that it had
 * started it, and may still be running: it gets a new attempt when it has not. */
#define TAIL_BEFORE_SELF                                                                           \
	"/$job\n"                                                                                  \
	"me=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}\n"   \
	"me=${me:-$(uname -n).$$} count=${SLURM_RESTART_COUNT:-0}\n"                               \
	"# Submitted or started twice by a controller that crashed, it still runs once.\n"         \
	"if ! (set -C && echo \"$me $count\" >\"$job/slurm\") 2>/dev/null; then\n"                 \
	"\tread -r first before <\"$job/slurm\" || exit 2\n"                                       \
	"\t[ \"$first\" = \"$me\" ] && [ \"$count\" -gt \"$before\" ] || exit 0\n"                 \
	"\techo \"$me $count\" >\"$job/slurm\"\n"                                                  \
	"fi\n"                                                                                     \
	"exec "
#define TAIL " --run-job \"$job\"\n"

enum cml_result cml_slurm_script_print(struct cml_buffer *text, const char *self,
				       const char *folder, const struct cml_attempt_id *attempts,
				       size_t n, struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_buffer_append_string(text, HEAD);
	for (size_t i = 0; i < n; i++) {
		cml_attempt_name(attempts[i], name);
		cml_buffer_printf(text, "%zu) job=%s ;;\n", i, name);
	}
	cml_buffer_append_string(text, TAIL_BEFORE_FOLDER);
	cml_shell_quote(text, cml_slice_of(folder));
	cml_buffer_append_string(text, TAIL_BEFORE_SELF);
	cml_shell_quote(text, cml_slice_of(self));
	cml_buffer_append_string(text, TAIL);
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}
