/* What every searcher offers, and the table of them. Adding one: write its
 * file, add its line to searcher.c, and a paragraph to cml-search(1); docs/adding.md
 * does it once. */
#ifndef CML_SEARCH_SEARCHER_H
#define CML_SEARCH_SEARCHER_H

#include "base/error.h"
#include "base/parallel.h"
#include "base/random.h"
#include "learn/predictor/hyper.h"
#include "learn/predictor/worth.h"
#include "search/configs.h"
#include "search/selection.h"
#include "space/feasible/sampler.h"
#include "space/space.h"

struct cml_search;

/* What a searcher starts from. */
struct cml_searcher_start {
	const struct cml_search *search; /* its number of samples is settled */
	struct cml_sampler *sampler;     /* uniform feasible configurations, fixes applied */
	uint64_t max_tries;              /* for cml_sampler_draw */
	const struct cml_key_set *seen;  /* of all proposals that have rewards */
};

struct cml_searcher_kind {
	const char *name; /* for --method */
	const char *doc;  /* one line */
	const struct cml_hyper_spec *hyper;
	size_t n_hyper;

	/* state: state_size zeroed bytes. */
	size_t state_size;
	enum cml_result (*start)(void *state, const struct cml_searcher_start *start,
				 struct cml_error *err);

	/* Proposes a configuration: values[n_columns], completed and obeying every rule. CML_END:
	 * what was proposed since the last tell, one at least, needs rewards first; CML_NOTHING:
	 * there is none to give. Repeats of earlier proposals are allowed; the search loop drops
	 * them. */
	enum cml_result (*ask)(void *state, double *values, struct cml_error *err);

	/* Rewards of the n configurations since the last tell, larger is better. NULL: ignored. */
	enum cml_result (*tell)(void *state, size_t n, const double *values, const double *rewards,
				struct cml_error *err);

	/* How many proposals, repeats among them, it makes in all. NULL: as many as the
	 * search asks for distinct ones. */
	size_t (*budget)(const void *state);

	void (*release)(void *state); /* what it holds, also where start failed; NULL: nothing */

	/* What its proposals are ranked by and chosen by; acquisition holds the user's settings
	 * (kappa, best). NULL: as the user said. */
	void (*plan)(const struct cml_search *search, struct cml_acquisition *acquisition,
		     struct cml_selection *selection);
	bool ranks;       /* plan says what by: not for the user to say */
	bool needs_model; /* proposals follow rewards, or plan ranks by predictions */
	bool has_kappa;   /* plan uses it */
	bool lists_all;   /* asks come once each, until there are no more */
};

/* Draws of the feasible configurations, all of the same chance. */
struct cml_uniform_draws {
	struct cml_sampler *sampler;
	struct cml_random random;
	uint64_t max_tries;
};
enum cml_result cml_draw_uniform(struct cml_uniform_draws *draws, double *values,
				 struct cml_error *err);

/* Those that others build on. */
extern const struct cml_searcher_kind cml_random_search, cml_candidate_list;

extern const struct cml_searcher_kind *const cml_searcher_kinds[];
extern const size_t cml_n_searcher_kinds;

/* By name; CML_BAD_USAGE lists the names there are. */
enum cml_result cml_searcher_find(const char *name, const struct cml_searcher_kind **kind,
				  struct cml_error *err);

#endif
