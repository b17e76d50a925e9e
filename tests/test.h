/* What nearly every test includes: Criterion, the C library, and what an assertion does when it
 * fails, as one call.
 *
 * Criterion writes the making of the message out at each assertion, and some ten thousand of these
 * are most of what there is to compile in the tests. It still decides what is asserted, and what
 * becomes of a failure. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include "base/error.h"
#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tells Criterion that EXPRESSION in this line is false, or what FORMAT makes of its values where
 * there is more of it than its first character. */
void test_failed(const char *file, unsigned line, const char *expression, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#undef cr_assert_impl
#define cr_assert_impl(...) CR_EXPAND(TEST_ASSERT(__VA_ARGS__))
#define TEST_ASSERT(Fail, Condition, Unused, Message, Expression, ...)                             \
	do {                                                                                       \
		if (Condition) {                                                                   \
			cri_asserts_passed_incr();                                                 \
		} else {                                                                           \
			test_failed(__FILE__, __LINE__, TEST_TEXT Expression, "x" __VA_ARGS__);    \
			Fail();                                                                    \
		}                                                                                  \
	} while (0)
#define TEST_TEXT(...) "" __VA_ARGS__

/* Why the last call failed that was given it. */
static struct cml_error err __attribute__((unused));

/* A call that is given err succeeds, or fails as it should with the whole message. */
#define assert_ok(call) cr_assert_eq(call, CML_OK, "%s", err.message)
#define assert_error(call, status, text)                                                           \
	do {                                                                                       \
		cr_assert_eq(call, status, "%s", text);                                            \
		cr_assert_str_eq(err.message, text);                                               \
	} while (0)

/* Random numbers of this seed and stream. */
static inline struct cml_random random_of(uint64_t seed, uint64_t stream)
{
	struct cml_random random;
	cml_random_init(&random, seed, stream);
	return random;
}

/* A variable that is released where its scope ends, as by g_auto, g_autoptr and g_autofree of GLib:
 * a struct by what is called after it, a pointer by the function below, an array by free(). What
 * ends sooner is released by a call. */
#define AUTO(type) __attribute__((cleanup(type##_release))) struct type
#define AUTOPTR(type) __attribute__((cleanup(type##_auto))) type##_ptr
#define AUTOFREE __attribute__((cleanup(free_auto)))

static inline void free_auto(void *at)
{
	void *array;
	memcpy(&array, at, sizeof array);
	free(array);
}

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

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
