/* Included before everything else in MODE=coverage: a process that leaves by _exit, as those that
 * jobs run in, writes what it has counted first. */
#ifndef CML_COVERED_H
#define CML_COVERED_H

#include <unistd.h>

extern void __gcov_dump(void);

static inline _Noreturn void cml_covered_exit(int code)
{
	__gcov_dump();
	_exit(code);
}

#define _exit(code) cml_covered_exit(code)

#endif
