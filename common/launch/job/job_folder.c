#include "launch/job/job_folder.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "launch/local/keeper_lock.h"
#include "space/config.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How directories begin that are not claims yet, or no longer. */
#define HIDDEN ".claim."
#define HIDDEN_SIZE 96

void cml_attempt_name(struct cml_attempt_id attempt, char name[CML_ATTEMPT_NAME_SIZE])
{
	cml_key_print(attempt.key, name);
	snprintf(name + CML_KEY_SIZE - 1, CML_ATTEMPT_NAME_SIZE - CML_KEY_SIZE + 1, ".%lu",
		 (unsigned long)attempt.number);
}

bool cml_attempt_parse(struct cml_slice name, struct cml_attempt_id *attempt)
{
	struct cml_attempt_id parsed;
	struct cml_slice number = {name.data + CML_KEY_SIZE, name.size - CML_KEY_SIZE};
	char printed[CML_ATTEMPT_NAME_SIZE];
	int64_t value;

	if (name.size <= CML_KEY_SIZE || name.data[CML_KEY_SIZE - 1] != '.' ||
	    !cml_key_parse((struct cml_slice){name.data, CML_KEY_SIZE - 1}, &parsed.key) ||
	    !cml_parse_int(number, 1, UINT32_MAX, &value))
		return false;
	parsed.number = (uint32_t)value;
	cml_attempt_name(parsed, printed);
	if (!cml_slice_is(name, printed))
		return false;
	*attempt = parsed;
	return true;
}

static enum cml_result folder_fail(const char *path, int error_number, struct cml_error *err)
{
	cml_fail_errno(err, error_number, "cannot use the folder of the jobs");
	cml_error_locate(err, path, 0, NULL);
	return CML_IO_ERROR;
}

enum cml_result cml_job_folder_open(struct cml_job_folder *folder, const char *path,
				    struct cml_error *err)
{
	int fd;

	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return folder_fail(path, errno, err);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return folder_fail(path, errno, err);
	if ((mkdirat(fd, CML_KEEPERS, 0777) != 0 && errno != EEXIST) ||
	    realpath(path, folder->path) == NULL) {
		int error_number = errno;

		close(fd);
		return folder_fail(path, error_number, err);
	}
	folder->fd = fd + 1;
	return CML_OK;
}

enum cml_result cml_job_folder_check(const struct cml_job_folder *folder, struct cml_error *err)
{
	struct stat opened, named;

	if (fstat(folder->fd - 1, &opened) != 0)
		return folder_fail(folder->path, errno, err);
	if (stat(folder->path, &named) == 0 && named.st_ino == opened.st_ino &&
	    named.st_dev == opened.st_dev)
		return CML_OK;
	cml_fail(err, CML_IO_ERROR,
		 "the folder of the jobs was moved or removed while they ran; its results have no "
		 "rows yet: put it back, then run this again");
	cml_error_locate(err, folder->path, 0, NULL);
	return CML_IO_ERROR;
}

void cml_job_folder_release(struct cml_job_folder *folder)
{
	if (folder->fd != 0)
		close(folder->fd - 1);
	*folder = (struct cml_job_folder){0};
}

enum cml_result cml_attempt_path(const struct cml_job_folder *folder, struct cml_attempt_id attempt,
				 char path[PATH_MAX], struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];
	int n;

	cml_attempt_name(attempt, name);
	n = snprintf(path, PATH_MAX, "%s/%s", folder->path, name);
	return n >= 0 && n < PATH_MAX ? CML_OK : folder_fail(folder->path, ENAMETOOLONG, err);
}

/* Removes a directory and the files in it, as far as that goes: what stays is hidden, and
 * no claim. */
static void remove_directory(int folder_fd, const char *name)
{
	int fd = openat(folder_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (listing == NULL) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(listing)) != NULL)
		unlinkat(dirfd(listing), entry->d_name, 0);
	closedir(listing);
	unlinkat(folder_fd, name, AT_REMOVEDIR);
}

/* A name that nobody else uses. */
static void hidden_name(struct cml_attempt_id attempt, char hidden[HIDDEN_SIZE])
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(attempt, name);
	snprintf(hidden, HIDDEN_SIZE, HIDDEN "%s.%ld.%llx", name, (long)getpid(),
		 cml_clock_realtime_ns());
}

static int write_file(int directory_fd, const struct cml_job_file *file, bool sync)
{
	int fd = openat(directory_fd, file->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int error_number;

	if (fd < 0)
		return errno;
	error_number = cml_file_write(fd, file->content.data, file->content.size);
	if (error_number == 0 && sync && fsync(fd) != 0)
		error_number = errno;
	if (close(fd) != 0 && error_number == 0 && errno != EINTR)
		error_number = errno;
	return error_number;
}

/* The keeper comes first: see remove_leftover. */
static int fill(int directory_fd, const struct cml_claim *claim)
{
	char target[CML_KEEPER_NAME_SIZE + sizeof CML_KEEPERS + 4];
	int error_number = 0;

	if (claim->keeper != NULL) {
		snprintf(target, sizeof target, "../%s/%s", CML_KEEPERS, claim->keeper);
		if (symlinkat(target, directory_fd, CML_KEEPER_LINK) != 0)
			return errno;
	}
	for (size_t i = 0; i < claim->n_files && error_number == 0; i++)
		error_number = write_file(directory_fd, &claim->files[i], claim->sync);
	if (error_number == 0 && claim->sync && fsync(directory_fd) != 0 && errno != EINVAL)
		error_number = errno;
	return error_number;
}

/* Makes the hidden directory and gives it its name. *taken: somebody's stands there. */
static int claim_as(int folder_fd, const struct cml_claim *claim, const char *hidden,
		    const char *name, bool *taken)
{
	int error_number;
	int fd;

	if (mkdirat(folder_fd, hidden, 0777) != 0)
		return errno;
	fd = openat(folder_fd, hidden, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	error_number = fill(fd, claim);
	close(fd);
	if (error_number == 0 && renameat(folder_fd, hidden, folder_fd, name) != 0) {
		error_number = errno;
		*taken = errno == ENOTEMPTY || errno == EEXIST;
	}
	if (error_number == 0 && claim->sync && fsync(folder_fd) != 0 && errno != EINVAL)
		error_number = errno;
	return error_number;
}

enum cml_result cml_job_folder_claim(const struct cml_job_folder *folder,
				     const struct cml_claim *claim, bool *claimed,
				     struct cml_error *err)
{
	int folder_fd = folder->fd - 1;
	char name[CML_ATTEMPT_NAME_SIZE];
	char hidden[HIDDEN_SIZE];
	bool taken = false;
	int error_number;

	assert(claim->keeper != NULL || claim->n_files > 0);
	*claimed = false;
	cml_attempt_name(claim->attempt, name);
	if (faccessat(folder_fd, name, F_OK, 0) == 0)
		return CML_OK;
	hidden_name(claim->attempt, hidden);
	error_number = claim_as(folder_fd, claim, hidden, name, &taken);
	*claimed = error_number == 0;
	if (*claimed)
		return CML_OK;
	remove_directory(folder_fd, hidden);
	if (taken)
		return CML_OK;
	cml_fail_errno(err, error_number, "cannot make the directory of a job");
	cml_error_locate(err, folder->path, 0, NULL);
	return CML_IO_ERROR;
}

enum cml_result cml_job_folder_give_up(const struct cml_job_folder *folder,
				       struct cml_attempt_id attempt, struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];
	char hidden[HIDDEN_SIZE];

	cml_attempt_name(attempt, name);
	hidden_name(attempt, hidden);
	if (renameat(folder->fd - 1, name, folder->fd - 1, hidden) != 0)
		return folder_fail(folder->path, errno, err);
	remove_directory(folder->fd - 1, hidden);
	return CML_OK;
}

/* Of a process that died in the middle of a claim: its keeper says whether it did. Without
 * one it may be a claim that is being made, and stays. */
static void remove_leftover(int folder_fd, const char *name)
{
	int fd = openat(folder_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum cml_keeper_life life = CML_KEEPER_NONE;
	struct cml_error ignored;

	if (fd < 0)
		return;
	if (cml_keeper_lock_ask(fd, &life, NULL, &ignored) != CML_OK)
		life = CML_KEEPER_NONE;
	close(fd);
	if (life == CML_KEEPER_DEAD)
		remove_directory(folder_fd, name);
}

static int compare_attempts(const void *a, const void *b)
{
	const struct cml_attempt_id *first = a;
	const struct cml_attempt_id *second = b;

	if (first->key != second->key)
		return first->key < second->key ? -1 : 1;
	return first->number < second->number ? -1 : first->number > second->number;
}

enum cml_result cml_job_folder_scan(const struct cml_job_folder *folder,
				    struct cml_attempt_id **attempts, size_t *n,
				    struct cml_error *err)
{
	int folder_fd = folder->fd - 1;
	int fd = openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = fd < 0 ? NULL : fdopendir(fd);
	struct cml_attempt_id *found = NULL;
	struct dirent *entry;
	size_t n_found = 0;
	size_t capacity = 0;

	if (listing == NULL)
		return folder_fail(folder->path, errno, err);
	while (errno = 0, (entry = readdir(listing)) != NULL) {
		struct cml_attempt_id attempt;

		if (strncmp(entry->d_name, HIDDEN, strlen(HIDDEN)) == 0)
			remove_leftover(folder_fd, entry->d_name);
		if (!cml_attempt_parse(cml_slice_of(entry->d_name), &attempt))
			continue;
		if (!cml_array_reserve((void **)&found, &capacity, n_found + 1, sizeof *found)) {
			closedir(listing);
			free(found);
			return cml_fail_memory(err);
		}
		found[n_found++] = attempt;
	}
	int error_number = errno;
	closedir(listing);
	if (error_number != 0) {
		free(found);
		return folder_fail(folder->path, error_number, err);
	}
	if (n_found > 0)
		qsort(found, n_found, sizeof *found, compare_attempts);
	*attempts = found;
	*n = n_found;
	return CML_OK;
}

/* Of a directory. The record is looked for again when the keeper is dead: it may have written
 * it and ended in between. */
static enum cml_result look_into(int fd, struct cml_attempt_look *look, struct cml_error *err)
{
	int *pidfd = look->want_pidfd ? &look->keeper_pidfd : NULL;
	enum cml_keeper_life life;
	bool found;
	enum cml_result status = cml_job_record_read(fd, &look->record, &found, err);

	look->state = CML_ATTEMPT_FINISHED;
	if (status != CML_OK || found)
		return status;
	status = cml_keeper_lock_ask(fd, &life, pidfd, err);
	if (status != CML_OK)
		return status;
	look->state = life == CML_KEEPER_ALIVE ? CML_ATTEMPT_RUNNING : CML_ATTEMPT_ELSEWHERE;
	if (life != CML_KEEPER_DEAD)
		return CML_OK;
	status = cml_job_record_read(fd, &look->record, &found, err);
	look->state = found ? CML_ATTEMPT_FINISHED : CML_ATTEMPT_LOST;
	return status;
}

enum cml_result cml_job_folder_look(const struct cml_job_folder *folder,
				    struct cml_attempt_id attempt, struct cml_attempt_look *look,
				    struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];
	enum cml_result status;
	int fd;

	look->keeper_pidfd = -1;
	look->state = CML_ATTEMPT_NONE;
	cml_attempt_name(attempt, name);
	fd = openat(folder->fd - 1, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return CML_OK;
	if (fd < 0)
		return folder_fail(folder->path, errno, err);
	status = look_into(fd, look, err);
	close(fd);
	if (status != CML_OK) {
		char path[PATH_MAX];
		struct cml_error ignored;
		bool fits = cml_attempt_path(folder, attempt, path, &ignored) == CML_OK;

		cml_error_locate(err, fits ? path : folder->path, 0, NULL);
	}
	return status;
}
