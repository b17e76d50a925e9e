/* Jobs that were launched with what is fixed for a search, as far as it needs to know them. */
#ifndef CML_SEARCH_PORTFOLIO_TRIED_JOBS_H
#define CML_SEARCH_PORTFOLIO_TRIED_JOBS_H

#include "base/error.h"

enum cml_tried_state {
	CML_TRIED_OK,      /* has a reward */
	CML_TRIED_FAILED,  /* failed by itself, or broke a limit */
	CML_TRIED_PENDING, /* says nothing yet: still to run, or ended by others */
};

struct cml_tried_job {
	const double *values; /* n_columns of the space */
	enum cml_tried_state state;
	double reward; /* larger is better; looked at where it is OK only */
};

/* Zeroed is empty. Nothing is owned. */
struct cml_tried_jobs {
	struct cml_tried_job *items;
	size_t n;
};

#endif
