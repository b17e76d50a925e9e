/* What nearly every test includes: Criterion, the C library, and what an assertion does when it
 * fails, as one call.
 *
 * Criterion writes the making of the message out at each assertion, and some ten thousand of these
 * are most of what there is to compile in the tests. It still decides what is asserted, and what
 * becomes of a failure. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include "auto.h"
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

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
