#include "learn/growth/forest_nodes.h"

#include "learn/predictor/model_bytes.h"
#include "learn/trees/traverse.h"
#include "test.h"
#include "trees_fixture.h"

static struct cml_forest forest;
static struct cml_buffer bytes;
static void teardown(void)
{
	cml_forest_release(&forest);
	cml_buffer_release(&bytes);
}

TestSuite(forest_nodes, .fini = teardown);

static uint32_t split(uint32_t node, uint32_t level, uint32_t feature, float threshold)
{
	struct cml_forest_node made = {.threshold = threshold, .feature = feature};
	assert_ok(cml_forest_split(&forest, node, level, &made, &err));
	return made.left;
}

static void set_value(uint32_t node, double value)
{
	forest.values[forest.trees[forest.n_trees - 1].first + node] = value;
}

/* x0 <= 1: 10; else x1 <= -2 or missing: 20; else 30. And a tree of one leaf. */
static void plant(void)
{
	forest.base = 0.5;
	assert_ok(cml_forest_add_tree(&forest, &err));
	uint32_t first = split(0, 0, 0 | CML_MISSING_RIGHT, 1);
	uint32_t second = split(first + 1, 1, 1, -2);
	set_value(first, 10);
	set_value(second, 20);
	set_value(second + 1, 30);
	assert_ok(cml_forest_add_tree(&forest, &err));
	set_value(0, 0.25);
}

static double predict(const struct cml_forest *from, float x0, float x1)
{
	const float x[] = {x0, x1};
	double sum;
	cml_forest_predict(from, 1, 2, x, &sum);
	return sum;
}

Test(forest_nodes, blocks_of_rows_are_like_single_rows)
{
	enum { ROWS = 77, STRIDE = 3 };
	static float x[ROWS * STRIDE];
	double sums[ROWS];
	plant();
	for (size_t i = 0; i < ROWS * STRIDE; i++)
		x[i] = (float)(i * 7 % 11) - 5;
	cml_forest_predict(&forest, ROWS, STRIDE, x, sums);
	for (size_t i = 0; i < ROWS; i++)
		cr_expect_eq(sums[i], predict(&forest, x[i * STRIDE], x[i * STRIDE + 1]));
}

Test(forest_nodes, an_empty_forest_predicts_its_base)
{
	forest.base = -2.385;
	cr_expect_eq(predict(&forest, 1, 2), -2.385);
}

/* Of two features; empty where it is refused. */
static enum cml_result load(struct cml_forest *loaded, struct cml_slice from)
{
	*loaded = (struct cml_forest){0};
	if (cml_fields_load(cml_forest_fields, "tree structure", loaded, from, 2, &err) == CML_OK)
		return CML_OK;
	cml_forest_release(loaded);
	return err.status;
}

/* A tree as a file would have it. */
static void put_split(uint32_t left, uint32_t feature, float threshold)
{
	struct cml_fields fields = {.out = &bytes};
	cml_field_u32(&fields, "left", &left, UINT32_MAX);
	cml_field_u32(&fields, "feature", &feature, UINT32_MAX);
	cml_field_floats(&fields, "threshold", &threshold, 1, CML_ANY);
}

static void put_leaf(double value)
{
	struct cml_fields fields = {.out = &bytes};
	cml_field_u32(&fields, "left", &(uint32_t){0}, 0);
	cml_field_double(&fields, "value", &value, CML_ANY);
}

static void put_head(double base, uint32_t n_trees, uint32_t n_nodes)
{
	struct cml_fields fields = {.out = &bytes};
	cml_buffer_clear(&bytes);
	cml_field_double(&fields, "base", &base, CML_ANY);
	cml_field_u32(&fields, "trees", &n_trees, UINT32_MAX);
	cml_field_u32(&fields, "nodes", &n_nodes, UINT32_MAX);
}

static void expect_refused(const char *message)
{
	struct cml_forest loaded;
	cr_expect_eq(load(&loaded, cml_buffer_slice(&bytes)), CML_BAD_DATA, "%s", message);
	cr_expect_str_eq(err.message, message);
}

static void put_stump(uint32_t left, uint32_t feature, float threshold)
{
	put_head(0, 1, 3);
	put_split(left, feature, threshold);
	put_leaf(1);
	put_leaf(2);
}

Test(forest_nodes, hostile_trees_are_refused)
{
	static const char nowhere[] = "inconsistent tree structure: invalid child node";
	static const char cut[] = "inconsistent tree structure: truncated";
	put_stump(2, 0, 1);
	expect_refused(nowhere);
	put_stump(UINT32_MAX, 0, 1);
	expect_refused(nowhere);
	put_stump(1, 2, 1);
	expect_refused("inconsistent tree structure: "
		       "a split is on a feature that does not exist");
	put_stump(1, CML_MISSING_RIGHT | 2, 1);
	expect_refused("inconsistent tree structure: "
		       "a split is on a feature that does not exist");
	put_stump(1, 0, NAN);
	expect_refused("inconsistent tree structure: a threshold is out of range");
	/* A loop: the second node leads back to itself. */
	put_head(0, 1, 5);
	put_split(1, 0, 1);
	put_split(1, 0, 1);
	put_leaf(0);
	put_leaf(0);
	put_leaf(0);
	expect_refused(nowhere);
	put_head(0, 1, 0);
	expect_refused("inconsistent tree structure: the size of a tree is out of range");
	put_head(0, 1, 4000000000u);
	put_leaf(1);
	expect_refused(cut);
	put_head(0, 4000000000u, 1);
	put_leaf(1);
	expect_refused(cut);
	put_head(INFINITY, 1, 1);
	put_leaf(1);
	expect_refused("inconsistent tree structure: a base value is out of range");
	put_head(0, 1, 1);
	put_leaf(NAN);
	expect_refused("inconsistent tree structure: the value of a leaf is out of range");
}

Test(forest_nodes, every_truncation_is_refused)
{
	plant();
	assert_ok(cml_fields_save(cml_forest_fields, &forest, &bytes, &err));
	for (size_t size = 0; size < bytes.size; size++) {
		struct cml_forest loaded;
		/* A copy of just that size, so that reading on is seen. */
		AUTOFREE char *copy = malloc(size + 1);
		memcpy(copy, bytes.data, size);
		copy = realloc(copy, size ? size : 1);
		cr_expect_eq(load(&loaded, (struct cml_slice){copy, size}), CML_BAD_DATA, "%zu",
			     size);
	}
}
