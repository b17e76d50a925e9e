#include "infer_fixture.h"

static const char *cell_of(const struct inferred *inferred, const char *name, size_t field)
{
	return column_of(inferred, name)->cells[field];
}

static void units_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(
	    table,
	    "%zu,%.1fGiB,%zu (MiB),%zu%%,%zuh%02zum,00:%02zu:%02zu,\"%zu,%03zu\",%zuMB,"
	    "%zuk,%zu-%c,%zux%c,%.4f\n",
	    (size_t)1 << i % 5, 10 + noise(i), 4000 + i * 37 % 991, 40 + i * 7 % 50, 1 + i % 9,
	    i * 11 % 60, 10 + i % 50, i * 17 % 60, 1 + i % 9, i * 7 % 1000, (size_t)1 << i % 4,
	    (size_t)1 << i % 3, i, (char)('a' + i % 20), i, (char)('a' + i % 20), noise(3 * i));
}

static void requests_row(struct cml_buffer *table, size_t i)
{
	static const char *const sizes[] = {"512Mi", "2Gi", "4Gi"};
	cml_buffer_printf(table, "%zu,%s,%.4f\n", (size_t)1 << i % 5, sizes[i % 3], noise(3 * i));
}

Test(infer_log, of_mixed_binary_sizes_the_note_has_the_command)
{
	AUTO(inferred) inferred = infer("tp,buffer,rate", 80, 0, requests_row);
	cr_assert(notes_hold(&inferred, "\"512Mi\" and \"2Gi\" differ in their units: write plain "
					"numbers, all in one unit: numfmt -d, --header "
					"--invalid=ignore --from=auto --field=N\n"));
}

static void mixed_row(struct cml_buffer *table, size_t i)
{
	static const char *const timeouts[] = {"30m", "1h", "2h"}, *const sizes[] = {"8", "4 GiB"};
	cml_buffer_printf(table, "%zu,%s,%s,%.1f %s,%.4f\n", (size_t)1 << i % 5, timeouts[i % 3],
			  sizes[i % 2], i % 2 ? 1 + noise(i) : 900 + 8 * noise(i),
			  i % 2 ? "GiB" : "MiB", noise(3 * i));
}

Test(infer_log, units_that_differ_are_not_cut_off)
{
	AUTO(inferred) inferred = infer("tp,timeout,cache,peak_memory,rate", 80, 0, mixed_row);
	cr_assert(notes_hold(&inferred, "texts have no order; \"30m\" and \"1h\" differ in their "
					"units: write plain numbers, all in one unit\n"));
	cr_assert(notes_hold(&inferred, "; \"4 GiB\" and \"8\" differ in their units: "));
	cr_assert(notes_hold(&inferred, "\"908.0 MiB\" and \"2.8 GiB\" differ"));
	cr_assert_not(notes_hold(&inferred, "without"), "%.*s", (int)inferred.notes.size,
		      inferred.notes.data);
}

Test(infer_log, numbers_with_units_are_never_ids)
{
	static const char *const ignored[] = {"peak_mem", "host_rss", "busy",
					      "spent",    "wait",     "tokens"};
	AUTO(inferred) inferred =
	    infer("tp,peak_mem,host_rss,busy,spent,wait,tokens,bucket,model,pod,slot,rate", 80, 0,
		  units_row);
	for (size_t i = 0; i < COUNT(ignored); i++)
		cr_assert_eq(column_of(&inferred, ignored[i])->role, CML_ROLE_IGNORE, "%s",
			     ignored[i]);
	cr_assert(
	    notes_hold(&inferred, "column 'peak_mem': likely: outcome, memory that jobs used"));
	cr_assert(notes_hold(&inferred,
			     "column 'busy': likely: ignore, too many to learn from: 50 different "
			     "texts in 80 rows; \"40%\" is no plain number: without \"%\" it is "
			     "40\n"));
	cr_assert(notes_hold(&inferred, "\"1h00m\" is no plain number: as seconds it is 3600\n"));
	cr_assert(notes_hold(&inferred, "\"00:10:00\" is no plain number: as seconds it is 600\n"));
	cr_assert(notes_hold(&inferred, "without the comma of thousands it is 1000\n"));
	/* Few, or of even ratios: they were set. */
	have_roles(&inferred, "bucket=param");
	cr_assert(notes_hold(&inferred,
			     "column 'bucket': likely: param, its values look chosen for "
			     "each job; texts have no order; \"1MB\" is no plain number"));
	have_roles(&inferred, "model=context");
	/* Many units are none. */
	have_roles(&inferred, "pod=id slot=id");
}

/* The image is known of a third of the jobs, the workers not of the best one, which is the last;
 * p1, p2, ... are places. */
static void gaps_row(struct cml_buffer *table, size_t i)
{
	size_t gpus = (size_t)8 << i % 3;
	cml_buffer_printf(table, "%zub,%zu,%s,%zu,", 1 + i * 7 % 9, gpus,
			  i * 7 % 15 > 4 ? "" : "nightly", 1 + i / 3 % 6);
	if (i != 89)
		cml_buffer_printf(table, "%zu", (size_t)2 << i / 6 % 3);
	cml_buffer_printf(table, ",p%zu-%zu,%.4f\n", gpus, i / 3 % 4, noise(i) + (i == 89));
}

Test(infer_log, columns_with_gaps_and_labels_of_places)
{
	AUTO(inferred) inferred = infer("model,gpus,image,mbs,workers,place,rate", 90, 0, gaps_row);
	/* Names of models are no measurements, whatever they look like. */
	have_roles(&inferred, "model=context image=ignore");
	cr_assert(notes_hold(&inferred, "column 'image': unsure: ignore, a context that 60 of 90 "
					"rows lack"));
	cr_assert_str_eq(cell_of(&inferred, "mbs", CML_FIELD_DEFAULT), "6");
	cr_assert(column_of(&inferred, "workers")->has_default);
	have_roles(&inferred, "place=ignore");
	cr_assert(notes_hold(&inferred,
			     "column 'place': likely: ignore, each of its texts has one number of "
			     "'gpus', which says it"));
}

/* A benchmark of 37 models on 8 machines, each fifth row of prompts alone. */
static void models_row(struct cml_buffer *table, size_t i)
{
	static const char *const sizes[] = {"7.5B", "30B", "52B"};
	static const char *const kernels[] = {"plain", "paged", "fused", "tiled"};
	cml_buffer_printf(table, "e5-2680-cpuonly-%zug-b105,net-%zu,label-%zu,%s,%s,%s,%zu,%.3f,",
			  (size_t)64 + i / 37 % 8, i % 37, i % 70, i == 9 ? "25B" : sizes[i % 3],
			  kernels[i % 4], kernels[3 - i % 4], i % 7, 9 + noise(i));
	cml_buffer_printf(table, i % 5 ? "%.3f\n" : "\n", 2 + noise(3 * i));
}

Test(infer_log, models_have_few_rows_each)
{
	AUTO(inferred) inferred = infer(
	    "machine_id,model,label,Size,kernel,path,depth,pp_tok_s,tg_tok_s", 370, 0, models_row);
	have_roles(&inferred, "machine_id=context model=context label=ignore Size=context "
			      "kernel=param path=ignore tg_tok_s=metric");
	cr_assert(notes_hold(&inferred,
			     "74 of 370 rows lack 'tg_tok_s', and count as failed, though "
			     "they have 'pp_tok_s', so the jobs ran: leave these rows out\n"));
	cr_assert(notes_hold(&inferred, "path': likely: ignore, each of 4 values of 'kernel' has"));
	cr_assert_not(notes_hold(&inferred, "machine_id_size"));
	cr_assert_not(notes_hold(&inferred, "is meant"));
}
