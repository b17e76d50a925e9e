#include "launch/launcher.h"

#include "test.h"

Test(launcher, is_found_by_its_name)
{
	cr_assert_geq(cml_n_launcher_kinds, 3);
	for (size_t i = 0; i < cml_n_launcher_kinds; i++) {
		const struct cml_launcher_kind *kind = NULL;
		const char *argument = "x";
		assert_ok(cml_launcher_find(cml_launcher_kinds[i]->name, &kind, &argument, &err));
		cr_expect_eq(kind, cml_launcher_kinds[i]);
		cr_expect_null(argument);
	}
}

Test(launcher, what_stands_behind_its_name)
{
	const struct cml_launcher_kind *kind = NULL;
	const char *argument = NULL;
	assert_ok(cml_launcher_find("replay=a=b.csv", &kind, &argument, &err));
	cr_expect_str_eq(kind->name, "replay");
	cr_expect_str_eq(argument, "a=b.csv");
	assert_ok(cml_launcher_find("replay=", &kind, &argument, &err));
	cr_expect_str_eq(argument, "");
	cr_expect_eq(cml_launcher_find("local=2", &kind, &argument, &err), CML_BAD_USAGE);
	cr_expect_str_eq(err.message, "backend local takes no argument: \"2\"");
}

Test(launcher, refuses_other_names)
{
	static const char *const names[] = {"", "Local", "loca", "locals", "=local", "slurm "};
	const struct cml_launcher_kind *kind = NULL;
	const char *argument = NULL;
	for (size_t i = 0; i < COUNT(names); i++) {
		cr_expect_eq(cml_launcher_find(names[i], &kind, &argument, &err), CML_BAD_USAGE,
			     "%s", names[i]);
		cr_expect_not_null(strstr(err.message, "(known: local, slurm, command, replay)"),
				   "%s", err.message);
	}
	cr_expect_null(kind);
}

/* What the submission calls without asking whether it is there. */
Test(launcher, kinds_are_whole)
{
	for (size_t i = 0; i < cml_n_launcher_kinds; i++) {
		const struct cml_launcher_kind *kind = cml_launcher_kinds[i];
		cr_expect(kind->open && kind->capacity && kind->start && kind->wait, "%s",
			  kind->name);
		cr_expect(kind->end || !kind->has_directories, "%s", kind->name);
		cr_expect_eq(kind->has_directories, kind->adopt != NULL, "%s", kind->name);
		cr_expect(kind->prepare || !kind->has_places, "%s", kind->name);
		cr_expect(kind->has_directories || !(kind->has_places || kind->has_scheduler), "%s",
			  kind->name);
	}
}
