#include "launch/launcher.h"

#include "test.h"

Test(launcher, refuses_other_names)
{
	static const char *const names[] = {"", "Local", "loca", "locals", "=local", "slurm "};
	const struct cml_launcher_kind *kind = NULL;
	const char *argument = NULL;
	for (size_t i = 0; i < COUNT(names); i++) {
		cr_expect_eq(cml_launcher_find(names[i], &kind, &argument, &err), CML_BAD_USAGE,
			     "%s", names[i]);
		cr_expect_not_null(strstr(err.message, "(known: local, slurm, replay)"), "%s",
				   err.message);
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
