#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The minimum capacity of an array or buffer: spares the first few reallocations. */
#define FIRST_CAPACITY 16

/* One array: no job log comes near, and sanitizers end a program that asks for more. */
#define MAX_BYTES ((size_t)1 << 40)

/* Arena blocks double from the first size to the last; a piece that is too big
 * for the block of its turn gets one to itself. */
#define FIRST_BLOCK_SIZE ((size_t)1 << 10)
#define LAST_BLOCK_SIZE ((size_t)1 << 18)

/* From this size on, arrays ask for pages of 2 MB, as those of NumPy do: in pages of 4 KB, faults
 * and misses of the TLB took three quarters of the time of Kendall's tau of ten million pairs. */
#define MIN_HUGE_BYTES ((size_t)4 << 20)

static void *in_huge_pages(void *block, size_t n_bytes)
{
	/* To the next page, whatever the machine's size of one. */
	size_t offset = -(uintptr_t)block % ((size_t)1 << 16);

	if (block && n_bytes >= MIN_HUGE_BYTES) /* where the system has none, nothing changes */
		madvise((char *)block + offset, n_bytes - offset, MADV_HUGEPAGE);
	return block;
}

void *cml_array_new(size_t n, size_t size)
{
	size_t n_bytes;

	if (__builtin_mul_overflow(n, size, &n_bytes) || n_bytes > MAX_BYTES)
		return NULL;
	return in_huge_pages(calloc(n_bytes > 0 ? n_bytes : 1, 1), n_bytes);
}

void *cml_aligned_new(size_t n, size_t size)
{
	size_t n_bytes;

	if (__builtin_mul_overflow(n, size, &n_bytes) || n_bytes > MAX_BYTES)
		return NULL;
	n_bytes += CML_ALIGNMENT - n_bytes % CML_ALIGNMENT;
	void *block = in_huge_pages(aligned_alloc(CML_ALIGNMENT, n_bytes), n_bytes);
	return block ? memset(block, 0, n_bytes) : NULL;
}

bool cml_array_reserve(void **array, size_t *capacity, size_t needed, size_t size)
{
	size_t wanted = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity;
	size_t n_bytes;

	if (needed <= *capacity)
		return true;
	while (wanted < needed) {
		if (__builtin_add_overflow(wanted, wanted / 2, &wanted))
			wanted = needed;
	}
	if (__builtin_mul_overflow(wanted, size, &n_bytes))
		return false;
	/* realloc with no bytes would free: elements of size 0 keep one. */
	void *moved = realloc(*array, n_bytes > 0 ? n_bytes : 1);
	if (!moved)
		return false;
	*array = moved;
	*capacity = wanted;
	return true;
}

void cml_auto_free(void *array)
{
	void *block;
	memcpy(&block, array, sizeof block);
	free(block);
}

void cml_buffer_release(struct cml_buffer *buffer)
{
	free(buffer->data);
	*buffer = (struct cml_buffer){0};
}

void cml_buffer_clear(struct cml_buffer *buffer)
{
	buffer->size = 0;
	buffer->has_failed = false;
}

static bool buffer_reserve(struct cml_buffer *buffer, size_t n_more)
{
	size_t needed;

	if (!buffer->has_failed)
		buffer->has_failed =
		    __builtin_add_overflow(buffer->size, n_more, &needed) ||
		    !cml_array_reserve((void **)&buffer->data, &buffer->capacity, needed, 1);
	return !buffer->has_failed;
}

bool cml_buffer_append(struct cml_buffer *buffer, const void *data, size_t size)
{
	if (size == 0)
		return !buffer->has_failed;
	if (!buffer_reserve(buffer, size))
		return false;
	memcpy(buffer->data + buffer->size, data, size);
	buffer->size += size;
	return true;
}

bool cml_buffer_append_string(struct cml_buffer *buffer, const char *string)
{
	return cml_buffer_append(buffer, string, strlen(string));
}

bool cml_buffer_printf(struct cml_buffer *buffer, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	buffer->has_failed = buffer->has_failed || length < 0;
	/* One byte more for the terminator that vsnprintf insists on. */
	if (!buffer_reserve(buffer, (size_t)length + 1))
		return false;
	va_start(arguments, format);
	vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, arguments);
	va_end(arguments);
	buffer->size += (size_t)length;
	return true;
}

bool cml_buffer_append_word(struct cml_buffer *buffer, struct cml_slice word)
{
	bool ok = true;
	for (size_t i = 0; ok && i < word.size; i++) {
		unsigned char byte = (unsigned char)word.data[i];
		bool is_special = byte <= ' ' || byte == 0x7f || strchr("%,;=|>*", byte);
		ok = is_special ? cml_buffer_printf(buffer, "%%%02X", byte)
				: cml_buffer_append(buffer, &word.data[i], 1);
	}
	return ok;
}

struct cml_slice cml_buffer_slice(const struct cml_buffer *buffer)
{
	return (struct cml_slice){buffer->data, buffer->size};
}

struct cml_arena_block {
	struct cml_arena_block *next;
	size_t size; /* bytes at data */
	size_t used;
	_Alignas(max_align_t) unsigned char data[];
};

void cml_arena_release(struct cml_arena *arena)
{
	while (arena->blocks) {
		struct cml_arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
}

void *cml_arena_new(struct cml_arena *arena, size_t size)
{
	struct cml_arena_block *block = arena->blocks;
	size_t block_size = FIRST_BLOCK_SIZE;

	if (size > MAX_BYTES)
		return NULL;
	/* Even an empty piece takes a place, so that no two pieces are equal. */
	size += size == 0 ? _Alignof(max_align_t) : -size % _Alignof(max_align_t);
	if (!block || block->size - block->used < size) {
		if (block)
			block_size =
			    block->size < LAST_BLOCK_SIZE / 2 ? 2 * block->size : LAST_BLOCK_SIZE;
		bool regular = size <= block_size / 4;

		if (!regular)
			block_size = size;
		block = calloc(1, sizeof *block + block_size);
		if (!block)
			return NULL;
		block->size = block_size;
		/* That of one big piece goes after the head, whose free space stays in use. */
		struct cml_arena_block **place =
		    regular || !arena->blocks ? &arena->blocks : &arena->blocks->next;
		block->next = *place;
		*place = block;
	}
	block->used += size;
	return block->data + block->used - size;
}

char *cml_arena_copy(struct cml_arena *arena, struct cml_slice slice)
{
	char *copy = slice.size > MAX_BYTES ? NULL : cml_arena_new(arena, slice.size + 1);
	if (copy && slice.size > 0)
		memcpy(copy, slice.data, slice.size);
	return copy;
}

struct cml_slice *cml_arena_copy_all(struct cml_arena *arena, const struct cml_slice *slices,
				     size_t n)
{
	size_t size = n * sizeof *slices;

	for (size_t i = 0; i < n; i++)
		size += slices[i].size + 1;
	struct cml_slice *copy = cml_arena_new(arena, size);
	if (!copy)
		return NULL;
	char *text = (char *)(copy + n);
	for (size_t i = 0; i < n; i++) {
		if (slices[i].size > 0)
			memcpy(text, slices[i].data, slices[i].size);
		copy[i] = (struct cml_slice){text, slices[i].size};
		text += slices[i].size + 1;
	}
	return copy;
}
