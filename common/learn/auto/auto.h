/* A predictor that needs no choosing: what holds best in time and scale.
 *
 * Half of the members are boosted trees, which learn how settings act together inside of what was
 * run; the other half are a line, which goes on beyond it, and trees of what the line leaves over.
 * The prediction is their mean, of logarithms where these are learned. Members come in pairs, one
 * of each half, of which each leaves out one fold of the configurations: its rows tell how far the
 * mean of a pair is off on jobs it has not seen, and so what the deviation is to be (CV+, see
 * bagging.h). The line under the trees is that of leaving each row out, so that they learn the
 * errors a line makes and not those it hides. A Gaussian process of what the line leaves over joins
 * them, with a weight that the rows left out tell (auto_process.h).
 *
 * Source: a mean of forecasts that err differently: J. Bates, C. Granger, "The combination of
 * forecasts", Operational Research Quarterly 20, 1969; residuals of leaving out one row: R. Cook,
 * S. Weisberg, "Residuals and influence in regression", 1982, section 2.2. */
#ifndef CML_LEARN_AUTO_AUTO_H
#define CML_LEARN_AUTO_AUTO_H

#include "learn/predictor/predictor.h"

extern const struct cml_predictor_kind cml_auto_predictor;

#endif
