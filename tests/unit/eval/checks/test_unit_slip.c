#include "eval/checks/unit_slip.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

/* n jobs of three settings whose metric spans two decades, with 5 % of noise; those of
 * slips[n_slips] times a factor. */
static struct cml_dataset jobs(size_t n, const size_t *slips, size_t n_slips, double factor)
{
	static const char *const names[] = {"tp", "batch", "fast"};
	struct cml_dataset data = {0};
	struct cml_error err = {0};
	struct cml_random random;
	cml_random_init(&random, 7, 0);
	cr_assert_eq(cml_dataset_init(&data, 3, names, &err), CML_OK);
	for (size_t i = 0; i < n; i++) {
		double x[] = {exp2((double)(i % 4)), (double)(i * 7 % 10), (double)(i / 5 % 2)};
		double y =
		    30 * x[0] * (1 + x[1]) * (1 + x[2]) * exp(0.05 * cml_random_normal(&random));
		for (size_t s = 0; s < n_slips; s++)
			y *= slips[s] == i ? factor : 1;
		cr_assert_eq(cml_dataset_append(&data, x, y, 1, i, &err), CML_OK);
	}
	return data;
}

static void find(struct cml_dataset *data, struct cml_unit_slip slips[2])
{
	struct cml_error err = {0};
	cr_assert_eq(cml_unit_slips_find(data, NULL, slips, &err), CML_OK, "%s", err.message);
	cml_dataset_release(data);
}

Test(unit_slip, three_rows_of_a_log_in_another_unit)
{
	static const double factors[] = {1000, 3600, 60, 8};
	struct cml_unit_slip slips[2];
	for (size_t i = 0; i < 8; i++) {
		double factor = i < 4 ? factors[i] : 1 / factors[i - 4];
		struct cml_dataset data = jobs(200, (const size_t[]){17, 90, 133}, 3, factor);
		find(&data, slips);
		cr_assert_eq(slips[i < 4 ? 0 : 1].n, 3, "%g", factor);
		cr_assert_eq(slips[i < 4 ? 1 : 0].n, 0, "%g", factor);
		cr_assert_eq(slips[i < 4 ? 0 : 1].rows[0], 17);
		cr_assert_eq(slips[i < 4 ? 0 : 1].rows[2], 133);
		cr_assert_float_eq(log(slips[i < 4 ? 0 : 1].unit / factor), 0, 0.03, "%g", factor);
	}
}

/* One job of ten, and nearly one of five: the trees learn again without what they have too much. */
Test(unit_slip, many_rows_in_another_unit)
{
	static const double factors[] = {1000, 3600, 60, 1e6};
	static const size_t n_jobs[] = {189, 100}, n_slips[] = {19, 12};
	struct cml_unit_slip slips[2];
	size_t rows[19];
	for (size_t size = 0; size < 2; size++)
		for (size_t i = 0; i < 8; i++) {
			double factor = i < 4 ? factors[i] : 1 / factors[i - 4];
			size_t side = i < 4 ? 0 : 1;
			for (size_t k = 0; k < 19; k++)
				rows[k] = k * 5 + k % 3;
			struct cml_dataset data = jobs(n_jobs[size], rows, n_slips[size], factor);
			find(&data, slips);
			cr_assert_eq(slips[side].n, n_slips[size], "%g", factor);
			cr_assert_eq(slips[1 - side].n, 0, "%g", factor);
			cr_assert_eq(slips[side].rows[1], 6);
			cr_assert_float_eq(log(slips[side].unit / factor), 0, 0.03, "%g", factor);
		}
	/* So many at a factor that is none between units are no slip. */
	struct cml_dataset odd = jobs(189, rows, 19, 300);
	find(&odd, slips);
	cr_assert_eq(slips[0].n + slips[1].n, 0);
}

/* The metric of each device, of 1 to 64, in one job of ten of 250: for each feature of those that
 * count it. */
Test(unit_slip, rows_for_each_device_in_a_log_of_all)
{
	static const char *const names[] = {"log2(ndev)", "ndev", "batch", "fast"};
	for (size_t feature = 0; feature < 2; feature++) {
		for (int sign = -1; sign <= 1; sign++) {
			struct cml_dataset data = {0};
			struct cml_error err = {0};
			struct cml_random random;
			struct cml_unit_slip slips[2];
			cml_random_init(&random, 11, 0);
			cr_assert_eq(cml_dataset_init(
					 &data, 3,
					 (const char *const[]){names[feature], names[2], names[3]},
					 &err),
				     CML_OK);
			for (size_t i = 0; i < 250; i++) {
				double log_devices = (double)(i * 7 % 11 % 7),
				       devices = exp2(log_devices);
				double x[] = {feature == 0 ? log_devices : devices, (double)(i % 9),
					      (double)(i / 5 % 2)};
				double y = 50 * devices * (1 + x[1]) * (1 + x[2]) *
					   exp(0.1 * cml_random_normal(&random));
				if (i % 10 == 3)
					y *= pow(devices, sign);
				cr_assert_eq(cml_dataset_append(&data, x, y, 1, i, &err), CML_OK);
			}
			cr_assert_eq(cml_unit_slips_find(&data, NULL, slips, &err), CML_OK);
			size_t side = sign > 0 ? 0 : 1, n = 0;
			for (size_t i = 3; i < 250; i += 10)
				n += i * 7 % 11 % 7 > 1;
			cr_assert_eq(slips[side].n, sign == 0 ? 0 : n, "%zu", slips[side].n);
			cr_assert_eq(slips[1 - side].n, 0);
			cr_assert(sign == 0 || cml_slice_is(slips[side].count, "ndev"));
			cml_dataset_release(&data);
		}
	}
}

Test(unit_slip, none_in_a_log_without_and_of_what_is_no_slip)
{
	struct cml_unit_slip slips[2];
	struct cml_dataset clean = jobs(200, NULL, 0, 1);
	find(&clean, slips);
	cr_assert_eq(slips[0].n + slips[1].n, 0);
	struct cml_dataset three = jobs(200, (const size_t[]){17, 90, 133}, 3, 3);
	find(&three, slips);
	cr_assert_eq(slips[0].n + slips[1].n, 0, "a slow node is no slip");
	size_t many[50];
	for (size_t i = 0; i < 50; i++)
		many[i] = 4 * i + i % 3;
	struct cml_dataset quarter = jobs(200, many, 50, 1000);
	find(&quarter, slips);
	cr_assert_eq(slips[0].n + slips[1].n, 0, "what so many jobs have is what the metric is");
	struct cml_dataset few = jobs(CML_SLIP_MIN_JOBS - 1, many, 1, 1000);
	find(&few, slips);
	cr_assert_eq(slips[0].n, 0);
}

Test(unit_slip, metrics_without_a_logarithm_are_not_asked)
{
	struct cml_unit_slip slips[2];
	struct cml_dataset data = jobs(200, (const size_t[]){40, 90, 133}, 3, 1000);
	data.y[3] = 0;
	find(&data, slips);
	cr_assert_eq(slips[0].n, 3);
	cr_assert_eq(slips[0].rows[0], 40, "a row of the data with the job of 0");
	data = jobs(200, (const size_t[]){40, 90, 133}, 3, 1000);
	for (size_t i = 0; i < 30; i++)
		data.y[i] = -1;
	find(&data, slips);
	cr_assert_eq(slips[0].n, 0);
	struct cml_dataset constant = jobs(40, NULL, 0, 1);
	for (size_t i = 0; i < 40; i++)
		constant.y[i] = 5;
	find(&constant, slips);
	cr_assert_eq(slips[0].n + slips[1].n, 0);
}
