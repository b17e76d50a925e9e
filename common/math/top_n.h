/* The n best of a stream, in memory for n. */
#ifndef CML_MATH_TOP_N_H
#define CML_MATH_TOP_N_H

#include "base/error.h"

/* Better is the larger score; equal scores: the smaller sequence number. So
 * the result does not depend on the order of arrival. */
struct cml_top_item {
	double score;
	uint64_t sequence;
	size_t slot; /* which of the n places of the caller's store holds the item */
};

/* A heap with the worst kept item on top. Zeroed is empty; release is safe on
 * it. */
struct cml_top_n {
	struct cml_top_item *items;
	size_t n;        /* items held */
	size_t capacity; /* items wanted */
};

enum cml_result cml_top_n_init(struct cml_top_n *top, size_t capacity, struct cml_error *err);
void cml_top_n_release(struct cml_top_n *top);

/* Offers an item. True when it is kept; *slot is then where the caller is to
 * store what belongs to it (the slot of the item it pushed out, or a new one).
 * A NaN score is never kept. O(log n), O(1) for a refusal. */
bool cml_top_n_offer(struct cml_top_n *top, double score, uint64_t sequence, size_t *slot);

/* Orders items best first; the heap may then only be read or released. */
void cml_top_n_sort(struct cml_top_n *top);

/* Numbers with scores that only fall: which has the best one now? A heap of minus their scores: the
 * worst kept is the best of them, of equal ones the smallest. */

/* There is room for it. */
void cml_score_heap_add(struct cml_top_n *heap, double score, size_t number);
/* *first: the best that is not out (by number), and its score; those that are out, go. False: none
 * is left. */
bool cml_score_heap_first(struct cml_top_n *heap, const bool *is_out, size_t *first, double *score);
/* The score of the first fell to this: O(log n). */
void cml_score_heap_lower(struct cml_top_n *heap, double score);

#endif
