#include "launch/submission_state.h"

#include "test.h"

static void add(struct cml_job_list *list, uint64_t key)
{
	bool added;
	assert_ok(cml_job_list_add(list, key, (struct cml_slice[]){{"x", 1}}, false, &added, &err));
	assert_ok(cml_job_list_enqueue(list, list->n - 1, &err));
}

/* The entry handed out at a time, or -1. */
static long next(struct cml_job_list *list, double now)
{
	size_t entry;
	double due;
	return cml_job_list_next(list, now, &entry, &due) ? (long)entry : -1;
}

/* Those whose time has come go before those that were never started. */
Test(job_list, delays)
{
	AUTO(cml_job_list) list = {.n_cells = 1};
	static const double dues[] = {5, 3, 9, 1, 7, 3.5};
	size_t entry;
	double due;
	for (uint64_t key = 0; key < 7; key++)
		add(&list, key);
	for (size_t i = 0; i < 6; i++) {
		cr_assert_eq(next(&list, 0), (long)i);
		assert_ok(cml_job_list_delay(&list, i, dues[i], &err));
	}
	cr_assert_eq(cml_job_list_n_waiting(&list), 7);
	cr_assert_eq(next(&list, 3.2), 3);
	cr_assert_eq(next(&list, 3.2), 1);
	cr_assert_eq(next(&list, 3.2), 6);
	cr_assert_not(cml_job_list_next(&list, 3.2, &entry, &due));
	cr_assert_eq(due, 3.5);
	cr_assert_eq(next(&list, 100), 5);
	cr_assert_eq(next(&list, 100), 0);
	cr_assert_eq(next(&list, 100), 4);
	cr_assert_eq(next(&list, 100), 2);
	cr_assert_not(cml_job_list_next(&list, 100, &entry, &due));
	cr_assert(isinf(due));
}
