/* How fast this machine starts programs at best: spawn N PROCESSES COMMAND [ARG...]
 *
 * Each of PROCESSES processes runs its share of N commands one after the other, by
 * posix_spawn, and does nothing else: nothing is kept, nobody is told. */
#include "../ours/bench_support.h"

#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int run(size_t n, char *const *command)
{
	for (size_t i = 0; i < n; i++) {
		int status;
		pid_t child;
		if (posix_spawn(&child, command[0], NULL, NULL, command, environ) != 0 ||
		    waitpid(child, &status, 0) < 0 || status != 0)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		bench_fail("usage: spawn N PROCESSES PATH [ARG...]");
	size_t n = bench_count(argv[1]), n_processes = bench_count(argv[2]);
	for (size_t i = 0; i < n_processes; i++) {
		pid_t child = fork();
		if (child < 0)
			bench_fail("fork failed");
		if (child == 0)
			_exit(run(n / n_processes + (i < n % n_processes), argv + 3));
	}
	int status, failed = 0;
	while (wait(&status) > 0)
		failed |= status != 0;
	return failed;
}
