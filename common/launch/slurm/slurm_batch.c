#include "launch/slurm/slurm_batch.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIRECTORY "batches"
#define LOCK "lock"
#define JOB_SUFFIX ".job"
#define RUNNER "slurm"
#define FORBIDDEN "none\n" /* no job is called so */
#define TASK_LOG "slurm.log"
#define LOG_TAIL ((off_t)16 << 10)
#define FILE_NAME_SIZE (CML_SLURM_NAME_SIZE + 32)

static enum cml_result batches_fail(const struct cml_slurm_batches *batches, const char *name,
				    int error_number, struct cml_error *err)
{
	char path[PATH_MAX + FILE_NAME_SIZE];

	snprintf(path, sizeof path, "%s/" DIRECTORY "/%s", batches->folder->path, name);
	cml_fail_errno(err, error_number, "cannot keep a batch of jobs");
	cml_error_locate(err, path, 0, NULL);
	return CML_IO_ERROR;
}

enum cml_result cml_slurm_batches_open(struct cml_slurm_batches *batches,
				       const struct cml_job_folder *folder, const char *run,
				       struct cml_error *err)
{
	int fd;

	*batches = (struct cml_slurm_batches){.folder = folder};
	snprintf(batches->prefix, sizeof batches->prefix, "cml-%.20s", run);
	if (mkdirat(folder->fd, DIRECTORY, 0777) != 0 && errno != EEXIST)
		return batches_fail(batches, "", errno, err);
	fd = openat(folder->fd, DIRECTORY, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return batches_fail(batches, "", errno, err);
	batches->fd = fd + 1;
	return CML_OK;
}

void cml_slurm_batches_release(struct cml_slurm_batches *batches)
{
	cml_slurm_batches_unlock(batches);
	if (batches->fd != 0)
		close(batches->fd - 1);
	*batches = (struct cml_slurm_batches){0};
}

enum cml_result cml_slurm_batches_lock(struct cml_slurm_batches *batches, struct cml_error *err)
{
	int fd;

	if (batches->lock_fd != 0)
		return CML_OK;
	fd = openat(batches->fd - 1, LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return batches_fail(batches, LOCK, errno, err);
	while (flock(fd, LOCK_EX) != 0) {
		if (errno != EINTR) {
			int error_number = errno;

			close(fd);
			return batches_fail(batches, LOCK, error_number, err);
		}
	}
	batches->lock_fd = fd + 1;
	return CML_OK;
}

void cml_slurm_batches_unlock(struct cml_slurm_batches *batches)
{
	/* Not LOCK_UN: an sbatch that shares the descriptor keeps the lock. */
	if (batches->lock_fd != 0)
		close(batches->lock_fd - 1);
	batches->lock_fd = 0;
}

/* Under a name of this process's own, as another may write the same file, synced, then renamed:
 * whole or not there. */
static int write_whole(int directory, const char *name, struct cml_slice content)
{
	char hidden[FILE_NAME_SIZE + 24];
	int fd, error_number;

	snprintf(hidden, sizeof hidden, ".%s.%ld", name, (long)getpid());
	fd = openat(directory, hidden, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno;
	error_number = cml_file_write(fd, content.data, content.size);
	if (error_number == 0 && fsync(fd) != 0)
		error_number = errno;
	if (close(fd) != 0 && error_number == 0 && errno != EINTR)
		error_number = errno;
	if (error_number == 0 && renameat(directory, hidden, directory, name) != 0)
		error_number = errno;
	if (error_number == 0 && fsync(directory) != 0 && errno != EINVAL)
		error_number = errno;
	if (error_number != 0)
		unlinkat(directory, hidden, 0);
	return error_number;
}

enum cml_result cml_slurm_batches_write(struct cml_slurm_batches *batches, struct cml_slice script,
					char name[CML_SLURM_NAME_SIZE], struct cml_error *err)
{
	int error_number;

	snprintf(name, CML_SLURM_NAME_SIZE, "%s-%llx-%lx", batches->prefix,
		 cml_clock_realtime_ns() / 1000u, (unsigned long)batches->next++);
	error_number = write_whole(batches->fd - 1, name, script);
	return error_number == 0 ? CML_OK : batches_fail(batches, name, error_number, err);
}

void cml_slurm_batches_remove(struct cml_slurm_batches *batches, const char *name)
{
	unlinkat(batches->fd - 1, name, 0);
}

static void job_file(const char *name, char file[FILE_NAME_SIZE])
{
	snprintf(file, FILE_NAME_SIZE, "%s" JOB_SUFFIX, name);
}

enum cml_result cml_slurm_batches_set_job(struct cml_slurm_batches *batches, const char *name,
					  uint64_t job, struct cml_error *err)
{
	char file[FILE_NAME_SIZE], text[32];
	int n = snprintf(text, sizeof text, "%llu\n", (unsigned long long)job);
	int error_number;

	job_file(name, file);
	error_number = write_whole(batches->fd - 1, file, (struct cml_slice){text, (size_t)n});
	return error_number == 0 ? CML_OK : batches_fail(batches, file, error_number, err);
}

/* The first line of a small file, without its end; empty when there is none. */
static struct cml_slice read_line(int directory, const char *name, char *text, size_t size)
{
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
	size_t n = 0;

	if (fd >= 0) {
		if (cml_file_read(fd, text, size - 1, 0, &n) != 0)
			n = 0;
		close(fd);
	}
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return cml_slice_of(text);
}

uint64_t cml_slurm_batches_job(const struct cml_slurm_batches *batches, const char *name)
{
	char file[FILE_NAME_SIZE], text[32];
	uint64_t job = 0;

	job_file(name, file);
	if (!cml_parse_uint64(read_line(batches->fd - 1, file, text, sizeof text), &job))
		return 0;
	return job;
}

static enum cml_result read_all(int fd, struct cml_buffer *text, struct cml_error *err)
{
	char piece[8192];
	size_t n;

	do {
		int error_number =
		    cml_file_read(fd, piece, sizeof piece, (long long)text->size, &n);

		if (error_number != 0)
			return cml_fail_errno(err, error_number, "cannot read a batch of jobs");
		if (!cml_buffer_append(text, piece, n))
			return cml_fail_memory(err);
	} while (n == sizeof piece);
	return CML_OK;
}

/* CML_BAD_DATA: no batch. */
static enum cml_result read_batch(int directory, const char *name,
				  struct cml_slurm_batch_file *file, struct cml_error *err)
{
	struct cml_buffer text = {0};
	struct stat about;
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return cml_fail(err, CML_BAD_DATA, "not a batch");
	enum cml_result status = fstat(fd, &about) == 0 && S_ISREG(about.st_mode)
				     ? read_all(fd, &text, err)
				     : cml_fail(err, CML_BAD_DATA, "not a batch");
	close(fd);
	if (status == CML_OK)
		status =
		    cml_slurm_script_parse(cml_buffer_slice(&text), &file->attempts, &file->n, err);
	cml_buffer_release(&text);
	if (status == CML_OK) {
		memcpy(file->name, name, strlen(name) + 1); /* fits: see may_be_batch */
		file->owner = about.st_uid;
	}
	return status;
}

static bool may_be_batch(const char *name)
{
	return name[0] != '.' && strchr(name, '.') == NULL && strcmp(name, LOCK) != 0 &&
	       strlen(name) < CML_SLURM_NAME_SIZE;
}

enum cml_result cml_slurm_batches_scan(const struct cml_slurm_batches *batches,
				       struct cml_slurm_batch_file **files, size_t *n,
				       struct cml_error *err)
{
	struct cml_slurm_batch_file *all = NULL;
	size_t capacity = 0, count = 0;
	int fd = openat(batches->fd - 1, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = fd < 0 ? NULL : fdopendir(fd);
	enum cml_result status = CML_OK;
	struct dirent *entry;

	if (!listing) {
		status = batches_fail(batches, "", errno, err);
		if (fd >= 0)
			close(fd);
		return status;
	}
	while (status == CML_OK && (entry = readdir(listing)) != NULL) {
		struct cml_error ignored;

		if (!may_be_batch(entry->d_name))
			continue;
		if (!cml_array_reserve((void **)&all, &capacity, count + 1, sizeof *all)) {
			status = cml_fail_memory(err);
			break;
		}
		status = read_batch(fd, entry->d_name, &all[count], &ignored);
		if (status == CML_OK)
			count++;
		else if (status == CML_BAD_DATA)
			status = CML_OK;
		else
			*err = ignored;
	}
	closedir(listing);
	if (status == CML_OK) {
		*files = all;
		*n = count;
	} else {
		cml_slurm_batch_files_free(all, count);
	}
	return status;
}

void cml_slurm_batch_files_free(struct cml_slurm_batch_file *files, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(files[i].attempts);
	free(files);
}

void cml_slurm_runner(const char *attempt_dir, char runner[CML_SLURM_NAME_SIZE])
{
	int directory = open(attempt_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	runner[0] = '\0';
	if (directory < 0)
		return;
	read_line(directory, RUNNER, runner, CML_SLURM_NAME_SIZE);
	runner[strcspn(runner, " ")] = '\0'; /* how often it was requeued follows */
	close(directory);
}

bool cml_slurm_forbid(const char *attempt_dir)
{
	int directory = open(attempt_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int fd = -1;

	if (directory < 0)
		return false;
	fd = openat(directory, RUNNER, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	/* Empty is as good: it is no job's name either. */
	bool first = fd >= 0;
	if (first) {
		(void)cml_file_write(fd, FORBIDDEN, strlen(FORBIDDEN));
		close(fd);
	}
	close(directory);
	return first;
}

static enum cml_result read_tail(int fd, struct cml_buffer *text, struct cml_error *err)
{
	struct stat about;
	char piece[4096];
	size_t n = sizeof piece;
	off_t offset = 0;

	if (fstat(fd, &about) == 0 && about.st_size > LOG_TAIL)
		offset = about.st_size - LOG_TAIL;
	while (n == sizeof piece) {
		if (cml_file_read(fd, piece, sizeof piece, offset, &n) != 0)
			return CML_OK; /* what is there counts */
		if (!cml_buffer_append(text, piece, n))
			return cml_fail_memory(err);
		offset += (off_t)n;
	}
	return CML_OK;
}

enum cml_result cml_slurm_task_log(const struct cml_slurm_batches *batches, const char *name,
				   size_t task, const char *attempt_dir, bool move,
				   struct cml_buffer *text, struct cml_error *err)
{
	char file[FILE_NAME_SIZE], moved[PATH_MAX];
	enum cml_result status = CML_OK;
	int n = snprintf(moved, sizeof moved, "%s/" TASK_LOG, attempt_dir), fd = -1;

	cml_buffer_clear(text);
	if (n < 0 || (size_t)n >= sizeof moved)
		return CML_OK;
	snprintf(file, sizeof file, "%s.%zu.log", name, task);
	fd = openat(batches->fd - 1, file, O_RDONLY | O_CLOEXEC);
	bool here = fd >= 0;
	if (!here)
		fd = open(moved, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		status = read_tail(fd, text, err);
		close(fd);
	}
	if (here && move && text->size == 0)
		unlinkat(batches->fd - 1, file, 0);
	else if (here && move)
		(void)renameat(batches->fd - 1, file, AT_FDCWD, moved);
	return status;
}
