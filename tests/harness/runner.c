/* unit-tests [-j N] [--filter PATTERN] [--list | --here]: runs the tests linked with it
 * (criterion/criterion.h)
 *
 *   -j N                N at a time (as many as there are processors)
 *   --filter PATTERN    those whose SUITE/NAME matches, as file names do in a shell
 *   --list              names them and runs none
 *   --here              runs them one after another in this process, for a debugger, until one
 * fails
 *
 * Prints a line for each that is skipped or fails, then `N passed, N failed, N skipped`; ends with
 * 1 when one failed or there was none. */
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <criterion/criterion.h>

/* In memory that the processes share: one that a test started fails it, too. */
struct outcome {
	bool has_failed, is_skipped, has_returned;
};

struct running {
	pid_t pid;    /* 0: free */
	size_t test;  /* its place in tests and outcomes */
	double end_s; /* 0: any time */
};

enum { MAX_JOBS = 256 };

static struct unit_test *registered;
static const struct unit_test **tests;
static size_t n_tests;
static struct outcome *outcomes;
static struct running running[MAX_JOBS];
static size_t n_passed, n_failed, n_skipped;

/* Of the process of a test. */
static const struct unit_test *current;
static struct outcome *outcome;

void unit_add(struct unit_test *test)
{
	test->next = registered;
	registered = test;
}

void unit_fail(bool is_end, const char *file, int line, const char *what, const char *format, ...)
{
	char message[2048] = "";
	va_list values;
	va_start(values, format);
	vsnprintf(message, sizeof message, format, values);
	va_end(values);
	fprintf(stderr, "%s:%d: %s/%s: %s%s%s\n", file, line, current->suite, current->name, what,
		message[1] ? ":" : "", message[1] ? message : "");
	outcome->has_failed = true;
	if (is_end)
		_exit(1);
}

_Noreturn void unit_skip(const char *format, ...)
{
	va_list values;
	va_start(values, format);
	fprintf(stderr, "skipped: %s/%s: ", current->suite, current->name);
	vfprintf(stderr, format, values);
	fputc('\n', stderr);
	va_end(values);
	outcome->is_skipped = true;
	_exit(0);
}

static double now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The options of its suite; all zero when it has none. */
static struct unit_options suite_options(const struct unit_test *test)
{
	for (const struct unit_test *suite = registered; suite; suite = suite->next)
		if (!suite->name && strcmp(suite->suite, test->suite) == 0)
			return suite->options;
	return (struct unit_options){0};
}

static void call(void (*function)(void))
{
	if (function)
		function();
}

static void run(const struct unit_test *test)
{
	struct unit_options suite = suite_options(test);
	current = test;
	call(suite.init);
	call(test->options.init);
	test->body();
	call(test->options.fini);
	call(suite.fini);
	outcome->has_returned = true;
}

static int by_name(const void *left, const void *right)
{
	const struct unit_test *a = *(const struct unit_test *const *)left;
	const struct unit_test *b = *(const struct unit_test *const *)right;
	int order = strcmp(a->suite, b->suite);
	return order ? order : strcmp(a->name, b->name);
}

static bool choose(const char *pattern)
{
	size_t n = 0;
	for (struct unit_test *test = registered; test; test = test->next)
		n++;
	tests = calloc(n + 1, sizeof *tests);
	if (!tests)
		return false;
	for (struct unit_test *test = registered; test; test = test->next) {
		char path[512];
		snprintf(path, sizeof path, "%s/%s", test->suite, test->name ? test->name : "");
		if (test->name && fnmatch(pattern, path, FNM_EXTMATCH) == 0)
			tests[n_tests++] = test;
	}
	qsort(tests, n_tests, sizeof(const struct unit_test *), by_name);
	outcomes = mmap(NULL, (n_tests + 1) * sizeof *outcomes, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return outcomes != MAP_FAILED;
}

/* A group of its own, which an overdue test is ended with. */
static bool begin(struct running *slot, size_t i, const sigset_t *signals)
{
	double timeout_s = tests[i]->options.timeout;
	if (timeout_s <= 0)
		timeout_s = suite_options(tests[i]).timeout;
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0)
		return false;
	if (pid == 0) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sigprocmask(SIG_SETMASK, signals, NULL);
		outcome = &outcomes[i];
		run(tests[i]);
		exit(0);
	}
	*slot = (struct running){pid, i, timeout_s > 0 ? now_s() + timeout_s : 0};
	return true;
}

static void judge(size_t i, int status)
{
	const struct unit_test *test = tests[i];
	const struct outcome *result = &outcomes[i];
	int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	bool is_clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (result->has_failed)
		n_failed++;
	else if (result->is_skipped && is_clean)
		n_skipped++;
	else if (test->options.signal ? signal == test->options.signal
				      : is_clean && result->has_returned)
		n_passed++;
	else {
		n_failed++;
		fprintf(stderr, "%s/%s: ended by %s %d%s\n", test->suite, test->name,
			signal ? "signal" : "exit code", signal ? signal : WEXITSTATUS(status),
			result->has_returned ? " after its last line" : "");
	}
}

/* Ends those that take too long, and waits for one: its slot is free then. */
static void await(size_t n_jobs, const sigset_t *child)
{
	for (;;) {
		int status;
		pid_t pid = waitpid(-1, &status, WNOHANG);
		for (size_t k = 0; pid > 0 && k < n_jobs; k++)
			if (running[k].pid == pid) {
				judge(running[k].test, status);
				running[k].pid = 0;
				return;
			}
		if (pid > 0)
			continue;
		struct timespec second = {.tv_sec = 1};
		sigtimedwait(child, NULL, &second);
		for (size_t k = 0; k < n_jobs; k++)
			if (running[k].pid && running[k].end_s > 0 && now_s() > running[k].end_s) {
				const struct unit_test *test = tests[running[k].test];
				fprintf(stderr, "%s/%s: takes too long\n", test->suite, test->name);
				kill(-running[k].pid, SIGKILL);
				running[k].end_s = 0;
			}
	}
}

static bool run_all(size_t n_jobs)
{
	sigset_t child, before;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	size_t n_running = 0;
	for (size_t i = 0; i < n_tests || n_running > 0;) {
		size_t k = 0;
		while (k < n_jobs && running[k].pid)
			k++;
		if (k == n_jobs || i == n_tests) {
			await(n_jobs, &child);
			n_running--;
			continue;
		}
		if (!begin(&running[k], i++, &before)) {
			perror("fork");
			return false;
		}
		n_running++;
	}
	return true;
}

static void run_here(void)
{
	for (size_t i = 0; i < n_tests; i++) {
		outcome = &outcomes[i];
		run(tests[i]);
		if (outcome->has_failed)
			exit(1);
		n_passed++;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {{"filter", required_argument, NULL, 'f'},
						{"list", no_argument, NULL, 'l'},
						{"here", no_argument, NULL, 'h'},
						{0}};
	const char *pattern = "*";
	bool is_list = false, is_here = false;
	long n_jobs = sysconf(_SC_NPROCESSORS_ONLN);
	for (int option; (option = getopt_long(argc, argv, "j:", options, NULL)) != -1;)
		switch (option) {
		case 'j':
			n_jobs = atol(optarg);
			break;
		case 'f':
			pattern = optarg;
			break;
		case 'l':
			is_list = true;
			break;
		case 'h':
			is_here = true;
			break;
		default:
			return 2;
		}
	if (n_jobs < 1 || n_jobs > MAX_JOBS)
		n_jobs = 1;
	if (!choose(pattern)) {
		perror(argv[0]);
		return 1;
	}
	for (size_t i = 0; is_list && i < n_tests; i++)
		printf("%s/%s\n", tests[i]->suite, tests[i]->name);
	if (is_list)
		return 0;
	if (is_here)
		run_here();
	else if (!run_all((size_t)n_jobs))
		return 1;
	printf("%zu passed, %zu failed, %zu skipped\n", n_passed, n_failed, n_skipped);
	return n_failed > 0 || n_passed + n_skipped == 0;
}
