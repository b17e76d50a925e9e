#include "tool_submit.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_SUFFIX ".jobs"

/* A handler has no other way to know. */
static volatile int n_interrupts;
static volatile sig_atomic_t first_signal;
static volatile enum cml_interrupt interrupt_what;
static int wake_pipe[2] = {-1, -1};

static void take_signal(int signal_number)
{
	int before = errno;

	if (first_signal == 0)
		first_signal = signal_number;
	if (signal_number == SIGHUP)
		interrupt_what = CML_INTERRUPT_DETACH;
	n_interrupts++;
	if (write(wake_pipe[1], "", 1) < 0)
		errno = before; /* full: it is readable already */
	errno = before;
}

enum cml_result tool_interrupts_watch(enum cml_interrupt what,
				      struct cml_submission_options *submission,
				      struct cml_error *err)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = take_signal};

	if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
		return cml_fail_errno(err, errno, "a pipe for signals");
	interrupt_what = what;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction old;

		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	submission->wake = wake_pipe[0];
	submission->interrupts = &n_interrupts;
	submission->interrupt = &interrupt_what;
	return CML_OK;
}

int tool_interrupt_signal(void)
{
	return first_signal;
}

#define MAX_GPUS 1024

/* How often a GPU stands in the places there are. */
static size_t count_gpu(const struct tool_gpus *gpus, struct cml_slice gpu)
{
	struct cml_slice one;
	size_t n = 0;

	for (size_t i = 0; i < gpus->n; i++) {
		struct cml_slice rest = cml_slice_of(gpus->texts[i]);

		while (cml_slice_split(&rest, ',', &one))
			n += cml_slice_equal(one, gpu);
	}
	return n;
}

/* One place: `0+1` becomes `0,1`. */
static bool add_gpus(struct tool_gpus *gpus, struct cml_slice word)
{
	char *text = cml_arena_copy(&gpus->arena, word);

	for (char *byte = text; byte && *byte; byte++)
		if (*byte == '+')
			*byte = ',';
	gpus->texts[gpus->n++] = text;
	return text != NULL;
}

/* Each GPU of the last place is one, and stands nowhere else. */
static void check_gpus(struct argp_state *state, const char *argument, const struct tool_gpus *gpus)
{
	struct cml_slice rest = cml_slice_of(gpus->texts[gpus->n - 1]), gpu;

	while (cml_slice_split(&rest, ',', &gpu)) {
		if (gpu.size == 0 || strpbrk(gpus->texts[gpus->n - 1], " \t\n\v\f\r"))
			argp_error(state, "--gpus: not a number from 1 to %d, nor a list: \"%s\"",
				   MAX_GPUS, argument);
		if (count_gpu(gpus, gpu) > 1)
			argp_error(state, "--gpus: \"%.*s\" is repeated: \"%s\"", (int)gpu.size,
				   gpu.data, argument);
	}
}

static bool add_counted(struct argp_state *state, struct tool_gpus *gpus, size_t count)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	struct cml_slice rest = cml_slice_of(visible ? visible : ""), gpu;
	char number[CML_NUMBER_SIZE];
	bool added = true;

	for (size_t i = 0; i < count && added; i++) {
		snprintf(number, sizeof number, "%zu", i);
		gpu = cml_slice_of(number);
		if (visible &&
		    (!cml_slice_split(&rest, ',', &gpu) || (gpu = cml_slice_trim(gpu)).size == 0))
			argp_error(state, "--gpus %zu: CUDA_VISIBLE_DEVICES names %zu: \"%s\"",
				   count, i, visible);
		added = add_gpus(gpus, gpu);
	}
	return added;
}

error_t tool_parse_gpus(struct argp_state *state, const char *argument, struct tool_gpus *gpus)
{
	struct cml_slice rest = cml_slice_of(argument), word;
	bool added = true;
	int64_t count = 0;

	gpus->n = 0;
	if (!(gpus->texts = cml_arena_new(&gpus->arena, MAX_GPUS * sizeof *gpus->texts)))
		return ENOMEM;
	if (cml_parse_int(rest, 1, MAX_GPUS, &count))
		return add_counted(state, gpus, (size_t)count) ? 0 : ENOMEM;
	while (added && cml_slice_split(&rest, ',', &word)) {
		if (gpus->n == MAX_GPUS)
			argp_error(state, "--gpus: more than %d places", MAX_GPUS);
		word = cml_slice_trim(word);
		added = add_gpus(gpus, word);
		if (added)
			check_gpus(state, argument, gpus);
	}
	return added ? 0 : ENOMEM;
}

enum cml_result tool_real_path(const char *path, char real[PATH_MAX], struct cml_error *err)
{
	static const char not_found[] = "cannot be found";
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char parent[PATH_MAX];
	struct stat about;

	if (realpath(path, real))
		return CML_OK;
	/* A file that is there now was made meanwhile; a link leads nowhere. */
	if (errno != ENOENT || *name == '\0' ||
	    (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)))
		return cml_fail_file(err, errno, not_found, path);
	if (strlen(path) >= sizeof parent)
		return cml_fail_file(err, ENAMETOOLONG, not_found, path);
	cml_file_directory(path, parent);
	if (!realpath(parent, real))
		return cml_fail_file(err, errno, not_found, parent);
	size_t size = strcmp(real, "/") == 0 ? 0 : strlen(real);
	if (snprintf(real + size, PATH_MAX - size, "/%s", name) >= (int)(PATH_MAX - size))
		return cml_fail_file(err, ENAMETOOLONG, not_found, path);
	return CML_OK;
}

enum cml_result tool_job_folder_find(struct tool_job_folder *folder, const char *history, bool dry,
				     struct cml_error *err)
{
	const char *temporary = getenv("TMPDIR");
	int size;

	folder->temporary = !history;
	size = history ? snprintf(folder->path, PATH_MAX, "%s" FOLDER_SUFFIX, history)
		       : snprintf(folder->path, PATH_MAX, "%s/cml-submit.XXXXXX",
				  temporary && *temporary ? temporary : "/tmp");
	if (size >= PATH_MAX)
		return cml_fail_errno(err, ENAMETOOLONG, "the folder of the jobs");
	if (folder->temporary && !dry && !mkdtemp(folder->path))
		return cml_fail_errno(err, errno, folder->path);
	return CML_OK;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *where)
{
	(void)about;
	(void)type;
	(void)where;
	return remove(path);
}

void tool_job_folder_end(struct tool_job_folder *folder, const struct tool *tool, bool worth_seeing)
{
	if (!folder->temporary)
		return;
	if (!worth_seeing)
		nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	else
		tool_note(tool, "the output of the jobs is in %s", folder->path);
}
