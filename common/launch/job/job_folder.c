#include "launch/job/job_folder.h"

#include "base/file.h"
#include "base/key.h"
#include "base/memory.h"
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

/* Of a path, behind the folder's: an attempt, and a file of it. */
#define FILE_ROOM 64

/* The directory that is being filled. */
#define HIDDEN ".claim"
/* A file for a moment, to see who owns it. */
#define PROBE ".owner"

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
	return cml_fail_file(err, error_number, "cannot use the folder of the jobs", path);
}

enum cml_result cml_job_directory_own(int fd, struct cml_error *err)
{
	struct stat found, made;

	if (fstat(fd, &found) != 0 || found.st_uid == geteuid())
		return CML_OK;
	int probe = openat(fd, PROBE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool is_ours = probe >= 0 && fstat(probe, &made) == 0 && made.st_uid == found.st_uid;
	if (probe >= 0)
		unlinkat(fd, PROBE, 0);
	cml_file_close(probe);
	return is_ours
		   ? CML_OK
		   : cml_fail(err, CML_IO_ERROR,
			      "this folder is of another user (%ld), whose jobs would run, or be "
			      "taken for results: run this as that user, or with a history of "
			      "your own",
			      (long)found.st_uid);
}

enum cml_result cml_job_folder_open(struct cml_job_folder *folder, const char *path,
				    struct cml_error *err)
{
	if ((mkdir(path, 0777) != 0 && errno != EEXIST) || !realpath(path, folder->path))
		return folder_fail(path, errno, err);
	if (strlen(folder->path) >= PATH_MAX - FILE_ROOM)
		return folder_fail(path, ENAMETOOLONG, err);
	folder->fd = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder->fd < 0)
		return folder_fail(path, errno, err);
	return cml_job_directory_own(folder->fd, err) == CML_OK
		   ? CML_OK
		   : cml_error_locate(err, folder->path, 0, NULL);
}

enum cml_result cml_job_folder_check(const struct cml_job_folder *folder, struct cml_error *err)
{
	if (cml_file_is_at(folder->fd, folder->path, NULL))
		return CML_OK;
	cml_fail(err, CML_IO_ERROR,
		 "the folder of the jobs was moved or removed while they ran; its results have no "
		 "rows yet: put it back, then run this again");
	return cml_error_locate(err, folder->path, 0, NULL);
}

void cml_job_folder_release(struct cml_job_folder *folder)
{
	if (folder->fd > 0)
		close(folder->fd);
	*folder = (struct cml_job_folder){0};
}

void cml_attempt_path(const struct cml_job_folder *folder, struct cml_attempt_id attempt,
		      char path[PATH_MAX])
{
	cml_attempt_name(attempt, stpcpy(stpcpy(path, folder->path), "/"));
}

/* Removes the hidden directory and the files in it, as far as that goes: what stays is no claim. */
static void remove_hidden(int folder_fd)
{
	DIR *listing = cml_file_list(folder_fd, HIDDEN);
	struct dirent *entry;

	if (!listing)
		return;
	while ((entry = readdir(listing)))
		unlinkat(dirfd(listing), entry->d_name, 0);
	closedir(listing);
	unlinkat(folder_fd, HIDDEN, AT_REMOVEDIR);
}

static int sync_hidden(int folder_fd)
{
	int fd = openat(folder_fd, HIDDEN, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error_number = fd < 0 ? errno : cml_file_sync(fd);

	cml_file_close(fd);
	return error_number;
}

/* Makes the hidden directory with the command and gives it its name. An errno, or 0. */
static int claim_as(int folder_fd, const char *name, struct cml_slice command, bool sync)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;

	if (mkdirat(folder_fd, HIDDEN, 0777) != 0) { /* of a tool that was killed in the middle */
		remove_hidden(folder_fd);
		if (mkdirat(folder_fd, HIDDEN, 0777) != 0)
			return errno;
	}
	int error_number = cml_file_fill(
	    openat(folder_fd, HIDDEN "/" CML_COMMAND_NAME, flags, 0666), command, sync);
	if (error_number == 0 && sync)
		error_number = sync_hidden(folder_fd);
	if (error_number == 0 && renameat(folder_fd, HIDDEN, folder_fd, name) != 0)
		error_number = errno;
	return error_number == 0 && sync ? cml_file_sync(folder_fd) : error_number;
}

enum cml_result cml_job_folder_claim(const struct cml_job_folder *folder,
				     struct cml_attempt_id attempt, struct cml_slice command,
				     bool sync, struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(attempt, name);
	int error_number = claim_as(folder->fd, name, command, sync);
	if (error_number == 0)
		return CML_OK;
	remove_hidden(folder->fd);
	if (error_number == ENOTEMPTY || error_number == EEXIST)
		return cml_fail(err, CML_IO_ERROR, "%s/%s: another program has made it",
				folder->path, name);
	return cml_fail_file(err, error_number, "cannot make the directory of a job", folder->path);
}

void cml_job_folder_unclaim(const struct cml_job_folder *folder, struct cml_attempt_id attempt)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(attempt, name);
	remove_hidden(folder->fd);
	if (renameat(folder->fd, name, folder->fd, HIDDEN) == 0)
		remove_hidden(folder->fd);
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
	DIR *listing = cml_file_list(folder->fd, ".");
	struct cml_attempt_id attempt;
	struct dirent *entry;
	size_t capacity = 0;
	bool fits = true;

	*attempts = NULL;
	*n = 0;
	if (!listing)
		return folder_fail(folder->path, errno, err);
	while (errno = 0, fits && (entry = readdir(listing)))
		if (cml_attempt_parse(cml_slice_of(entry->d_name), &attempt) &&
		    (fits = CML_RESERVE(attempts, &capacity, *n + 1)))
			(*attempts)[(*n)++] = attempt;
	int error_number = errno;
	closedir(listing);
	if (!fits)
		return cml_fail_memory(err);
	if (error_number != 0)
		return folder_fail(folder->path, error_number, err);
	if (*n > 0)
		qsort(*attempts, *n, sizeof **attempts, compare_attempts);
	return CML_OK;
}

int cml_attempt_open(const struct cml_job_folder *folder, struct cml_attempt_id attempt)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(attempt, name);
	return cml_file_open_at(folder->fd, name, O_RDONLY | O_DIRECTORY);
}

int cml_attempt_lock(int directory_fd)
{
	return TEMP_FAILURE_RETRY(flock(directory_fd, LOCK_EX)) == 0 ? 0 : errno;
}

/* Whether a process has the job's output open, which it has inherited with its lock. */
static bool is_output_held(int directory_fd, const char *name)
{
	int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	int fd = openat(directory_fd, name, flags);
	bool held = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;

	cml_file_close(fd);
	return held;
}

/* *local: this machine's locks are those of the attempt. A command that a machine reset has damaged
 * was on its way to the disk, as local ones are: a scheduler's is synced. */
static enum cml_result find_local(int directory_fd, bool *local,
				  char record_host[CML_RECORD_HOST_SIZE], struct cml_error *err)
{
	AUTO(cml_command_text) text = {0};
	struct cml_command command = {0};
	char host[CML_RECORD_HOST_SIZE];
	enum cml_result status = cml_command_read(directory_fd, &text, &command, err);

	cml_host_name(host);
	*local = status == CML_BAD_DATA ? faccessat(directory_fd, CML_COMMAND_NAME, F_OK, 0) == 0
					: status != CML_OK || cml_slice_is(command.host, host);
	if (!*local)
		snprintf(record_host, CML_RECORD_HOST_SIZE, "%.*s", (int)command.host.size,
			 command.host.data);
	return status == CML_BAD_DATA ? CML_OK : status;
}

static enum cml_result look_into(int directory_fd, struct cml_attempt_look *look,
				 struct cml_error *err)
{
	bool local, can_wait;
	enum cml_result status = cml_job_record_read(directory_fd, &look->record, err);

	look->state = CML_ATTEMPT_FINISHED;
	if (status != CML_NOTHING)
		return status;
	if (find_local(directory_fd, &local, look->record.host, err) != CML_OK)
		return err->status;
	look->state = local ? CML_ATTEMPT_RUNNING : CML_ATTEMPT_ELSEWHERE;
	if (!local)
		return CML_OK;
	if (flock(directory_fd, LOCK_EX | LOCK_NB) != 0)
		return errno == EWOULDBLOCK ? CML_OK
					    : cml_fail_errno(err, errno, "the lock of a job");
	status = cml_job_record_read(directory_fd, &look->record, err);
	if (status == CML_NOTHING && (is_output_held(directory_fd, CML_STDOUT_NAME) ||
				      is_output_held(directory_fd, CML_STDERR_NAME)))
		return CML_OK;
	look->state = CML_ATTEMPT_FINISHED;
	if (status != CML_NOTHING)
		return status;
	/* The record of the loss keeps a supervisor that is late (its tool was killed between claim
	 * and start) from starting it. */
	look->record = (struct cml_job_record){.lost = true, .exit_code = -1};
	return cml_job_record_write(directory_fd, &look->record, false, &can_wait, err);
}

enum cml_result cml_job_folder_look(const struct cml_job_folder *folder,
				    struct cml_attempt_id attempt, struct cml_attempt_look *look,
				    struct cml_error *err)
{
	char path[PATH_MAX];
	int fd = cml_attempt_open(folder, attempt);

	look->state = CML_ATTEMPT_NONE;
	if (fd < 0)
		return errno == ENOENT ? CML_OK : folder_fail(folder->path, errno, err);
	enum cml_result status =
	    cml_job_directory_own(fd, err) == CML_OK ? look_into(fd, look, err) : err->status;
	if (look->state == CML_ATTEMPT_FINISHED && look->record.lost)
		look->state = CML_ATTEMPT_LOST;
	close(fd);
	if (status != CML_OK) {
		cml_attempt_path(folder, attempt, path);
		return cml_error_locate(err, path, 0, NULL);
	}
	return CML_OK;
}
