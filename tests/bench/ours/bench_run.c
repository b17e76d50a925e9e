/* Runs a command and writes what it cost: bench_run REPORT COMMAND [ARG]...
 *
 * REPORT gets a line `wall_s=... cpu_s=... peak_mb=... exit=...`. Linux counts the
 * memory of whoever starts a program towards the program's peak, so that is best
 * somebody small. */
#include "bench_support.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		bench_fail("usage: bench_run REPORT COMMAND [ARG]...");
	struct rusage usage;
	int state;
	double start = bench_seconds();
	pid_t child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		fprintf(stderr, "bench_run: %s: %s\n", argv[2], strerror(errno));
		_exit(127);
	}
	if (child < 0 || wait4(child, &state, 0, &usage) != child)
		bench_fail("%s: %s", argv[2], strerror(errno));
	double wall = bench_seconds() - start;
	int code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
	FILE *report = fopen(argv[1], "w");
	if (!report)
		bench_fail("%s: %s", argv[1], strerror(errno));
	fprintf(report, "wall_s=%.6f cpu_s=%.6f peak_mb=%.1f exit=%d\n", wall,
		seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
		(double)usage.ru_maxrss / 1024, code);
	return fclose(report) == 0 ? 0 : 1;
}
