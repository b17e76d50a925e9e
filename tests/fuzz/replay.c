/* Runs a fuzz target over kept inputs, without libFuzzer: replay FILE|FOLDER...
 * Names each input before it runs it, so that the last name is the one that
 * failed, and ends with `N passed`. */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static size_t n_passed;

static void fail(const char *path)
{
	fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
	exit(1);
}

static void run_file(const char *path)
{
	struct cml_buffer bytes = {0};
	char chunk[4096];
	size_t n;
	FILE *file = fopen(path, "rb");
	if (!file)
		fail(path);
	while ((n = fread(chunk, 1, sizeof chunk, file)) > 0)
		FUZZ_CHECK(cml_buffer_append(&bytes, chunk, n), "no memory");
	if (ferror(file))
		fail(path);
	fclose(file);
	puts(path);
	char *copy = fuzz_copy(cml_buffer_slice(&bytes));
	LLVMFuzzerTestOneInput((const uint8_t *)copy, bytes.size);
	free(copy);
	cml_buffer_release(&bytes);
	n_passed++;
}

static int is_input(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* In byte order of the names. */
static void run_folder(const char *folder)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_input, alphasort);
	if (n < 0)
		fail(folder);
	for (int i = 0; i < n; i++) {
		char path[PATH_MAX];
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		free(entries[i]);
		run_file(path);
	}
	free(entries);
}

int main(int argc, char **argv)
{
	struct stat about;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 1; i < argc; i++) {
		if (stat(argv[i], &about) != 0)
			fail(argv[i]);
		if (S_ISDIR(about.st_mode))
			run_folder(argv[i]);
		else
			run_file(argv[i]);
	}
	printf("%zu passed\n", n_passed);
	return n_passed > 0 ? 0 : 1;
}
