#include "search/pareto/front_proposals.h"

#include <math.h>

double cml_proposal_worth(const struct cml_proposal *proposal, const struct cml_worth *worth,
			  const struct cml_front *front, double variance)
{
	double mean[2] = {proposal->pred, proposal->second};
	double sd[2] = {proposal->sd * sqrt(variance), proposal->second_sd * sqrt(variance)};
	double reward = front ? cml_front_log_improvement(front, mean, sd)
			      : cml_acquisition_reward(&worth->acquisition, mean[0], sd[0]);
	return cml_worth(worth, reward, proposal->log_chance) - cml_proposal_price(proposal);
}

enum cml_result cml_front_mark(struct cml_front *front, struct cml_proposals *proposals,
			       struct cml_error *err)
{
	proposals->has_front = true;
	for (size_t i = 0; i < proposals->n; i++) {
		const struct cml_proposal *item = &proposals->items[i];
		if (cml_front_add(front, (double[]){item->pred, item->second}, err) != CML_OK)
			return err->status;
	}
	for (size_t i = 0; i < proposals->n; i++) {
		struct cml_proposal *item = &proposals->items[i];
		item->on_front = cml_front_holds(front, (double[]){item->pred, item->second});
	}
	return CML_OK;
}
