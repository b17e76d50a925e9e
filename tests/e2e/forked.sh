#!/bin/sh
# tests/forked.c sees what fails: a test passes only when nothing failed in it, in processes and threads it
# started, and it came to its end; a leak fails it, too, and what C leaves undefined. Those of a suite share a process, until
# one ends it or leaves it changed; what one wrote into the program's memory the next one finds.
set -eu
. "$ROOT/tests/begin.sh"
cat >tests.c <<'END'
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <criterion/criterion.h>

static int level;
static void *volatile kept;

static void one_up(void) { level++; }
static void one_down(void) { cr_assert_eq(level--, 2); }
static void *fail(void *unused)
{
	cr_expect(0, "in a thread");
	return unused;
}

TestSuite(good, .init = one_up);
Test(good, initialized_twice, .init = one_up, .fini = one_down) { cr_assert_eq(level, 2); }
Test(good, same_process, .fini = one_down) { cr_assert_eq(level, 2); }
Test(good, leaves_something) { signal(SIGUSR1, SIG_IGN); }
Test(good, its_own_process) { cr_assert_eq(level, 1); cr_assert_eq(signal(SIGUSR1, SIG_DFL), SIG_DFL); }
Test(good, dies_as_it_should, .signal = SIGTERM) { raise(SIGTERM); }
Test(good, close) { cr_assert_float_eq(1, 1.001, 0.01); cr_expect_str_eq("a", "a"); }
Test(good, left_out) { cr_skip_test("because of %d", 5); }
Test(bad, asserts) { cr_assert_eq(1 + 1, 3, "%d%%", 7); cr_assert_fail("not reached"); }
Test(bad, expects) { cr_expect_lt(2, 1); cr_expect_str_eq("a", "b"); }
Test(bad, far) { cr_assert_float_eq(1, 2, 0.5); }
Test(bad, in_a_process) { if (fork() == 0) { cr_expect(0); _exit(0); } wait(NULL); }
Test(bad, in_a_thread) { pthread_t t; pthread_create(&t, NULL, fail, NULL); pthread_join(t, NULL); }
Test(bad, fini_fails, .fini = one_down) { level = 7; }
Test(bad, ends_early) { exit(0); }
Test(bad, ends_badly) { exit(7); }
Test(bad, is_killed) { raise(SIGTERM); }
Test(bad, survives, .signal = SIGTERM) { }
Test(memory, lost) { kept = malloc(1000); kept = NULL; }
Test(memory, kept) { kept = malloc(1000); }
Test(undefined, overflow) { volatile int n = INT_MAX; n = n + 1; }
END
build() {
	"${CC:-gcc}" -D_GNU_SOURCE -I"$ROOT/common" -include "$ROOT/tests/test.h" "$@" tests.c "$ROOT/tests/forked.c" "$ROOT/tests/test.c" -pthread
}
build -g0
status=0
./a.out -j 3 --filter '@(good|bad)/*' >out 2>err || status=$?
cmp out - <<'END'
6 passed, 10 failed, 1 skipped
END
! ./a.out --alone --filter good/same_process >alone 2>&1
grep -q 'good/same_process' alone
[ $status = 1 ]
sed 's/\(tests.c:[0-9]*: [a-z]*\/[a-z_]*\): .*/\1/' err | sort | cmp - <<'END'
bad/ends_badly: ended by exit code 7
bad/ends_early: ended by exit code 0
bad/is_killed: ended by signal 15
bad/survives: ended by exit code 0 after its last line
skipped: good/left_out: because of 5
tests.c:12: bad/fini_fails
tests.c:15: bad/in_a_thread
tests.c:25: bad/asserts
tests.c:26: bad/expects
tests.c:26: bad/expects
tests.c:27: bad/far
tests.c:28: bad/in_a_process
END
grep -q 'bad/asserts: 7%$' err
# As in the build with sanitizers.
build -g1 -fsanitize=address,undefined -fsanitize-undefined-trap-on-error
status=0
ASAN_OPTIONS=handle_sigill=1 ./a.out --filter '@(memory|undefined)/*' >out 2>err || status=$?
[ $status = 1 ]
cmp out - <<'END'
1 passed, 2 failed, 0 skipped
END
line_of() { grep -n "^Test($1)" tests.c | cut -d: -f1; }
grep -q 'LeakSanitizer: detected memory leaks' err
grep -q "in memory_lost_impl .*tests.c:$(line_of 'memory, lost')\$" err
grep -q "ILL .*tests.c:$(line_of 'undefined, overflow') in undefined_overflow_impl" err
