/* forked-tests [-jN] [--filter PATTERN]: runs the Criterion tests linked with it, each in a process
 * forked from this one.
 *
 * Criterion executes the program anew for each test, which takes 10 ms of CPU and under the
 * sanitizers 100, more than most tests do. So all builds but that for debuggers have this main, and
 * in it the functions that the macros of Criterion call: a test passes when nothing in it failed,
 * in processes and threads it started either, and its process then ended with 0 (a leak makes that
 * another number) or by the signal it names. One that takes longer than its timeout is ended by
 * SIGALRM; under the sanitizers no time is too long.
 *
 *   -jN                 N at a time (default: 1)
 *   --filter PATTERN    those whose SUITE/NAME matches, as file names do in a shell
 *
 * Prints a line for each test that is skipped or fails, then `N passed, N failed, N skipped`; ends
 * with 1 when one failed or there was none. */
#include <fnmatch.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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
	bool has_failed, is_skipped, has_returned;
	pid_t pid;
};

static struct outcome *outcomes;
static size_t n_passed, n_failed, n_skipped;

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
	return timeout_s < 1 ? timeout_s > 0 : (unsigned)timeout_s;
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

static bool begin(struct criterion_test *test, struct outcome *its_outcome)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		current = test;
		outcome = its_outcome;
		alarm(timeout_of(test));
		test->test();
		end();
	}
	its_outcome->pid = pid;
	return pid > 0;
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

/* One test that ends. Numbers of processes come again: an old one is forgotten. */
static void await(size_t n_tests)
{
	int status;
	pid_t pid = wait(&status);
	size_t i = 0;
	while (i < n_tests && outcomes[i].pid != pid)
		i++;
	if (i == n_tests)
		return;
	judge(__start_cr_tst[i], &outcomes[i], status);
	outcomes[i].pid = 0;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {{"filter", required_argument, NULL, 'f'}, {0}};
	const char *pattern = "*";
	size_t n_tests = (size_t)(__stop_cr_tst - __start_cr_tst), n_jobs = 1, n_running = 0;
	for (int option; (option = getopt_long(argc, argv, "j:", options, NULL)) != -1;)
		if (option == 'j')
			n_jobs = strtoul(optarg, NULL, 10);
		else if (option == 'f')
			pattern = optarg;
		else
			return 2;
	outcomes = mmap(NULL, (n_tests + 1) * sizeof *outcomes, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (outcomes == MAP_FAILED) {
		perror(argv[0]);
		return 1;
	}
	for (size_t i = 0; i < n_tests; i++) {
		if (!__start_cr_tst[i] ||
		    fnmatch(pattern, __start_cr_tst[i]->data->identifier_, FNM_EXTMATCH) != 0)
			continue;
		for (; n_running >= n_jobs && n_running > 0; n_running--)
			await(n_tests);
		if (!begin(__start_cr_tst[i], &outcomes[i])) {
			perror("fork");
			return 1;
		}
		n_running++;
	}
	for (; n_running > 0; n_running--)
		await(n_tests);
	printf("%zu passed, %zu failed, %zu skipped\n", n_passed, n_failed, n_skipped);
	return n_failed > 0 || n_passed + n_skipped == 0;
}
