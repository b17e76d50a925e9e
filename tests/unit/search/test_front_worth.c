#include "search/front_worth.h"

#include "test.h"

Test(front_worth, no_hopeless_proposal_is_on_the_front)
{
	AUTO(cml_front) front = {.axes = {{.maximize = true}, {.maximize = true}}};
	struct cml_proposal items[] = {{.pred = 9, .second = 9, .log_chance = log(0.2)},
				       {.pred = 5, .second = 5, .log_chance = log(0.9)},
				       {.pred = 4, .second = 4, .log_chance = 0}};
	struct cml_proposals proposals = {.items = items, .n = 3};
	assert_ok(cml_front_mark(&front, &proposals, &err));
	cr_expect(!items[0].on_front);
	cr_expect(items[1].on_front);
	cr_expect(!items[2].on_front);
}
