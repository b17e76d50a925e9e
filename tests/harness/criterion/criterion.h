/* The part of Criterion's interface that the tests use, for runner.c: each test is a process,
 * forked from the program and not executed anew, which with the sanitizers costs less by far. A
 * test passes when it returns with nothing that failed, also in processes and threads it started,
 * and its process then ends with 0 (a leak makes that another number) or on the signal it names.
 *
 *   Test(SUITE, NAME, .init = F, .fini = F, .signal = N, .timeout = SECONDS) { ... }
 *   TestSuite(SUITE, ...);  the same for each of its tests, init before and fini after the test's
 * own cr_assert...            a failure ends the test; fini does not run cr_expect...            it
 * goes on cr_skip_test(FORMAT, ...)
 *
 * Each takes a message as printf does, behind its own arguments, whose format is a literal. */
#ifndef CRITERION_CRITERION_H
#define CRITERION_CRITERION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct unit_options {
	void (*init)(void);
	void (*fini)(void);
	int signal;
	double timeout; /* seconds; 0: none */
	int unused;
};

struct unit_test {
	const char *suite, *name; /* name NULL: a suite */
	void (*body)(void);
	struct unit_options options;
	struct unit_test *next;
};

/* Before main; the order does not matter. */
void unit_add(struct unit_test *test);

/* Says `FILE:LINE: SUITE/NAME: WHAT` and the message; ends the process when that is an end. */
void unit_fail(bool is_end, const char *file, int line, const char *what, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
_Noreturn void unit_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define UNIT_ADD(suite_, name_, id, text, function, ...)                                           \
	static struct unit_test id = {.suite = #suite_,                                            \
				      .name = text,                                                \
				      .body = function,                                            \
				      .options = {.unused = 0, __VA_ARGS__}};                      \
	__attribute__((constructor)) static void id##_add(void)                                    \
	{                                                                                          \
		unit_add(&id);                                                                     \
	}
#define Test(suite, name, ...)                                                                     \
	static void suite##_##name##_body(void);                                                   \
	UNIT_ADD(suite, name, suite##_##name##_test, #name, suite##_##name##_body, __VA_ARGS__)    \
	static void suite##_##name##_body(void)
#define TestSuite(suite, ...)                                                                      \
	UNIT_ADD(suite, , suite##_suite, NULL, NULL, __VA_ARGS__)                                  \
	_Static_assert(1, "ends with a semicolon")

#define UNIT_CHECK(is_end, condition, what, ...)                                                   \
	do {                                                                                       \
		if (!(condition))                                                                  \
			unit_fail(is_end, __FILE__, __LINE__, what, " " __VA_ARGS__);              \
	} while (0)
#define UNIT_CLOSE(a, b, epsilon) ((a) - (b) <= (epsilon) && (b) - (a) <= (epsilon))

#define cr_assert(x, ...) UNIT_CHECK(true, x, #x, __VA_ARGS__)
#define cr_expect(x, ...) UNIT_CHECK(false, x, #x, __VA_ARGS__)
#define cr_assert_not(x, ...) UNIT_CHECK(true, !(x), "not " #x, __VA_ARGS__)
#define cr_expect_not(x, ...) UNIT_CHECK(false, !(x), "not " #x, __VA_ARGS__)
#define cr_assert_null(x, ...) UNIT_CHECK(true, !(x), #x " is null", __VA_ARGS__)
#define cr_expect_null(x, ...) UNIT_CHECK(false, !(x), #x " is null", __VA_ARGS__)
#define cr_assert_not_null(x, ...) UNIT_CHECK(true, x, #x " is not null", __VA_ARGS__)
#define cr_expect_not_null(x, ...) UNIT_CHECK(false, x, #x " is not null", __VA_ARGS__)
#define cr_assert_eq(a, b, ...) UNIT_CHECK(true, (a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_expect_eq(a, b, ...) UNIT_CHECK(false, (a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) UNIT_CHECK(true, (a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_expect_neq(a, b, ...) UNIT_CHECK(false, (a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) UNIT_CHECK(true, (a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_expect_lt(a, b, ...) UNIT_CHECK(false, (a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) UNIT_CHECK(true, (a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_expect_leq(a, b, ...) UNIT_CHECK(false, (a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) UNIT_CHECK(true, (a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_expect_gt(a, b, ...) UNIT_CHECK(false, (a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) UNIT_CHECK(true, (a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_expect_geq(a, b, ...) UNIT_CHECK(false, (a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_assert_float_eq(a, b, epsilon, ...)                                                     \
	UNIT_CHECK(true, UNIT_CLOSE(a, b, epsilon), #a " == " #b " within " #epsilon, __VA_ARGS__)
#define cr_expect_float_eq(a, b, epsilon, ...)                                                     \
	UNIT_CHECK(false, UNIT_CLOSE(a, b, epsilon), #a " == " #b " within " #epsilon, __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) UNIT_CHECK(true, strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) UNIT_CHECK(false, strcmp(a, b) == 0, #a " is " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...)                                                               \
	UNIT_CHECK(true, strcmp(a, b) != 0, #a " is not " #b, __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...)                                                               \
	UNIT_CHECK(false, strcmp(a, b) != 0, #a " is not " #b, __VA_ARGS__)
#define cr_assert_str_empty(a, ...) UNIT_CHECK(true, !*(a), #a " is empty", __VA_ARGS__)
#define cr_expect_str_empty(a, ...) UNIT_CHECK(false, !*(a), #a " is empty", __VA_ARGS__)
#define cr_assert_str_not_empty(a, ...) UNIT_CHECK(true, *(a), #a " is not empty", __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...)                                                          \
	UNIT_CHECK(true, memcmp(a, b, size) == 0, #a " and " #b " have the same bytes", __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...)                                                          \
	UNIT_CHECK(false, memcmp(a, b, size) == 0, #a " and " #b " have the same bytes",           \
		   __VA_ARGS__)
#define cr_assert_fail(...) UNIT_CHECK(true, false, "reached", __VA_ARGS__)
#define cr_skip_test(...) unit_skip(__VA_ARGS__)

#endif
