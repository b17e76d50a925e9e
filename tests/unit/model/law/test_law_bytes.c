#include "model/law/law.h"

#include "damage_fixture.h"
#include "law_fixture.h"
#include "test.h"
#include "trials.h"

static struct fixture_law jobs;
static struct cml_buffer bytes;

/* The numbers that are saved: a scale; of a law a flag and a choice, weights and shares, typical,
 * steepness, what was proven, errors. */
enum {
	FLAG_SIZE = 4,
	SCALE_SIZE = 8,
	N_TERMS = 2,
	LAW_SIZE = 2 * FLAG_SIZE + 8 * (2 * N_TERMS + 4 + CML_LAW_N_TERMS)
};

static void open_bytes(void)
{
	fixture_law_init(&jobs, "name,role,type,domain\ngpus,context,int,1:64\nwps,metric,max,\n"
				"memory,limit,,:80\n"
				"compute,term,,1 / gpus\nstart,term,,1\n"
				"states,term,memory,64 / gpus\nbuffers,term,memory,2\n"
				"top,roof,,gpus\n");
	struct cml_law *wps = &jobs.laws.items[0], *memory = &jobs.laws.items[1];
	wps->weights[0] = 2.385;
	wps->weights[1] = 0;
	wps->shares[0] = 1;
	wps->typical = -3;
	wps->error = 0.25;
	wps->chosen = CML_LAW_FIRST;
	wps->tried[CML_LAW_FIRST] = 0.125;
	memory->weights[0] = 0.75;
	memory->weights[1] = 1.5;
	memory->typical = 6;
	memory->error = NAN;
	memory->steepness = 8;
	memory->proven = 0.5;
	jobs.laws.roof_scale = 1.125;
	assert_ok(cml_fields_save(cml_laws_fields, &jobs.laws, &bytes, &err));
	cr_assert_eq(bytes.size, SCALE_SIZE + 2 * LAW_SIZE);
}

static void close_bytes(void)
{
	cml_buffer_release(&bytes);
	fixture_law_release(&jobs);
}

TestSuite(law_bytes, .init = open_bytes, .fini = close_bytes);

/* Whatever is let in must be able to work. */
static enum cml_result load(void *context, struct cml_slice damaged)
{
	AUTO(cml_laws) loaded;
	double features[FIXTURE_LAW_COLUMNS];
	float packed[FIXTURE_LAW_COLUMNS];
	(void)context;
	assert_ok(cml_laws_init(&loaded, &jobs.encoder, &err));
	enum cml_result status =
	    cml_fields_load(cml_laws_fields, "laws", &loaded, damaged, 0, &err);
	if (status == CML_OK) {
		fixture_law_features(&jobs, (double[]){4}, features);
		cml_laws_pack(&loaded, features, packed);
		for (size_t f = 0; f < cml_laws_n_packed(&loaded); f++)
			cr_expect(isfinite(packed[f]), "%zu: %g", f, (double)packed[f]);
		cr_expect(loaded.roof_scale >= 1);
	}
	return status;
}

Test(law_bytes, damaged_ones_are_refused_or_work)
{
	fixture_damage(cml_buffer_slice(&bytes), load, NULL, 1, TRIALS(3000));
}

static enum cml_result with_number(size_t at, double number)
{
	double kept;
	memcpy(&kept, bytes.data + at, sizeof kept);
	memcpy(bytes.data + at, &number, sizeof number);
	enum cml_result status = load(NULL, cml_buffer_slice(&bytes));
	memcpy(bytes.data + at, &kept, sizeof kept);
	return status;
}

Test(law_bytes, numbers_out_of_range_are_refused)
{
	const size_t law = SCALE_SIZE + LAW_SIZE, weights = law + 2 * FLAG_SIZE;
	const size_t typical = weights + 8 * 2 * N_TERMS, steepness = typical + 8;
	cr_expect_eq(with_number(0, 0.5), CML_BAD_DATA, "a roof that jobs are below");
	cr_expect_eq(with_number(0, NAN), CML_BAD_DATA);
	cr_expect_eq(with_number(0, 1), CML_OK);
	cr_expect_eq(with_number(weights, -1), CML_BAD_DATA);
	cr_expect_eq(with_number(weights + 8, -1e-300), CML_BAD_DATA);
	cr_expect_eq(with_number(weights, INFINITY), CML_BAD_DATA);
	cr_expect_eq(with_number(weights, 0), CML_OK);
	cr_expect_eq(with_number(typical, NAN), CML_BAD_DATA);
	cr_expect_eq(with_number(steepness, -1), CML_BAD_DATA);
	cr_expect_eq(with_number(steepness, NAN), CML_BAD_DATA);
	cr_expect_eq(with_number(steepness, 3), CML_OK);
	bytes.data[law] = 2; /* neither used nor not */
	cr_expect_eq(load(NULL, cml_buffer_slice(&bytes)), CML_BAD_DATA);
	bytes.data[law] = 1;
	bytes.data[law + FLAG_SIZE] = CML_LAW_N_TERMS;
	cr_expect_eq(load(NULL, cml_buffer_slice(&bytes)), CML_BAD_DATA);
}
