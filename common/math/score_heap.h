/* Numbers with scores that only fall: which has the best one now? */
#ifndef CML_MATH_SCORE_HEAP_H
#define CML_MATH_SCORE_HEAP_H

#include "base/error.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_score_heap {
	double *scores; /* by number; not NaN */
	size_t *items;  /* n numbers, the best first; equal scores: the smaller number */
	size_t n;
};

/* Room for numbers below n, none of them in it. Fill scores, then order all of them: O(n). */
enum cml_result cml_score_heap_init(struct cml_score_heap *heap, size_t n, struct cml_error *err);
void cml_score_heap_release(struct cml_score_heap *heap);
void cml_score_heap_order(struct cml_score_heap *heap, size_t n);

/* The score of the first, items[0], fell; or it goes: O(log n). */
void cml_score_heap_sink(struct cml_score_heap *heap);
void cml_score_heap_drop(struct cml_score_heap *heap);

#endif
