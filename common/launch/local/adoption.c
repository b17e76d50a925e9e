#include "launch/local/adoption.h"

#include "base/number.h"
#include "launch/job/command_file.h"
#include "launch/local/keeper.h"
#include "launch/local/local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TAG_NOTIFY UINT64_MAX

enum cml_result cml_adoptions_init(struct cml_adoptions *adoptions,
				   const struct cml_job_folder *folder, struct cml_error *err)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = TAG_NOTIFY};

	memset(adoptions, 0, sizeof *adoptions);
	adoptions->folder = folder;
	adoptions->epoll = epoll_create1(EPOLL_CLOEXEC) + 1;
	adoptions->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK) + 1;
	if (adoptions->epoll == 0 || adoptions->notify == 0 ||
	    epoll_ctl(adoptions->epoll - 1, EPOLL_CTL_ADD, adoptions->notify - 1, &event) != 0)
		return cml_fail_errno(err, errno, "watching jobs of earlier runs");
	return CML_OK;
}

static void drop(struct cml_adoptions *adoptions, struct cml_adoption *entry)
{
	if (!entry->launch)
		return;
	close(entry->keeper);
	if (entry->watch >= 0)
		inotify_rm_watch(adoptions->notify - 1, entry->watch);
	entry->launch = NULL;
	adoptions->n--;
}

void cml_adoptions_release(struct cml_adoptions *adoptions)
{
	for (size_t i = 0; i < adoptions->n_entries; i++)
		drop(adoptions, &adoptions->entries[i]);
	if (adoptions->notify)
		close(adoptions->notify - 1);
	if (adoptions->epoll)
		close(adoptions->epoll - 1);
	free(adoptions->entries);
	memset(adoptions, 0, sizeof *adoptions);
}

size_t cml_adoptions_n(const struct cml_adoptions *adoptions)
{
	return adoptions->n;
}

int cml_adoptions_fd(const struct cml_adoptions *adoptions)
{
	return adoptions->epoll - 1;
}

/* The place that an environment names. */
static void find_slot(struct cml_slice environment, size_t *slot)
{
	size_t n = sizeof CML_LOCAL_SLOT; /* with the equals sign */

	while (environment.size > 0) {
		size_t size = strnlen(environment.data, environment.size);
		struct cml_slice number = {environment.data + n, size - n};
		int64_t value;

		if (size > n && memcmp(environment.data, CML_LOCAL_SLOT "=", n) == 0 &&
		    cml_parse_int(number, 0, INT32_MAX, &value))
			*slot = (size_t)value;
		environment.data += size + 1;
		environment.size -= size + 1;
	}
}

static void read_slot(const char *dir, size_t *slot)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	struct cml_error err;
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0 && cml_command_read(fd, &text, &command, &err) == CML_OK)
		find_slot(command.environment, slot);
	if (fd >= 0)
		close(fd);
	cml_command_text_release(&text);
}

static enum cml_result watch(struct cml_adoptions *adoptions, struct cml_adoption *entry,
			     struct cml_error *err)
{
	struct epoll_event event = {.events = EPOLLIN,
				    .data.u64 = (uint64_t)(entry - adoptions->entries)};

	if (epoll_ctl(adoptions->epoll - 1, EPOLL_CTL_ADD, entry->keeper, &event) != 0)
		return cml_fail_errno(err, errno, "watching jobs of earlier runs");
	/* A keeper whose tool lives goes on to its next job: the record tells, not its end. */
	entry->watch = inotify_add_watch(adoptions->notify - 1, entry->launch->dir,
					 IN_CLOSE_WRITE | IN_MOVED_TO);
	return CML_OK;
}

static struct cml_adoption *free_entry(struct cml_adoptions *adoptions)
{
	for (size_t i = 0; i < adoptions->n_entries; i++)
		if (!adoptions->entries[i].launch)
			return &adoptions->entries[i];
	if (!cml_array_reserve((void **)&adoptions->entries, &adoptions->capacity,
			       adoptions->n_entries + 1, sizeof *adoptions->entries))
		return NULL;
	return &adoptions->entries[adoptions->n_entries++];
}

enum cml_result cml_adoptions_add(struct cml_adoptions *adoptions, struct cml_launch *launch,
				  bool *running, size_t *slot, struct cml_error *err)
{
	struct cml_attempt_look look = {.want_pidfd = true};
	enum cml_result status =
	    cml_job_folder_look(adoptions->folder, launch->attempt, &look, err);

	*running = false;
	if (status != CML_OK || look.state != CML_ATTEMPT_RUNNING || look.keeper_pidfd < 0)
		return status;
	struct cml_adoption *entry = free_entry(adoptions);
	if (!entry) {
		close(look.keeper_pidfd);
		return cml_fail_memory(err);
	}
	*entry = (struct cml_adoption){.launch = launch, .keeper = look.keeper_pidfd, .watch = -1};
	adoptions->n++;
	launch->started = true;
	status = watch(adoptions, entry, err);
	/* The record may have come before the watch did. */
	look.want_pidfd = false;
	if (status == CML_OK)
		status = cml_job_folder_look(adoptions->folder, launch->attempt, &look, err);
	*running = status == CML_OK && look.state == CML_ATTEMPT_RUNNING;
	if (*running)
		read_slot(launch->dir, slot);
	else
		drop(adoptions, entry);
	return status;
}

enum cml_result cml_adoptions_next(struct cml_adoptions *adoptions, struct cml_launch **launch,
				   struct cml_job_record *record, bool *has_record,
				   struct cml_error *err)
{
	struct cml_attempt_look look = {0};
	char events[4096];

	while (read(adoptions->notify - 1, events, sizeof events) > 0)
		;
	for (size_t i = 0; i < adoptions->n_entries; i++) {
		struct cml_adoption *entry = &adoptions->entries[i];

		if (!entry->launch)
			continue;
		enum cml_result status =
		    cml_job_folder_look(adoptions->folder, entry->launch->attempt, &look, err);
		if (status != CML_OK)
			return status;
		if (look.state == CML_ATTEMPT_RUNNING)
			continue;
		*launch = entry->launch;
		*has_record = look.state == CML_ATTEMPT_FINISHED;
		*record = look.record;
		drop(adoptions, entry);
		return CML_OK;
	}
	return CML_END;
}

void cml_adoptions_end(struct cml_adoptions *adoptions, const struct cml_launch *launch,
		       enum cml_job_stop why)
{
	int signal_number =
	    why == CML_STOP_SLOW ? CML_KEEPER_SIGNAL_SLOW : CML_KEEPER_SIGNAL_CANCEL;

	for (size_t i = 0; i < adoptions->n_entries; i++)
		if (adoptions->entries[i].launch == launch)
			syscall(SYS_pidfd_send_signal, adoptions->entries[i].keeper, signal_number,
				NULL, 0);
}
