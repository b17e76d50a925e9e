#include "launch/job/job_folder.h"

#include "jobs_fixture.h"
#include "test.h"

TestSuite(command_file, .init = history_enter, .fini = history_leave, .timeout = 300);

#define STRINGS(text) ((struct cml_slice){text, sizeof text})

static const struct cml_command sample = {
    .cwd = {"/tmp/a b", 8},
    .argv = STRINGS("printf\0%s\n\0it's $(x);\0"),
    .environment = STRINGS("CML_x=1\0CML_y=two 'words'\nand a line"),
    .timeout_s = 2.385,
    .grace_s = 10,
    .host = {"node-7.example", 14},
    .row = {"x,y\n1,\"two\nlines\"\n", 18},
};

static bool same(struct cml_slice a, struct cml_slice b)
{
	return cml_slice_equal(a, b);
}

static void expect_same(const struct cml_command *got, const struct cml_command *want)
{
	cr_assert(same(got->cwd, want->cwd));
	cr_assert(same(got->argv, want->argv));
	cr_assert(same(got->environment, want->environment));
	cr_assert(same(got->row, want->row));
	cr_assert(same(got->host, want->host));
	cr_assert_eq(got->timeout_s, want->timeout_s);
	cr_assert_eq(got->grace_s, want->grace_s);
}

/* Any bytes but NUL. */
Test(command_file, any_words_come_back)
{
	struct cml_random random = random_of(7, 0);
	AUTO(cml_buffer) text = {0}, strings = {0};
	for (size_t round = 0; round < 500; round++) {
		char argv[64];
		struct cml_command command = sample, got;
		for (size_t i = 0; i < sizeof argv; i++)
			argv[i] = (char)cml_random_below(&random, 256);
		argv[sizeof argv - 1] = '\0';
		command.argv = (struct cml_slice){argv, sizeof argv};
		cml_buffer_clear(&text);
		assert_ok(cml_command_write(&command, &text, &err));
		assert_ok(cml_command_parse(cml_buffer_slice(&text), &got, &strings, &err));
		expect_same(&got, &command);
	}
}

/* A file that was cut before the configuration is refused, wherever the cut is; so is one that
 * somebody changed into what a shell would do more with. */
Test(command_file, refuses_what_it_did_not_write)
{
	static const char *const others[] = {
	    "",
	    "#!/bin/sh\ncd / || exit\nexec true $(x)\n#: configuration\n",
	    "#!/bin/sh\ncd / || exit\nexec true; false\n#: configuration\n",
	    "#!/bin/sh\ncd / || exit\nexec\n#: configuration\n",
	    "#!/bin/sh\n#: timeout=-3\ncd / || exit\nexec true\n#: configuration\n",
	    "#!/bin/sh\n#: timeout=soon\ncd / || exit\nexec true\n#: configuration\n",
	};
	AUTO(cml_buffer) text = {0}, strings = {0};
	struct cml_command got;
	assert_ok(cml_command_write(&sample, &text, &err));
	for (size_t size = 0; size < text.size - sample.row.size; size++)
		cr_assert_eq(
		    cml_command_parse((struct cml_slice){text.data, size}, &got, &strings, &err),
		    CML_BAD_DATA, "cut at %zu", size);
	for (size_t i = 0; i < COUNT(others); i++)
		cr_assert_eq(cml_command_parse(cml_slice_of(others[i]), &got, &strings, &err),
			     CML_BAD_DATA, "%s", others[i]);
}

Test(command_file, tells_the_line)
{
	AUTO(cml_buffer) strings = {0};
	struct cml_command got;
	cr_assert_eq(cml_command_parse(
			 cml_slice_of("#!/bin/sh\ncd / || exit\nexec a | b\n#: configuration\n"),
			 &got, &strings, &err),
		     CML_BAD_DATA);
	cr_assert_eq(err.line, 3);
}
