/* forked-tests [-jN] [--alone] [--first] [--filter PATTERN]: runs the Criterion tests linked with
 * it, those of a suite in a process forked from this one.
 *
 * Criterion executes the program anew for each test, which takes 10 ms of CPU and under the
 * sanitizers 100, more than most tests do. So all builds but that for debuggers have this main, and
 * in it the functions that the macros of Criterion call: a test passes when nothing in it failed,
 * in processes and threads it started either. One that ends its process passes by the signal it
 * names alone; those behind it in the suite get another process, as they do behind one that leaves
 * limits, signals, standard streams or the environment other than they were. A leak fails the last
 * test of its process: the report of the sanitizer says which it is. One that takes longer than
 * eight times its timeout is ended by SIGALRM; under the sanitizers no time is too long.
 *
 *   -jN                 N suites at a time (default: 1)
 *   --alone             each test in a process of its own
 *   --first             ends with the first that fails
 *   --filter PATTERN    those whose SUITE/NAME matches, as file names do in a shell
 *
 * Prints a line for each test that is skipped or fails, then `N passed, N failed, N skipped`; ends
 * with 1 when one failed or there was none. */
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <criterion/event.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

/* The tests and suites of the program: sections that the linker names; weak, as there may be none.
 */
extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];
extern struct criterion_suite *__start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *__stop_cr_sts[] __attribute__((weak));

/* In memory that the processes share: one that a test started fails it, too. */
struct outcome {
	bool has_begun, has_failed, is_skipped, has_returned;
};

/* Tests of one suite from first on, in the process pid, or in none. */
struct run {
	size_t first, end;
	pid_t pid;
};

static struct outcome *outcomes;
static size_t n_tests, n_runs, n_passed, n_failed, n_skipped;
static struct run *runs;
static size_t *chosen; /* numbers of the tests that are asked for */

/* Of the process of a test. */
static const struct criterion_test *current;
static struct outcome *outcome;

static const struct criterion_suite *suite_of(const struct criterion_test *test)
{
	for (struct criterion_suite **suite = __start_cr_sts; suite < __stop_cr_sts; suite++)
		if (*suite && strcmp((*suite)->name, test->category) == 0)
			return *suite;
	return NULL;
}

static void call(void (*function)(void))
{
	if (function)
		function();
}

void criterion_internal_test_setup(void)
{
	const struct criterion_suite *suite = suite_of(current);
	if (suite && suite->data)
		call(suite->data->init);
	call(current->data->init);
}

void criterion_internal_test_main(void (*body)(void))
{
	body();
}

void criterion_internal_test_teardown(void)
{
	const struct criterion_suite *suite = suite_of(current);
	call(current->data->fini);
	if (suite && suite->data)
		call(suite->data->fini);
	outcome->has_returned = true;
}

void cri_asserts_passed_incr(void)
{
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
	fprintf(stderr, "%s:%u: %s/%s: %s\n", stats->file, stats->line, current->category,
		current->name, stats->message ? stats->message : "");
	outcome->has_failed = true;
}

void criterion_abort_test(void)
{
	_exit(1);
}

void criterion_continue_test(void)
{
}

void criterion_skip_test(const char *format, ...)
{
	va_list values;
	va_start(values, format);
	fprintf(stderr, "skipped: %s/%s: ", current->category, current->name);
	vfprintf(stderr, format, values);
	fputc('\n', stderr);
	va_end(values);
	outcome->is_skipped = true;
	_exit(0);
}

/* What a busy machine may take longer: sixty processes at a time took six times as long. */
enum { MAX_SLOWNESS = 8 };

/* Seconds until a test has failed; 0: none. */
static unsigned timeout_of(const struct criterion_test *test)
{
#ifdef __SANITIZE_ADDRESS__
	(void)test;
	return 0;
#else
	const struct criterion_suite *suite = suite_of(test);
	double timeout_s = test->data->timeout;
	if (timeout_s == 0 && suite && suite->data)
		timeout_s = suite->data->timeout;
	return MAX_SLOWNESS * (timeout_s < 1 ? timeout_s > 0 : (unsigned)timeout_s);
#endif
}

/* The AddressSanitizer would have exit() forget every global of the program, a third of most tests.
 */
static void end(void)
{
#ifdef __SANITIZE_ADDRESS__
	fflush(NULL);
	__lsan_do_leak_check();
	_exit(0);
#else
	exit(0);
#endif
}

/* What one test may leave to the next. */
struct surroundings {
	struct rlimit limits[RLIMIT_NLIMITS];
	void (*handlers[NSIG])(int);
	sigset_t blocked;
	mode_t mask;
	struct {
		dev_t device;
		ino_t inode;
	} streams[3];
	unsigned long environment; /* a hash */
};

static void look_around(struct surroundings *here)
{
	memset(here, 0, sizeof *here);
	for (int i = 0; i < RLIMIT_NLIMITS; i++)
		getrlimit(i, &here->limits[i]);
	for (int i = 1; i < NSIG; i++) {
		struct sigaction action = {0};
		sigaction(i, NULL, &action);
		here->handlers[i] = action.sa_handler;
	}
	sigprocmask(SIG_BLOCK, NULL, &here->blocked);
	here->mask = umask(0);
	umask(here->mask);
	for (int i = 0; i < 3; i++) {
		struct stat status = {0};
		fstat(i, &status);
		here->streams[i].device = status.st_dev;
		here->streams[i].inode = status.st_ino;
	}
	for (char **entry = environ; entry && *entry; entry++)
		for (const char *c = *entry; *c; c++)
			here->environment = 31 * here->environment + (unsigned char)*c;
}

/* In the process of a run: its tests, up to one that leaves something. */
static void run_tests(const struct run *run)
{
	static struct surroundings before, after;
	int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	look_around(&before);
	for (size_t i = run->first; i < run->end; i++) {
		current = __start_cr_tst[chosen[i]];
		outcome = &outcomes[i];
		outcome->has_begun = true;
		alarm(timeout_of(current));
		current->test();
		alarm(0);
		look_around(&after);
		if (fchdir(folder) != 0 || memcmp(&before, &after, sizeof before) != 0)
			break;
	}
	end();
}

static void begin(struct run *run)
{
	fflush(NULL);
	run->pid = fork();
	if (run->pid < 0) {
		perror("fork");
		exit(1);
	}
	if (run->pid > 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	run_tests(run);
}

static void judge(const struct criterion_test *test, const struct outcome *result, int status)
{
	int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	bool is_clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (result->has_failed)
		n_failed++;
	else if (result->is_skipped && is_clean)
		n_skipped++;
	else if (test->data->signal ? signal == test->data->signal
				    : is_clean && result->has_returned)
		n_passed++;
	else {
		n_failed++;
		fprintf(stderr, "%s/%s: ended by %s %d%s\n", test->category, test->name,
			signal ? "signal" : "exit code", signal ? signal : WEXITSTATUS(status),
			result->has_returned ? " after its last line" : "");
	}
}

/* The process of a run has ended, in the last test that it began or after it. Those behind that one
 * are left to run. */
static void judge_run(struct run *run, int status)
{
	size_t last = run->first;
	while (last + 1 < run->end && outcomes[last + 1].has_begun)
		last++;
	for (size_t i = run->first; i <= last; i++)
		judge(__start_cr_tst[chosen[i]], &outcomes[i], i == last ? status : 0);
	run->first = last + 1;
	run->pid = 0;
}

/* A process that ends, of several; others than ours are orphans of tests. */
static void await(void)
{
	int status;
	pid_t pid = wait(&status);
	for (size_t i = 0; i < n_runs; i++)
		if (runs[i].pid == pid) {
			judge_run(&runs[i], status);
			if (runs[i].first < runs[i].end)
				begin(&runs[i]);
		}
}

static size_t n_running(void)
{
	size_t n = 0;
	for (size_t i = 0; i < n_runs; i++)
		n += runs[i].pid > 0;
	return n;
}

static void choose(const char *pattern, bool is_alone)
{
	size_t n = (size_t)(__stop_cr_tst - __start_cr_tst);
	chosen = calloc(n + 1, sizeof *chosen);
	runs = calloc(n + 1, sizeof *runs);
	outcomes = mmap(NULL, (n + 1) * sizeof *outcomes, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!chosen || !runs || outcomes == MAP_FAILED) {
		perror("tests");
		exit(1);
	}
	for (size_t i = 0; i < n; i++) {
		const struct criterion_test *test = __start_cr_tst[i];
		if (!test || fnmatch(pattern, test->data->identifier_, FNM_EXTMATCH) != 0)
			continue;
		if (is_alone || n_tests == 0 ||
		    strcmp(__start_cr_tst[chosen[n_tests - 1]]->category, test->category) != 0)
			runs[n_runs++].first = n_tests;
		chosen[n_tests++] = i;
		runs[n_runs - 1].end = n_tests;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {{"filter", required_argument, NULL, 'f'},
						{"alone", no_argument, NULL, 'a'},
						{"first", no_argument, NULL, '1'},
						{0}};
	const char *pattern = "*";
	bool is_alone = false, ends_first = false;
	size_t n_jobs = 1;
	for (int option; (option = getopt_long(argc, argv, "j:", options, NULL)) != -1;)
		if (option == 'j')
			n_jobs = strtoul(optarg, NULL, 10);
		else if (option == 'f')
			pattern = optarg;
		else if (option == 'a')
			is_alone = true;
		else if (option == '1')
			ends_first = true;
		else
			return 2;
	choose(pattern, is_alone);
	for (size_t i = 0; i < n_runs && !(ends_first && n_failed > 0); i++) {
		while (n_running() >= n_jobs && n_running() > 0)
			await();
		begin(&runs[i]);
	}
	while (n_running() > 0)
		await();
	printf("%zu passed, %zu failed, %zu skipped\n", n_passed, n_failed, n_skipped);
	return n_failed > 0 || n_passed + n_skipped == 0;
}
