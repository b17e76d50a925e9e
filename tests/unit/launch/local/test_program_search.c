#include "launch/local/program_search.h"

#include "jobs_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[1024], path[PATH_MAX + 64];

static void enter(void)
{
	history_enter();
	cr_assert_not_null(getcwd(home, sizeof home));
	cr_assert_eq(mkdir("one", 0777), 0);
	cr_assert_eq(mkdir("two", 0777), 0);
	history_write("file", "", 0);
	history_write("two/tool", "", 0);
	snprintf(path, sizeof path, "%s/none:%s/file:%s/one:%s/two", home, home, home, home);
}

TestSuite(program_search, .init = enter, .fini = history_leave);

static void expect(struct cml_program_place *place, const char *name, const char *folder)
{
	char wanted[PATH_MAX];

	snprintf(wanted, sizeof wanted, "%s/%s/%s", home, folder, name);
	cr_assert(cml_program_find(place, name, path));
	cr_assert_str_eq(place->path, wanted);
}

Test(program_search, the_first_place_counts_and_is_remembered)
{
	struct cml_program_place place = {.name = NULL}, fresh = {.name = NULL};

	expect(&place, "tool", "two");
	/* Whether it can be executed is not asked: execvp(3) has more to say on that. */
	history_write("one/tool", "", 0);
	history_write("one/tool2", "", 0);
	expect(&fresh, "tool", "one");
	expect(&place, "tool", "two");
	expect(&place, "tool2", "one");
	expect(&place, "tool", "one");
}

Test(program_search, what_is_left_to_execvp)
{
	struct cml_program_place place = {.name = NULL};
	char longest[PATH_MAX + 1];

	cr_assert_not(cml_program_find(&place, "two/tool", path));
	cr_assert_not(cml_program_find(&place, "", path));
	cr_assert_not(cml_program_find(&place, "tool", NULL));
	cr_assert_not(cml_program_find(&place, "tool", ""));
	cr_assert_not(cml_program_find(&place, "tool", "two"), "another one in each directory");
	cr_assert_not(cml_program_find(&place, "other", path));
	memset(longest, 'x', PATH_MAX);
	longest[PATH_MAX] = '\0';
	cr_assert_not(cml_program_find(&place, longest, path));
	longest[0] = '/';
	cr_assert_not(cml_program_find(&place, "tool", longest));
	longest[PATH_MAX - 6] = '\0'; /* as long as fits: looked for, and not found */
	cr_assert_not(cml_program_find(&place, "tool", longest));
	/* What failed is not remembered. */
	expect(&place, "tool", "two");
}
