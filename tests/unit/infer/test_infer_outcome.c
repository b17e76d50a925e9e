#include "infer_fixture.h"

/* As `vllm bench serve` writes it, with readings of servers behind several of its settings. */
static void serving_row(struct cml_buffer *table, size_t i)
{
	size_t users = (size_t)8 << i % 5;
	double missed = noise(5 * i) / 2;
	cml_buffer_printf(table, "%zu,%zu,%zu,%.3f,%.4f,%.4f,%.4f,0,%zu,%.2f,%s,%zu,%.4f\n", users,
			  users * (1 + i / 5 % 3) + i * 7 % 13, 1000 * users + i * 37 % 991,
			  (double)users * noise(i) / 2, missed, missed / 9, missed / 12, 99 + i % 2,
			  90 + noise(7 * i), i % 4 < 2 ? "0.0" : "1e-4", 1 + i % 3,
			  (40 + (double)users) * noise(3 * i));
}

Test(infer_outcome, readings_beside_others_of_them_are_no_settings)
{
	AUTO(inferred)
	inferred = infer("max_concurrency,max_concurrent_requests,total_input_tokens,"
			 "avg_batch_size,missed,missed_std,missed_ci95,util_min,util_max,util_avg,"
			 "aux_loss,label,tok_s",
			 120, 0, serving_row);
	have_roles(&inferred,
		   "max_concurrency=param max_concurrent_requests=ignore total_input_tokens=ignore "
		   "avg_batch_size=ignore missed=ignore missed_std=ignore missed_ci95=ignore "
		   "util_min=ignore util_max=ignore util_avg=ignore aux_loss=param label=ignore "
		   "tok_s=metric");
}

static void bounds_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%zu,%zu,%zu,%zu,%.2f,%.4f\n", i % 3, 4 + i % 5, i % 32, i % 2 * 8,
			  1 + noise(5 * i), noise(i));
}

/* A bound of a setting is set, beside a mean, too; all ranks of a job are none, those of an adapter
 * are. */
Test(infer_outcome, bounds_and_ranks_that_are_set)
{
	AUTO(inferred) inferred =
	    infer("min_workers,max_workers,rank,lora.rank,mean_workers,tok_s", 160, 0, bounds_row);
	have_roles(&inferred, "min_workers=param max_workers=param rank=id lora.rank=param "
			      "mean_workers=ignore tok_s=metric");
}

static void groups_row(struct cml_buffer *table, size_t i)
{
	cml_buffer_printf(table, "%zu,%.4f,%zu,%.4f,%.2f,%zu,%.4f\n", (size_t)1 << i % 4,
			  noise(i) - 1, 2000 + i * 7919 % 9973, noise(3 * i) - 1, noise(5 * i) * 90,
			  i * 37 % 991, noise(7 * i));
}

Test(infer_outcome, prefixes_tell_settings_goals_and_the_rest)
{
	static const char header[] = "cfg-k,cfg-ai-penalty,cfg-option.num_ctx,obj-recall+,"
				     "obj-test_time-,cost-tokens,cost-build_time";
	AUTO(inferred) inferred = infer(header, 120, 0, groups_row);
	have_roles(&inferred, "cfg-k=param cfg-ai-penalty=param cfg-option.num_ctx=param "
			      "obj-recall+=ignore obj-test_time-=metric cost-tokens=ignore "
			      "cost-build_time=ignore");
	inferred_release(&inferred);
	inferred = infer_table_of(make_table(header, 120, groups_row), "obj-recall+", NULL, 0);
	cr_assert(column_of(&inferred, "obj-recall+")->maximize);
	cr_assert_not(notes_hold(&inferred, "is taken for the goal (--goal)"));
}

static void draws_row(struct cml_buffer *table, size_t i)
{
	size_t draw = i - (i % 3 == 2);
	cml_buffer_printf(table, "%.6f,%zu,%zu,%.4f\n", noise(draw) - 1, draw % 4, i % 2,
			  noise(3 * i));
}

Test(infer_outcome, numbers_that_hardly_come_twice_decide_nothing)
{
	AUTO(inferred) inferred = infer("drop_ratio,top_k,mode,tok_s", 120, 0, draws_row);
	have_roles(&inferred, "drop_ratio=param top_k=param mode=param");
}

static void product_row(struct cml_buffer *table, size_t i)
{
	size_t a = 1 + i % 3, b = 2 + i / 3 % 5;
	cml_buffer_printf(table, "%zu,%zu,%zu,%.4f\n", a, b, 3 * a * b, 100 * noise(i));
}

Test(infer_outcome, a_product_of_few_rows_may_be_chance)
{
	AUTO(inferred) inferred = infer("rows_each,groups,units,tok_s", 15, 0, product_row);
	have_roles(&inferred, "units=param");
	inferred_release(&inferred);
	inferred = infer("rows_each,groups,units,tok_s", 60, 0, product_row);
	have_roles(&inferred, "units=ignore");
}

static void lacking_row(struct cml_buffer *table, size_t i)
{
	char speed[32] = "";
	if (i % 2)
		snprintf(speed, sizeof speed, "%.4f", noise(i));
	cml_buffer_printf(table, "%zu,%s,2026-%s-0%zu,%s\n", (size_t)1 << i % 3, i % 2 ? "" : "4",
			  i == 20 ? "Mrz" : "03", 1 + i % 9, speed);
}

/* A search needs a value of a context that no job which ran has; of times the odd one is named. */
Test(infer_outcome, contexts_have_defaults_and_times_one_form)
{
	AUTO(inferred) inferred = infer("tp,nodes,date,tok_s", 80, 0, lacking_row);
	have_roles(&inferred, "tp=param nodes=context date=ignore");
	cr_assert_str_eq(column_of(&inferred, "nodes")->cells[CML_FIELD_DEFAULT], "4");
	cr_assert(
	    notes_hold(&inferred, ": 79 cells are dates, and '2026-Mrz-03' in jobs:22 is none\n"));
}
