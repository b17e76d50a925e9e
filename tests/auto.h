#ifndef TESTS_AUTO_H
#define TESTS_AUTO_H

#include "base/memory.h"

/* As AUTO, for pointers: by the function below. */
#define AUTOPTR(type) __attribute__((cleanup(type##_auto))) type##_ptr

#define AUTOPTR_BY(type, free)                                                                     \
	struct type;                                                                               \
	typedef struct type *type##_ptr;                                                           \
	void free(struct type *);                                                                  \
	static inline void type##_auto(struct type **at)                                           \
	{                                                                                          \
		free(*at);                                                                         \
	}
AUTOPTR_BY(cml_chance, cml_chance_free)
AUTOPTR_BY(cml_expand, cml_expand_free)
AUTOPTR_BY(cml_expression, cml_expression_free)
AUTOPTR_BY(cml_input, cml_input_free)
AUTOPTR_BY(cml_interval, cml_interval_free)
AUTOPTR_BY(cml_job_history, cml_job_history_free)
AUTOPTR_BY(cml_model, cml_model_free)
AUTOPTR_BY(cml_output, cml_output_free)
AUTOPTR_BY(cml_pool, cml_pool_free)
AUTOPTR_BY(cml_readings, cml_readings_free)
AUTOPTR_BY(cml_space, cml_space_free)
AUTOPTR_BY(cml_support, cml_support_free)
AUTOPTR_BY(cml_table_reader, cml_table_free)

#endif
