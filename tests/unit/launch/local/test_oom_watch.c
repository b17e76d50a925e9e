#include "launch/local/supervisor.h"

#include "test.h"

Test(oom_watch, nothing_was_killed_for_memory)
{
	AUTO(cml_oom_watch) watch;
	cml_oom_watch_init(&watch);
	cr_assert_not(cml_oom_watch_rose(&watch));
	/* A count that rose is told once. */
	if (watch.fd >= 0) {
		watch.count--;
		cr_assert(cml_oom_watch_rose(&watch));
		cr_assert_not(cml_oom_watch_rose(&watch));
	}
}
