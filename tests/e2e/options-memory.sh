#!/bin/sh
# Memory that runs out while a tool reads its options ends the tool: no option is lost in silence.
# Each allocation made inside argp_parse fails in turn.
set -eu
. "$ROOT/tests/begin.sh"
cat >fail.c <<'C'
/* Fails allocation number $FAIL_AT of those made while argp_parse runs, and says so. */
#define _GNU_SOURCE
#include <argp.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
static long left = -1; /* allocations until one fails; negative: none does */

static int fails(void)
{
	if (left < 0 || left-- > 0)
		return 0;
	if (write(2, "refused\n", 8) != 8)
		_exit(99);
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
		   void *input)
{
	union {
		void *object;
		error_t (*call)(const struct argp *, int, char **, unsigned, int *, void *);
	} next = {dlsym(RTLD_NEXT, "argp_parse")};
	left = atol(getenv("FAIL_AT"));
	error_t result = next.call(argp, argc, argv, flags, index, input);
	left = -1;
	return result;
}
C
gcc -O1 -fPIC -shared -o fail.so fail.c -ldl

# each TOOL ARG...: whatever allocation fails, the tool exits 1 and says why; at least one must fail.
each() {
	at=0
	while :; do
		code=0
		LD_PRELOAD="$work/fail.so" FAIL_AT=$at "$@" >out 2>err </dev/null || code=$?
		grep -q '^refused$' err || break
		if [ $code -ne 1 ] || [ -s out ] || ! grep -q 'out of memory' err; then
			echo "allocation $at of: $*: exit $code" >&2
			cat out err >&2
			exit 1
		fi
		at=$((at + 1))
	done
	if [ $at -eq 0 ] || [ $code -ne 0 ]; then
		echo "$at allocations failed, then exit $code, of: $*" >&2
		cat err >&2
		exit 1
	fi
}

cat >space.csv <<'S'
name,role,type,domain
a,param,int,1:3
y,metric,max,
S
printf 'a,y\n1,10\n2,20\n3,35\n' >jobs.csv
cml-encode -s space.csv jobs.csv -o features.csv
cml-train -p tree -s space.csv features.csv -o tree.model
each cml-encode -s space.csv jobs.csv
each cml-train -p tree -s space.csv features.csv
each cml-rank -m tree.model jobs.csv
each cml-search -s space.csv --method exhaustive --exclude jobs.csv --exclude jobs.csv --fix a=1 --check
each cml-eval --actual a --predicted y jobs.csv
each cml-submit -s space.csv --metric none jobs.csv -j 1 -- true
each fsdp-sim --fsdp=FULL_SHARD --local-batch=1280 --reserve=0.8 --steps 1
command -v zero-mpi >/dev/null || exit 0
code=0
LD_PRELOAD="$work/fail.so" FAIL_AT=0 zero-mpi >out 2>err || code=$?
if [ $code -ne 1 ] || [ -s out ] || ! grep -q 'out of memory' err; then
	echo "zero-mpi without memory for its options: exit $code" >&2
	cat out err >&2
	exit 1
fi
