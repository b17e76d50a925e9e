#include "tool_submit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/number.h"
#include "base/text.h"
#include "launch/job/job_home.h"
#include "launch/submission_stats.h"

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

static error_t parse_backend(int key, char *argument, struct argp_state *state)
{
	struct tool_backend *backend = state->input;

	if (key != backend->options[0].key)
		return ARGP_ERR_UNKNOWN;
	backend->name = argument;
	return 0;
}

void tool_backend_init(struct tool_backend *backend)
{
	size_t length = 0;

	*backend = (struct tool_backend){.name = "local", .argp = {.parser = parse_backend}};
	for (size_t i = 0; i < cml_n_launcher_kinds && length < sizeof backend->names; i++) {
		const struct cml_launcher_kind *kind = cml_launcher_kinds[i];

		length += (size_t)snprintf(backend->names + length, sizeof backend->names - length,
					   "%s%s%s%s", i > 0 ? "|" : "", kind->name,
					   kind->argument ? "=" : "",
					   kind->argument ? kind->argument : "");
	}
	backend->options[0] = (struct argp_option){.name = "backend",
						   .key = 0x1000,
						   .arg = backend->names,
						   .doc = "where jobs run (default local); replay "
							  "looks results up in a table",
						   .group = 1};
	backend->argp.options = backend->options;
}

enum cml_result tool_interrupts_watch(enum cml_interrupt what, struct tool_interrupts *interrupts,
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
	*interrupts = (struct tool_interrupts){wake_pipe[0], &n_interrupts, &interrupt_what};
	return CML_OK;
}

int tool_interrupt_signal(void)
{
	return first_signal;
}

void tool_end_without_reader(const struct tool *tool, const struct tool_job_folder *folder)
{
	struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};

	if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR)) {
		if (folder->temporary)
			tool_note(tool,
				  "standard output is closed: the same command with --jobs %s "
				  "continues from there",
				  folder->path);
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
}

double tool_parse_duration(struct argp_state *state, const char *option, const char *argument)
{
	double seconds = 0;

	if (!cml_parse_duration(cml_slice_of(argument), &seconds))
		argp_error(state, "%s: not a time (90, 90s, 1.5m, 1h30m, 3d): \"%s\"", option,
			   argument);
	return seconds;
}

double tool_parse_time_limit(struct argp_state *state, const char *option, const char *argument)
{
	double seconds = tool_parse_duration(state, option, argument);

	if (seconds == 0)
		argp_error(state, "%s: not a time > 0: \"%s\"; without %s there is no limit",
			   option, argument, option);
	return seconds;
}

const char *tool_parse_history(struct argp_state *state, const char *argument)
{
	if (argument[0] == '\0')
		argp_error(state, "-a: the name of the history is empty");
	if (strncmp(argument, "/dev/", 5) == 0 && strncmp(argument, "/dev/shm/", 9) != 0)
		argp_error(state,
			   "-a %s: not a file of its own; without -a rows go to standard "
			   "output, and with -o FILE to a file",
			   argument);
	return argument;
}

double tool_parse_factor(struct argp_state *state, const char *option, const char *argument)
{
	double factor;

	if (!cml_parse_double(cml_slice_of(argument), &factor) || factor <= 1)
		argp_error(state, "%s: not a number > 1: \"%s\"", option, argument);
	return factor;
}

size_t tool_parse_whole(struct argp_state *state, const char *option, const char *argument)
{
	int64_t n = 0;

	if (!cml_parse_int(cml_slice_of(argument), 0, INT32_MAX, &n))
		argp_error(state, "%s: not a whole number from 0 to %d: \"%s\"", option, INT32_MAX,
			   argument);
	return (size_t)n;
}

#define MAX_GPUS 1024

/* How often a GPU stands in the places there are. */
static size_t count_gpu(const struct tool_gpus *gpus, struct cml_slice gpu)
{
	struct cml_slice one;
	size_t n = 0;

	for (size_t i = 0; i < gpus->n; i++) {
		struct cml_slice rest = cml_slice_of(gpus->texts[i]);
		bool started = false;

		while (cml_slice_split(&rest, ',', &started, &one))
			n += cml_slice_equal(one, gpu);
	}
	return n;
}

static bool has_blank(struct cml_slice word)
{
	for (size_t i = 0; i < word.size; i++)
		if (word.data[i] == ' ' || (word.data[i] >= '\t' && word.data[i] <= '\r'))
			return true;
	return false;
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
	bool started = false;

	while (cml_slice_split(&rest, ',', &started, &gpu)) {
		if (gpu.size == 0 || has_blank(gpu))
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
	bool started = false, added = true;

	gpus->allotted = visible != NULL;
	for (size_t i = 0; i < count && added; i++) {
		snprintf(number, sizeof number, "%zu", i);
		gpu = cml_slice_of(number);
		if (visible && (!cml_slice_split(&rest, ',', &started, &gpu) ||
				(gpu = cml_slice_trim(gpu)).size == 0))
			argp_error(state, "--gpus %zu: CUDA_VISIBLE_DEVICES names %zu: \"%s\"",
				   count, i, visible);
		added = add_gpus(gpus, gpu);
	}
	return added;
}

void tool_gpus_tell(const struct tool_gpus *gpus, const struct tool *tool)
{
	struct cml_buffer text = {0};
	bool whole = gpus->allotted;

	for (size_t i = 0; i < gpus->n && whole; i++)
		whole = cml_buffer_printf(&text, "%s%s", i > 0 ? ", " : "", gpus->texts[i]);
	if (whole)
		tool_note(tool, "--gpus: %.*s, as CUDA_VISIBLE_DEVICES names them", (int)text.size,
			  text.data);
	cml_buffer_release(&text);
}

error_t tool_parse_gpus(struct argp_state *state, const char *argument, struct tool_gpus *gpus)
{
	struct cml_slice rest = cml_slice_of(argument), word;
	bool started = false, added = true;
	int64_t count = 0;

	gpus->n = 0;
	if (!(gpus->texts = cml_arena_new(&gpus->arena, MAX_GPUS * sizeof *gpus->texts)))
		return ENOMEM;
	if (cml_parse_int(rest, 1, MAX_GPUS, &count))
		return add_counted(state, gpus, (size_t)count) ? 0 : ENOMEM;
	gpus->allotted = false;
	while (added && cml_slice_split(&rest, ',', &started, &word)) {
		if (gpus->n == MAX_GPUS)
			argp_error(state, "--gpus: more than %d places", MAX_GPUS);
		word = cml_slice_trim(word);
		added = add_gpus(gpus, word);
		if (added)
			check_gpus(state, argument, gpus);
	}
	return added ? 0 : ENOMEM;
}

enum cml_result tool_job_folder_find(struct tool_job_folder *folder, const char *asked_for,
				     const char *history, bool dry, struct cml_error *err)
{
	const char *temporary = getenv("TMPDIR");
	char path[PATH_MAX];
	int size;

	folder->temporary = !asked_for && !history;
	if (asked_for)
		size = snprintf(path, sizeof path, "%s", asked_for);
	else if (history)
		size = snprintf(path, sizeof path, "%s" CML_JOB_FOLDER_SUFFIX, history);
	else
		size = snprintf(path, sizeof path, "%s/cml-submit.XXXXXX",
				temporary && *temporary ? temporary : "/tmp");
	if (size >= (int)sizeof path)
		return cml_fail_errno(err, ENAMETOOLONG, "the folder of the jobs");
	if (folder->temporary && !dry && !mkdtemp(path))
		return cml_fail_errno(err, errno, path);
	return cml_real_path(path, folder->path, err);
}

enum cml_result tool_owned_path(const char *history, const struct tool_job_folder *folder,
				char path[PATH_MAX], struct cml_error *err)
{
	char link[PATH_MAX + 16];

	path[0] = '\0';
	if (history) {
		strcpy(path, history);
		return CML_OK;
	}
	if (!folder->path[0] || folder->temporary)
		return CML_OK;
	snprintf(link, sizeof link, "%s/" CML_HISTORY_LINK, folder->path);
	if (realpath(link, path))
		return CML_OK;
	path[0] = '\0';
	if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
		return cml_fail_errno(err, errno, folder->path);
	if (snprintf(path, PATH_MAX, "%s/owner", folder->path) >= PATH_MAX)
		return cml_fail_errno(err, ENAMETOOLONG, folder->path);
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

void tool_run_name(const char *folder, char name[CML_KEY_SIZE])
{
	cml_key_print(cml_hash(CML_HASH_SEED, folder, strlen(folder)), name);
	name[8] = '\0';
}

void tool_submit_progress(struct tool *tool, const struct cml_submission_stats *stats)
{
	struct cml_buffer text = {0};

	if (!tool_progress_due(tool))
		return;
	if (cml_stats_progress(&text, tool->name, stats, tool_progress_width(tool)) &&
	    text.size > 0)
		tool_progress_show(tool, cml_buffer_slice(&text));
	cml_buffer_release(&text);
}

void tool_submit_summary(const struct tool *tool, const struct cml_submission_stats *stats)
{
	struct cml_buffer text = {0};

	if (cml_stats_summary(&text, stats))
		tool_note(tool, "%.*s", (int)text.size, text.data);
	cml_buffer_release(&text);
}

size_t tool_submit_n_not_ok(const struct cml_submission_stats *stats)
{
	return stats->n_detached + stats->n_failed_before + stats->n_rows_removed +
	       cml_stats_n_bad(stats);
}
