#ifndef TESTS_AUTO_H
#define TESTS_AUTO_H

#include "base/memory.h"

#define AUTOPTR_OF(type)                                                                           \
	struct type;                                                                               \
	void type##_free(struct type *);                                                           \
	AUTOPTR_BY(type, type##_free)

AUTOPTR_OF(cml_chance)
AUTOPTR_OF(cml_expression)
AUTOPTR_OF(cml_interval)
AUTOPTR_OF(cml_job_history)
AUTOPTR_OF(cml_readings)
AUTOPTR_OF(cml_support)

#endif
