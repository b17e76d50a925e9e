/* Allocation with overflow checks, a growable byte buffer, and an arena. */
#ifndef CML_BASE_MEMORY_H
#define CML_BASE_MEMORY_H

#include "base/error.h"
#include "base/text.h"

/* Bytes of alignment of numeric blocks: one cache line, one AVX-512 register. */
#define CML_ALIGNMENT 64

/* n * size zeroed bytes, or NULL when the product overflows, is above 1 TiB, or memory is out.
 * n * size == 0 still gives a pointer that may be freed. Free with free(). */
void *cml_array_new(size_t n, size_t size);

/* Makes *array point to n zeroed elements of its type, as cml_array_new does; false where that is
 * NULL. Usage: CML_NEW(&a, n). */
#define CML_NEW(array, n) ((*(array) = cml_array_new(n, sizeof **(array))) != NULL)

/* As cml_array_new, aligned to CML_ALIGNMENT. Free with free(). */
void *cml_aligned_new(size_t n, size_t size);
#define CML_NEW_ALIGNED(array, n) ((*(array) = cml_aligned_new(n, sizeof **(array))) != NULL)

/* Makes *array (malloc'ed, *capacity elements of size bytes) hold at least
 * needed elements, growing geometrically. False on overflow or lack of memory;
 * *array and *capacity are then unchanged and still valid. New elements are
 * not cleared. Usage: CML_RESERVE(&a, &capacity, n + 1), where size is that of *a. */
bool cml_array_reserve(void **array, size_t *capacity, size_t needed, size_t size);
#define CML_RESERVE(array, capacity, needed)                                                       \
	cml_array_reserve((void **)(array), capacity, needed, sizeof **(array))

/* A variable that is released where its scope ends, as by g_auto and g_autofree of GLib: a struct
 * by what is called after it, an array by free(). What ends sooner is released by a call. */
#define AUTO(type) __attribute__((cleanup(type##_release))) struct type
#define AUTOFREE __attribute__((cleanup(cml_auto_free)))
void cml_auto_free(void *array);
/* And a pointer to a struct, by a function that takes NULL, which a line beside that names. */
#define AUTOPTR(type) __attribute__((cleanup(type##_auto))) __typeof__(struct type *)
#define AUTOPTR_BY(type, free)                                                                     \
	static inline void type##_auto(struct type **at)                                           \
	{                                                                                          \
		free(*at);                                                                         \
	}

/* A growable byte buffer. Zeroed is empty; release makes it zeroed again. Appending gives false
 * when memory is out, and from then on until the buffer is cleared: who appends many pieces looks
 * at has_failed once, behind the last. */
struct cml_buffer {
	char *data;
	size_t size;
	size_t capacity;
	bool has_failed;
};
void cml_buffer_release(struct cml_buffer *buffer);
void cml_buffer_clear(struct cml_buffer *buffer); /* keeps the memory */
bool cml_buffer_append(struct cml_buffer *buffer, const void *data, size_t size);
bool cml_buffer_append_string(struct cml_buffer *buffer, const char *string);
bool cml_buffer_printf(struct cml_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends a name or a value as one word of a cell that holds several: blanks, control characters
 * and what separates there, `% , ; = | > *`, as `%` and two hexadecimal digits. */
bool cml_buffer_append_word(struct cml_buffer *buffer, struct cml_slice word);
struct cml_slice cml_buffer_slice(const struct cml_buffer *buffer);

/* An arena: many small pieces, one release. Pieces never move. Zeroed is
 * empty. */
struct cml_arena {
	struct cml_arena_block *blocks;
};
void cml_arena_release(struct cml_arena *arena);
/* size bytes, aligned for any type, zeroed; NULL when memory is out. */
void *cml_arena_new(struct cml_arena *arena, size_t size);
/* As CML_NEW, from an arena. */
#define CML_ARENA_NEW(arena, array, n)                                                             \
	((*(array) = cml_arena_new(arena, (n) * sizeof **(array))) != NULL)
/* A terminated copy of the slice; NULL when memory is out. */
char *cml_arena_copy(struct cml_arena *arena, struct cml_slice slice);
/* Terminated copies of slices[n], in one piece; NULL when memory is out. */
struct cml_slice *cml_arena_copy_all(struct cml_arena *arena, const struct cml_slice *slices,
				     size_t n);

#endif
