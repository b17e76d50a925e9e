/* The terms of laws and the rules that trainers have. Part of infer_law.h. */
#include "infer/infer_law.h"

#include "infer/names/names.h"

#include <math.h>
#include <string.h>

/* What a token costs, of each kind of work of metrics in place of it: seconds for a token, but for
 * factors that all jobs have in common. */
static const char *const per_work[] = {
    [CML_WORK_TOKENS] = "1",
    [CML_WORK_TOKENS_EACH] = "{devices}",
    [CML_WORK_SAMPLES] = "{seq}",
    [CML_WORK_SAMPLES_EACH] = "{seq} * {devices}",
    [CML_WORK_FLOPS] = "1 / {flops}",
    [CML_WORK_FLOPS_EACH] = "{devices} / {flops}",
    [CML_WORK_UTILIZATION] = "{devices} * {peak} / {flops}",
    [CML_WORK_STEPS] = "{step}",
    [CML_WORK_ALL] = "1",
};

/* Of Narayanan et al. 2021, Rajbhandari et al. 2020, Korthikanti et al. 2022, Lepikhin et al. 2020.
 * Weights are learned: what matters is what each grows with. */
static const struct {
	const char *name, *formula, *doc;
	/* Of a term for jobs in a node and across nodes: the key that is above {node} across them.
	 * Written where the log has both, or only one. */
	enum cml_quantity across;
	bool of_both;
} times[] = {
    {"compute", "{flops} * (1 + {full} / 3) / ({devices} * {rate})",
     "floating point; a forward pass more where all is recomputed", CML_N_LAW_QUANTITIES, false},
    {"compute", "{flops} / ({devices} * {rate})", "floating point", CML_N_LAW_QUANTITIES, false},
    {"idle", "{flops} / ({devices} * {rate}) * ({!pp} - 1) * {once} / {step} / {chunks}",
     "stages of a pipeline that wait (Narayanan et al. 2021)", CML_N_LAW_QUANTITIES, false},
    {"tensor", "{layers} * {width} * ({!tp} - 1) / {devices} * ({!tp} <= {node})",
     "all-reduce of tensor parallel ranks in a node (Narayanan et al. 2021)", CML_QUANTITY_TENSOR,
     true},
    {"tensor_across", "{layers} * {width} * ({!tp} - 1) / {devices} * ({!tp} > {node})",
     "the same across nodes", CML_QUANTITY_TENSOR, true},
    {"tensor", "{layers} * {width} * ({!tp} - 1) / {devices} * (1 + 9 * ({!tp} > {node}))",
     "all-reduce of tensor parallel ranks (Narayanan et al. 2021); across nodes, where the network "
     "is about ten times slower",
     CML_QUANTITY_TENSOR, false},
    {"context", "{layers} * {width} * ({!cp} - 1) / {devices}", "keys and values of other ranks",
     CML_N_LAW_QUANTITIES, false},
    {"gradients", "{shard} * ({!dp} - 1) / {dp} / {step} * ({devices} <= {node})",
     "all-reduce of gradients in a node", CML_QUANTITY_DEVICES, true},
    {"gradients_across", "{shard} * ({!dp} - 1) / {dp} / {step} * ({devices} > {node})",
     "the same across nodes", CML_QUANTITY_DEVICES, true},
    {"gradients", "{shard} * ({!dp} - 1) / {dp} / {step}", "all-reduce of gradients",
     CML_QUANTITY_DEVICES, false},
    {"gathers", "{shard} / {once} * ({!zero} == 3)",
     "parameters that others hold (Rajbhandari et al. 2020)", CML_N_LAW_QUANTITIES, false},
    {"sends", "{width} * ({!pp} - 1) / {devices}", "between stages of a pipeline",
     CML_N_LAW_QUANTITIES, false},
    {"experts", "{width} * ({!ep} - 1) / {ep} / {devices}",
     "exchange of tokens between experts (Lepikhin et al. 2020)", CML_N_LAW_QUANTITIES, false},
    {"launches", "{layers} / ({pp} * {once})", "of kernels, for each micro-batch",
     CML_N_LAW_QUANTITIES, false},
    {"latency", "log2({!devices}) * {layers} / {pp} / {step}", "of messages", CML_N_LAW_QUANTITIES,
     false},
    {"start", "1 / {step}", "of each step, whatever it does", CML_N_LAW_QUANTITIES, false},
    {"optimizer", "{shard} / {dp} ** ({zero} > 0) / {step}", "reads and writes its states",
     CML_N_LAW_QUANTITIES, false},
    {"optimizer", "{shard} / {step}", "reads and writes its states", CML_N_LAW_QUANTITIES, false},
};

/* Tokens where no column has them: the weight of what they make is learned. */
#define SEQUENCE "4096"

/* GB of a device. */
static const struct {
	const char *name, *formula, *doc;
} memories[] = {
    {"states",
     "{shard} * (2 / {dp} ** ({zero} == 3) + 2 / {dp} ** ({zero} >= 2) + 12 / {dp} ** ({zero} >= "
     "1)) / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes (Rajbhandari et al. 2020)"},
    {"states", "{shard} * 16 / 1e9",
     "parameters, gradients, optimizer of 2, 2 and 12 bytes, whole on each device"},
    {"activations",
     "{micro} * {seq} / {cp} * {width} / {tp} * ({layers} * (34 - 32 * {full}) + 34 * {full}) / "
     "1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022); inputs of layers where all is "
     "recomputed"},
    {"activations", "{micro} * {seq} / {cp} * {width} / {tp} * {layers} * 34 / 1e9",
     "of as many micro-batches as stages (Korthikanti et al. 2022)"},
    {"logits", "{micro} * {seq} / {cp} * {vocab} / {tp} * 6 / 1e9", "in 2 and 4 bytes"},
    {"buffers", "2", "what a process takes before it begins, about"},
};

/* Of serving, not of training. */
static bool serves(const struct cml_inference *infer)
{
	static const char words[] =
	    "isl osl prompt output input_len output_len io_length concurrency num_users users "
	    "request_rate max_num_seqs max_num_batched_tokens itl ttft tpot prefill decode";
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if ((cml_is_config_role(infer->rows.columns[i].role) || i == infer->rows.metric) &&
		    cml_name_has(infer->rows.columns[i].plain, words))
			return true;
	return false;
}

static bool has_text(const char *const *written, size_t n, const char *text)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(written[i], text) == 0)
			return true;
	return false;
}

/* What the metric is a rate of, by its name and, where that leaves it open, by its numbers. */
static enum cml_work work_of(struct cml_infer_law *law)
{
	const struct cml_infer_rows *rows = &law->infer->rows;
	const char *metric = rows->columns[rows->metric].plain;
	enum cml_work work = cml_name_work(metric);
	if (work == CML_WORK_FLOPS_EACH && !cml_name_has(metric, "gpu device chip") &&
	    cml_infer_law_slope(law, law->columns[CML_QUANTITY_DEVICES]) > 0.5)
		return CML_WORK_FLOPS;
	if (work == CML_WORK_ALL &&
	    cml_infer_law_slope(law, law->columns[CML_QUANTITY_MICRO_BATCH]) > 0.5)
		return CML_WORK_STEPS;
	return work;
}

/* Whether some jobs stay in a node, and some do not. */
static bool has_both(const struct cml_infer_law *law, enum cml_quantity key)
{
	size_t n[2] = {0};
	for (size_t row = 0; row < law->infer->rows.n_rows; row++)
		n[cml_infer_law_value(law, key, row) >
		  cml_infer_law_value(law, CML_QUANTITY_PER_NODE, row)]++;
	return n[0] > 0 && n[1] > 0;
}

static bool write_times(struct cml_infer_law *law)
{
	const char *work = cml_infer_law_fill(law, per_work[work_of(law)]);
	const char *written[sizeof times / sizeof *times], *formulas[sizeof times / sizeof *times];
	size_t n = 0;
	bool ok = true;
	for (size_t i = 0; ok && work && i < sizeof times / sizeof *times; i++) {
		const char *term = cml_infer_law_fill(law, times[i].formula);
		enum cml_quantity across = times[i].across;
		if (!term || has_text(written, n, times[i].name) || has_text(formulas, n, term) ||
		    (across != CML_N_LAW_QUANTITIES && has_both(law, across) != times[i].of_both))
			continue;
		bool is_same = strcmp(work, "1") == 0;
		formulas[n] = term;
		written[n++] = times[i].name;
		term = cml_infer_keep(law->infer,
				      is_same              ? "%s"
				      : strpbrk(work, " ") ? "%s * (%s)"
							   : "%s * %s",
				      term, work);
		ok = term &&
		     cml_infer_law_row(law, times[i].name, CML_ROLE_TERM, NULL, term, times[i].doc);
	}
	return ok;
}

/* The speed of all devices at their peak. */
static bool write_roof(struct cml_infer_law *law)
{
	static const char *const roofs[] = {
	    [CML_WORK_TOKENS] = "{devices} * {!rate} / {flops}",
	    [CML_WORK_TOKENS_EACH] = "{!rate} / {flops}",
	    [CML_WORK_SAMPLES] = "{devices} * {!rate} / ({flops} * {seq})",
	    [CML_WORK_SAMPLES_EACH] = "{!rate} / ({flops} * {seq})",
	    [CML_WORK_FLOPS] = "{devices} * {!peak}",
	    [CML_WORK_FLOPS_EACH] = "{!peak}",
	    [CML_WORK_UTILIZATION] = "100",
	    [CML_WORK_STEPS] = NULL,
	    [CML_WORK_ALL] = NULL,
	};
	bool is_known = law->has_params && law->is_found[CML_QUANTITY_PARAMETERS];
	const char *roof = is_known ? roofs[work_of(law)] : NULL;
	const char *formula = roof ? cml_infer_law_fill(law, roof) : NULL;
	return !formula || cml_infer_law_row(law, "roof", CML_ROLE_ROOF, NULL, formula,
					     "all devices at their peak of 16 bits");
}

static const struct cml_infer_column *find_limit(const struct cml_inference *infer)
{
	for (size_t i = 0; i < infer->rows.n_columns; i++)
		if (infer->rows.columns[i].role == CML_ROLE_LIMIT)
			return &infer->rows.columns[i];
	return NULL;
}

static bool write_memory(struct cml_infer_law *law)
{
	const struct cml_infer_column *column = find_limit(law->infer);
	const char *limit = column ? column->name : cml_infer_law_name(law, "memory_gb");
	const char *written[sizeof memories / sizeof *memories];
	double per_gb = column ? cml_name_units_per_gb(column->plain) : 0;
	per_gb = per_gb > 0 ? per_gb : 1;
	size_t n = 0;
	bool ok = true;
	if (!law->columns[CML_QUANTITY_SEQUENCE])
		law->known[CML_QUANTITY_SEQUENCE] = SEQUENCE;
	for (size_t i = 0; ok && i < sizeof memories / sizeof *memories; i++) {
		const char *term = cml_infer_law_fill(law, memories[i].formula);
		if (!term || has_text(written, n, memories[i].name))
			continue;
		written[n++] = memories[i].name;
		term = cml_infer_keep(law->infer, per_gb == 1 ? "%s" : "%s * %g", term, per_gb);
		ok = term && cml_infer_law_row(law, memories[i].name, CML_ROLE_TERM, limit, term,
					       memories[i].doc);
	}
	return ok;
}

/* A limit that no job reports: the memory of the device. */
static bool write_limit(struct cml_infer_law *law)
{
	const char *bound = cml_infer_keep(law->infer, ":%s", law->known[CML_QUANTITY_MEMORY]);
	return cml_infer_law_row(law, "memory_gb", CML_ROLE_LIMIT, "float", bound,
				 "likely: memory of a device, which no job reports: learned from "
				 "the terms below, and from which jobs ran out of it");
}

bool cml_infer_write_laws(struct cml_inference *infer, struct cml_buffer *text)
{
	struct cml_infer_law law;
	const struct cml_infer_column *metric = &infer->rows.columns[infer->rows.metric];
	if (serves(infer) || !(cml_name_is_speed(metric->plain) ||
			       cml_name_has(metric->plain, "time seconds minutes hours")))
		return true;
	size_t start = text->size;
	if (!cml_infer_law_find(&law, infer, text))
		return false;
	bool has_time =
	    !cml_infer_turned(infer) &&
	    (law.columns[CML_QUANTITY_DEVICES] || law.columns[CML_QUANTITY_DATA] || law.has_params);
	bool has_memory = law.has_params && law.known[CML_QUANTITY_MICRO_BATCH] &&
			  (find_limit(infer) ||
			   (law.known[CML_QUANTITY_MEMORY] && law.columns[CML_QUANTITY_SEQUENCE]));
	if (!has_time && !has_memory)
		text->size = start;
	return cml_infer_law_rules(&law) &&
	       (!has_memory || find_limit(infer) || write_limit(&law)) &&
	       (!has_time || (write_times(&law) && write_roof(&law))) &&
	       (!has_memory || write_memory(&law));
}
