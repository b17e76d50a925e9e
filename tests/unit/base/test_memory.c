#include "base/memory.h"

#include "test.h"

#include <sys/resource.h>

static bool is_zero(const void *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (((const unsigned char *)data)[i] != 0)
			return false;
	}
	return true;
}

/* No more than 1 GiB of address space: what asks for more has to fail. */
static void limit_memory(void)
{
	struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
#if defined(__SANITIZE_ADDRESS__)
	cr_skip_test("AddressSanitizer needs the address space");
#endif
	cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

Test(memory, arrays_are_zeroed)
{
	AUTOFREE double *array = cml_array_new(13, sizeof *array);
	cr_assert_not_null(array);
	cr_assert(is_zero(array, 13 * sizeof *array));
}

Test(memory, empty_arrays_are_pointers)
{
	AUTOFREE void *a = cml_array_new(0, 8);
	AUTOFREE void *b = cml_array_new(8, 0);
	AUTOFREE void *c = cml_aligned_new(0, 0);
	cr_assert(a != NULL && b != NULL && c != NULL);
}

Test(memory, sizes_that_overflow_are_refused)
{
	/* Volatile: the compiler must not see them and warn. */
	volatile size_t huge = SIZE_MAX / 2 + 2;
	cr_assert_null(cml_array_new(huge, 2));
	cr_assert_null(cml_aligned_new(huge, 2), "the product wraps to 2");
	cr_assert_null(cml_aligned_new(SIZE_MAX - 10, 1), "rounding up wraps");
	cr_assert_null(cml_aligned_new(2, huge));
}

Test(memory, aligned_blocks)
{
	for (size_t n = 1; n < 200; n += 7) {
		AUTOFREE float *block = cml_aligned_new(n, sizeof *block);
		cr_assert_not_null(block);
		cr_assert_eq((uintptr_t)block % CML_ALIGNMENT, 0);
		cr_assert(is_zero(block, n * sizeof *block));
	}
}

Test(memory, reserve_grows_geometrically_and_keeps)
{
	AUTOFREE size_t *array = NULL;
	size_t capacity = 0;
	size_t n_moves = 0;
	for (size_t i = 0; i < 100000; i++) {
		size_t before = capacity;
		cr_assert(cml_array_reserve((void **)&array, &capacity, i + 1, sizeof *array));
		cr_assert_geq(capacity, i + 1);
		n_moves += capacity != before;
		array[i] = i * 3;
	}
	for (size_t i = 0; i < 100000; i++)
		cr_assert_eq(array[i], i * 3);
	cr_assert_lt(n_moves, 30);
}

Test(memory, reserve_of_what_is_there_changes_nothing)
{
	AUTOFREE char *array = NULL;
	size_t capacity = 0;
	cr_assert(cml_array_reserve((void **)&array, &capacity, 0, 1));
	cr_assert_null(array);
	cr_assert(cml_array_reserve((void **)&array, &capacity, 5, 1));
	char *before = array;
	size_t capacity_before = capacity;

	cr_assert(cml_array_reserve((void **)&array, &capacity, capacity, 1));
	cr_assert_eq(array, before);
	cr_assert_eq(capacity, capacity_before);
}

Test(memory, reserve_that_fails_leaves_the_array)
{
	AUTOFREE double *array = NULL;
	size_t capacity = 0;
	cr_assert(cml_array_reserve((void **)&array, &capacity, 3, sizeof *array));
	double *before = array;
	size_t capacity_before = capacity;

	array[2] = 2.385;
	cr_assert_not(cml_array_reserve((void **)&array, &capacity, SIZE_MAX, sizeof *array));
	cr_assert_not(
	    cml_array_reserve((void **)&array, &capacity, SIZE_MAX / 8 + 1, sizeof *array));
	cr_assert_eq(array, before);
	cr_assert_eq(capacity, capacity_before);
	cr_assert_eq(array[2], 2.385);
}

Test(memory, running_out_is_reported)
{
	double *array = NULL;
	size_t capacity = 0;
	AUTO(cml_arena) arena = {0};
	limit_memory();
	cr_assert_null(cml_array_new((size_t)1 << 31, 1));
	cr_assert_null(cml_aligned_new((size_t)1 << 31, 1));
	cr_assert_not(
	    cml_array_reserve((void **)&array, &capacity, (size_t)1 << 31, sizeof *array));
	cr_assert_null(cml_arena_new(&arena, (size_t)1 << 31));
	cr_assert_not_null(cml_arena_new(&arena, 10), "a failure leaves the arena usable");
}

Test(memory, what_a_buffer_lacks_stays_lacking)
{
	AUTO(cml_buffer) buffer = {0};
	cr_assert(cml_buffer_append_string(&buffer, "a"));
	buffer.size = SIZE_MAX; /* as if it were full */
	cr_assert_not(cml_buffer_append_string(&buffer, "b"));
	buffer.size = 1;
	cr_assert_not(cml_buffer_append_string(&buffer, "c"));
	cr_assert_not(cml_buffer_append_string(&buffer, ""));
	cr_assert_not(cml_buffer_printf(&buffer, "%d", 2));
	cr_assert(buffer.has_failed);
	cr_assert(cml_slice_is(cml_buffer_slice(&buffer), "a"));
	cml_buffer_clear(&buffer);
	cr_assert(cml_buffer_append_string(&buffer, "d"));
}

Test(memory, buffer_appends)
{
	AUTO(cml_buffer) buffer = {0};
	cr_assert_eq(cml_buffer_slice(&buffer).size, 0);
	cr_assert(cml_buffer_append(&buffer, NULL, 0));
	cr_assert(cml_buffer_append(&buffer, "a\0b", 3));
	cr_assert(cml_buffer_append_string(&buffer, "cd"));
	cr_assert(cml_buffer_append_string(&buffer, ""));
	cr_assert(cml_buffer_printf(&buffer, "%d-%s", 42, "x"));
	cr_assert(cml_slice_equal(cml_buffer_slice(&buffer), (struct cml_slice){"a\0bcd42-x", 9}));
	cml_buffer_clear(&buffer);
	cr_assert_eq(buffer.size, 0);
	cr_assert_neq(buffer.capacity, 0);
	cml_buffer_release(&buffer);
	cr_assert_null(buffer.data);
	cr_assert_eq(buffer.capacity, 0);
}

/* Whatever separates in a cell is escaped, so that words can be taken apart and decoded. */
Test(memory, buffer_appends_words)
{
	AUTO(cml_buffer) buffer = {0};
	const char *wanted = "plain-1.5_x%20y%2C%3B%3D%7C%3E%2A%25%09%7F%00\xc3\xa9";
	cr_assert(cml_buffer_append_word(&buffer, cml_slice_of("plain-1.5_x y,;=|>*%\t\x7f")));
	cr_assert(cml_buffer_append_word(&buffer, (struct cml_slice){"\0", 1}));
	cr_assert(cml_buffer_append_word(&buffer, cml_slice_of("\xc3\xa9")));
	cr_assert(cml_slice_is(cml_buffer_slice(&buffer), wanted), "%.*s", (int)buffer.size,
		  buffer.data);
}

Test(memory, buffer_printf_of_every_length)
{
	for (int n = 0; n < 100; n++) {
		AUTO(cml_buffer) buffer = {0};
		cr_assert(cml_buffer_printf(&buffer, "%*s", n, ""));
		cr_assert_eq(buffer.size, (size_t)n);
		cr_assert(cml_buffer_printf(&buffer, "%s", "end"));
		cr_assert_eq(memcmp(buffer.data + n, "end", 3), 0);
	}
}

Test(memory, buffer_size_cannot_overflow)
{
	AUTO(cml_buffer) buffer = {0};
	cr_assert(cml_buffer_append(&buffer, "x", 1));
	cr_assert_not(cml_buffer_append(&buffer, "x", SIZE_MAX));
	cr_assert_eq(buffer.size, 1);
}

Test(memory, arena_pieces_are_aligned_zeroed_and_stay)
{
	AUTO(cml_arena) arena = {0};
	unsigned char *pieces[3000];
	for (size_t i = 0; i < 3000; i++) {
		size_t size = i % 61;
		pieces[i] = cml_arena_new(&arena, size);
		cr_assert_not_null(pieces[i]);
		cr_assert_eq((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
		cr_assert(is_zero(pieces[i], size));
		memset(pieces[i], (int)(i % 251 + 1), size);
	}
	for (size_t i = 0; i < 3000; i++) {
		for (size_t j = 0; j < i % 61; j++)
			cr_assert_eq(pieces[i][j], i % 251 + 1, "piece %zu was overwritten", i);
	}
	cml_arena_release(&arena);
	cr_assert_null(arena.blocks);
}

Test(memory, arena_big_pieces_do_not_disturb_small_ones)
{
	AUTO(cml_arena) arena = {0};
	char *small = cml_arena_new(&arena, 16);
	char *big = cml_arena_new(&arena, (size_t)5 << 20);
	char *next = cml_arena_new(&arena, 16);
	cr_assert(small != NULL && big != NULL && next != NULL);
	cr_assert(is_zero(big, (size_t)5 << 20));
	cr_assert_eq(next, small + 16, "the block of the small pieces stays in use");
}

Test(memory, arena_empty_pieces_are_distinct)
{
	AUTO(cml_arena) arena = {0};
	cr_assert_neq(cml_arena_new(&arena, 0), cml_arena_new(&arena, 0));
}

Test(memory, arena_sizes_that_overflow_are_refused)
{
	struct cml_arena arena = {0};
	cr_assert_null(cml_arena_new(&arena, SIZE_MAX));
	cr_assert_null(cml_arena_new(&arena, SIZE_MAX - 15));
	cr_assert_null(cml_arena_copy(&arena, (struct cml_slice){"", SIZE_MAX}));
	cr_assert_null(arena.blocks);
}

Test(memory, arena_copies_are_terminated)
{
	AUTO(cml_arena) arena = {0};
	char *first = cml_arena_copy(&arena, (struct cml_slice){"batch,rest", 5});
	char *empty = cml_arena_copy(&arena, (struct cml_slice){NULL, 0});
	char *second = cml_arena_copy(&arena, cml_slice_of("0123456789abcdef"));
	cr_assert_str_eq(first, "batch");
	cr_assert_str_eq(empty, "");
	cr_assert_str_eq(second, "0123456789abcdef");
}

Test(memory, arena_copies_slices_together)
{
	AUTO(cml_arena) arena = {0};
	char text[] = "ab";
	struct cml_slice slices[] = {{text, 2}, {NULL, 0}, {text + 1, 1}};
	struct cml_slice *copy = cml_arena_copy_all(&arena, slices, 3);
	cr_assert_not_null(copy);
	memset(text, 'x', sizeof text);
	cr_assert(cml_slice_is(copy[0], "ab"));
	cr_assert_eq(copy[1].size, 0);
	cr_assert(cml_slice_is(copy[2], "b"));
}
