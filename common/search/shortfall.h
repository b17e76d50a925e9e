/* Why a search has fewer proposals than wanted, in one sentence. */
#ifndef CML_SEARCH_SHORTFALL_H
#define CML_SEARCH_SHORTFALL_H

#include "space/feasible/sampler.h"

/* Of configurations that are too likely to fail, the one that is likeliest to run. Zeroed is empty,
 * but for init. */
struct cml_likeliest {
	const struct cml_space *space;
	double *values; /* n_columns */
	double log_chance, worth;
	size_t n;    /* offered */
	bool differ; /* in their chances: otherwise none is likelier than the others */
};
bool cml_likeliest_init(struct cml_likeliest *likeliest, const struct cml_space *space);
void cml_likeliest_release(struct cml_likeliest *likeliest);

/* values are copied. Of two that are as likely, that of the larger worth. */
void cml_likeliest_offer(struct cml_likeliest *likeliest, const double *values, double log_chance,
			 double worth);

/* Numbers of configurations. */
struct cml_shortfall {
	size_t n, n_wanted;
	size_t n_met;      /* distinct ones */
	size_t n_proposed; /* by the searcher, the same ones again counted */
	size_t n_scored;   /* distinct ones, neither excluded nor outside the log */
	size_t n_stale;    /* proposed since the last new one */
	size_t n_excluded, n_outside;
	double min_chance;
	const struct cml_likeliest *likeliest; /* of those that were scored, and are below it */
	/* Draws, and those that the row refused that refuses most of them: nearly all. NULL: it is
	 * no rule that leaves too few. */
	const char *rule, *expression;
	uint64_t n_drawn, n_refused;
	bool is_all;                 /* no more are to be met */
	bool is_list, is_within_log; /* candidates; a space that is narrowed to the log */
	bool is_shard;
	bool has_budget;
};

/* Sets what is above of a rule, if one refuses nearly all that is drawn.
 * A sampler without a space has drawn nothing. */
void cml_shortfall_blame(struct cml_shortfall *shortfall, const struct cml_sampler *sampler);

/* Terminated, in at most size bytes. */
#define CML_SHORTFALL_SIZE 512
void cml_shortfall_print(const struct cml_shortfall *shortfall, char *text, size_t size);

#endif
