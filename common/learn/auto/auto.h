/* The default predictor: an average that extrapolates best to later and larger jobs.
 *
 * Half of the members are boosted trees, which learn how settings act together inside of what was
 * run; the other half are a line, which extrapolates, and trees of its residuals.
 * The prediction is their mean, of logarithms where these are learned. Members come in pairs, one
 * of each half, of which each leaves out one fold of the configurations: its rows give the errors
 * of the mean of a pair on jobs it has not seen, and so the deviation (CV+, see ensemble.h). The
 * line under the trees is that of leaving each row out, so that they learn the errors a line makes
 * and not those it hides. A Gaussian process of the residuals of the line joins them, with a weight
 * from the rows left out (auto_process.h).
 *
 * Source: a mean of forecasts that err differently: J. Bates, C. Granger, "The combination of
 * forecasts", Operational Research Quarterly 20, 1969; residuals of leaving out one row: R. Cook,
 * S. Weisberg, "Residuals and influence in regression", 1982, section 2.2. */
#ifndef CML_LEARN_AUTO_AUTO_H
#define CML_LEARN_AUTO_AUTO_H

#include "learn/auto/auto_process.h"
#include "learn/linear/linear_model.h"
#include "learn/predictor/predictor.h"
#include "learn/trees/tree_ensemble.h"

/* Trees and a line, trained together: the mean of members that are trees alone and of members that
 * are the line and trees of its residuals. */
struct cml_auto {
	struct cml_linear *linear;
	struct cml_tree_ensemble *trees; /* calibrated for what members say with the line */
	size_t first_rest;               /* members from here on add to the line */
	struct cml_auto_process process; /* may be none */
};

extern const struct cml_predictor_kind cml_auto_predictor;

#endif
