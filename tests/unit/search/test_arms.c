#include "search/deciders.h"

#include "test.h"

static const char text[] = "name,role,type,domain,when\n"
			   "algo,param,categorical,a|b|c,\n"
			   "block,param,int,1:8,algo == 'a'\n"
			   "depth,param,int,1:8,algo == 'b'\n"
			   "batch,param,int,1:8,\n";
static struct cml_space *space;
static struct cml_tried_job jobs[64];
static double values[64][4];
static struct cml_tried_jobs tried;
static struct cml_arms arms;

static void open_space(void)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "test", &err));
	tried = (struct cml_tried_jobs){.items = jobs};
}

static void close_space(void)
{
	cml_space_free(space);
}

TestSuite(arms, .init = open_space, .fini = close_space);

/* n jobs of an algorithm, each better than the one before by `step`. */
static void try(size_t algo, size_t n, double reward, double step)
{
	for (size_t i = 0; i < n; i++) {
		double own[] = {(double)algo, algo == 0 ? 1 : NAN, algo == 1 ? 1 : NAN, 1};
		memcpy(values[tried.n], own, sizeof own);
		jobs[tried.n] = (struct cml_tried_job){values[tried.n], CML_TRIED_OK,
						       reward + step * (double)i};
		tried.n++;
	}
}

static size_t turn(void)
{
	cml_arms_init(&arms, space, &tried);
	return cml_arms_turn(&arms);
}

Test(arms, what_does_not_get_better_is_behind)
{
	try(0, 20, 10, 1);
	try(1, CML_ARM_PATIENCE + 1, 2, 0);
	cr_assert_eq(turn(), CML_MAX_ARMS);
	jobs[tried.n - 1].reward = 3;
	cr_assert_eq(turn(), 1);
	jobs[tried.n - 1].state = CML_TRIED_FAILED;
	cr_assert_eq(turn(), CML_MAX_ARMS);
}

Test(arms, more_than_there_is_room_for_are_none)
{
	static const char flags[] = "name,role,type,domain,when\n"
				    "algo,param,categorical,a|b|c,\n"
				    "p,param,int,1:8,algo == 'a'\n"
				    "q,param,int,1:8,algo == 'a'\n"
				    "r,param,int,1:8,algo == 'a'\n"
				    "s,param,int,1:8,algo == 'a'\n";
	cml_space_free(space);
	assert_ok(cml_space_from_text(&space, cml_slice_of(flags), "test", &err));
	cml_arms_init(&arms, space, NULL);
	for (size_t i = 0; i < 16; i++) {
		double own[] = {0, i & 1 ? 1 : NAN, i & 2 ? 1 : NAN, i & 4 ? 1 : NAN,
				i & 8 ? 1 : NAN};
		cr_assert_eq(cml_arms_find(&arms, space, own), i < CML_MAX_ARMS ? i : CML_MAX_ARMS);
	}
	cr_assert_eq(cml_arms_turn(&arms), CML_MAX_ARMS);
}
