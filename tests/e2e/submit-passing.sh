#!/bin/sh
# Errors of a network file system that pass: what a job printed, and its record, are read again before it is called failed. A
# preloaded open fails for each of them three times.
set -eu
command -v cc >/dev/null || {
	echo "skipped: no cc"
	exit 77
}
. "$ROOT/tests/begin.sh"
cat >stale.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int openat(int directory, const char *path, int flags, ...)
{
	static const char *const names[] = {"stdout", "record", "stderr"};
	static int n[3], numbers[] = {ESTALE, ETIMEDOUT, EINTR};
	int (*next)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
	const char *slash = strrchr(path, '/');
	va_list arguments;
	for (int i = 0; i < 3; i++)
		if ((flags & O_ACCMODE) == O_RDONLY && strcmp(slash ? slash + 1 : path, names[i]) == 0 && n[i]++ < atoi(getenv("STALE"))) {
			errno = numbers[n[i] % 3];
			return -1;
		}
	va_start(arguments, flags);
	int mode = va_arg(arguments, int);
	va_end(arguments);
	return next(directory, path, flags, mode);
}
END
cc -shared -fPIC -o stale.so stale.c -ldl
printf 'x\n1\n2\n' >in.csv
cml-submit -q -a h.csv --metric q=last in.csv -- sh -c 'echo q=$1 >&2' sh '{x}'
mv h.csv before.csv # as if no row had been written: each job is read again
STALE=3 LD_PRELOAD=$work/stale.so cml-submit -q -a h.csv --metric q=last in.csv -- false || fail "exit $?"
cut -d, -f1-10 h.csv | sort >now
cut -d, -f1-10 before.csv | sort | cmp - now || fail "$(cat now)"

# What does not pass ends the run, and is no result.
rm h.csv
! STALE=1000 LD_PRELOAD=$work/stale.so cml-submit -q -a h.csv --metric q=last in.csv -- false 2>errors || fail 'went on'
[ "$(wc -l <h.csv)" -eq 1 ] || fail "a row: $(cat h.csv)"
grep -q 'Stale file handle\|timed out\|Interrupted' errors || fail "$(cat errors)"
