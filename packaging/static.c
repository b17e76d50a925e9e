/* All commands in one program that needs no library: the name it is called by says which. */
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* COMMANDS, of the Makefile: COMMAND("cml-encode", cml_encode) ..., whose main() it has renamed. */
#define COMMAND(name, function) int function(int n_arguments, char **arguments);
COMMANDS
#undef COMMAND
#define COMMAND(name, function) {name, function},
static const struct {
	const char *name;
	int (*run)(int n_arguments, char **arguments);
} commands[] = {COMMANDS};
#undef COMMAND
#define COMMAND(name, function) " " name

int main(int n_arguments, char **arguments)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, program_invocation_short_name) == 0)
			return commands[i].run(n_arguments, arguments);
	fprintf(stderr, "%s: call this program by the name of a command:" COMMANDS "\n",
		program_invocation_short_name);
	return 2;
}

/* OpenBLAS, which common/math/cholesky.c loads elsewhere, is inside: its dlopen, dlsym and dlerror
 * are these, by the Makefile, which has also taken out the constructor of OpenBLAS, that would
 * start threads before every main(). */
void gotoblas_init(void);
void *openblas_open(const char *name, int flags);
void *openblas_find(void *handle, const char *name);
char *openblas_problem(void);

void *openblas_open(const char *name, int flags)
{
	(void)flags;
	gotoblas_init();
	return (void *)name;
}

#define FUNCTIONS(DO)                                                                              \
	DO(cblas_dsyrk)                                                                            \
	DO(cblas_dtrmm)                                                                            \
	DO(cblas_dtrsm)                                                                            \
	DO(cblas_dtrsv)                                                                            \
	DO(dlauu2_)                                                                                \
	DO(dpotrf_)                                                                                \
	DO(dsyev_)                                                                                 \
	DO(dtrti2_)                                                                                \
	DO(openblas_set_num_threads)
#define DECLARE(function) void function(void);
#define FIND(function)                                                                             \
	if (strcmp(name, #function) == 0)                                                          \
		return (void *)function;
FUNCTIONS(DECLARE)

void *openblas_find(void *handle, const char *name)
{
	(void)handle;
	FUNCTIONS(FIND)
	assert(!"a function of OpenBLAS that is not in this list");
	return NULL;
}

char *openblas_problem(void)
{
	return NULL;
}
