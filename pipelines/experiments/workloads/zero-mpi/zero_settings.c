#include "zero_settings.h"

#include "base/number.h"
#include "tool.h"

enum {
	OPTION_SIZES = 0x100,
	OPTION_STRATEGY,
	OPTION_LOCAL_BATCH,
	OPTION_ACCUMULATE,
	OPTION_BUCKET,
	OPTION_OVERLAP,
	OPTION_BLAS_THREADS,
	OPTION_STEPS,
	OPTION_WARMUP,
	OPTION_MEMORY_LIMIT,
	OPTION_LEARNING_RATE,
	OPTION_EPSILON,
	OPTION_SEED
};

enum { MAX_WIDTH = 65536, MAX_BATCH = 1 << 20, MAX_THREADS = 1024, MAX_STEPS = 100000000 };

/* Five layers hold nine tenths of the 5.3 million parameters, and six share the rest. */
static const struct zero_network default_network = {
    .n_layers = 11, .widths = {512, 1024, 1024, 1024, 1024, 1024, 512, 256, 256, 128, 64, 16}};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "How each rank keeps and sends the model:", 1},
    {"strategy", OPTION_STRATEGY, "LIST", 0,
     "FULL_SHARD, SHARD_GRAD_OP or NO_SHARD for each layer, separated by commas; or one for all "
     "(default NO_SHARD)",
     1},
    {"bucket", OPTION_BUCKET, "SIZE", 0,
     "parameters sent together: neighbouring layers of one strategy that fit into SIZE go as one, "
     "larger layers are cut into pieces of at most SIZE (default 4MiB)",
     1},
    {"overlap", OPTION_OVERLAP, "on|off", 0,
     "gather the next parameters and reduce the last gradients behind the computation (default "
     "on)",
     1},
    {"memory-limit", OPTION_MEMORY_LIMIT, "SIZE", 0,
     "refuse to start when a rank needs more (default none)", 1},
    {NULL, 0, NULL, 0, "What a step computes:", 2},
    {"local-batch", OPTION_LOCAL_BATCH, "N", 0, "examples of a rank at a time (default 128)", 2},
    {"accumulate", OPTION_ACCUMULATE, "N", 0, "local batches of a step (default 1)", 2},
    {"blas-threads", OPTION_BLAS_THREADS, "N", 0, "threads of each rank (default 1)", 2},
    {"sizes", OPTION_SIZES, "LIST", 0,
     "widths of the input and of each layer (default "
     "512,1024,1024,1024,1024,1024,512,256,256,128,64,16)",
     2},
    {"learning-rate", OPTION_LEARNING_RATE, "X", 0, "of AdamW (default 0.0003)", 2},
    {"epsilon", OPTION_EPSILON, "X", 0, "of AdamW (default 1e-8)", 2},
    {"seed", OPTION_SEED, "N", 0, "of parameters and examples (default 1)", 2},
    {NULL, 0, NULL, 0, "How long:", 3},
    {"steps", OPTION_STEPS, "N", 0, "steps to print (default 10)", 3},
    {"warmup", OPTION_WARMUP, "N", 0, "steps to make before those (default 2)", 3},
    {0},
};

static size_t parse_whole(struct argp_state *state, const char *option, const char *argument,
			  int64_t lo, int64_t hi)
{
	int64_t n = lo;
	if (!cml_parse_int(cml_slice_of(argument), lo, hi, &n))
		argp_error(state, "%s: not a whole number from %lld to %lld: \"%s\"", option,
			   (long long)lo, (long long)hi, argument);
	return (size_t)n;
}

/* 4194304, 4MiB, 4.2MB: bytes. */
static size_t parse_size(struct argp_state *state, const char *option, const char *argument)
{
	static const struct {
		const char *name;
		double bytes;
	} units[] = {{"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"kB", 1e3},
		     {"MB", 1e6},     {"GB", 1e9},     {"B", 1},        {"", 1}};
	struct cml_slice text = cml_slice_trim(cml_slice_of(argument)), number = text;
	double value = 0, scale = 1;
	while (number.size > 0 && ((number.data[number.size - 1] | 32) >= 'a'))
		number.size--;
	struct cml_slice name = {number.data + number.size, text.size - number.size};
	bool is_known = false;
	for (size_t i = 0; i < sizeof units / sizeof *units && !is_known; i++) {
		is_known = cml_slice_is(name, units[i].name);
		scale = units[i].bytes;
	}
	if (!is_known || !cml_parse_double(number, &value) || !(value * scale >= 1) ||
	    !(value * scale <= 1e15))
		argp_error(state, "%s: not a size (as in 4194304, 4MiB, 4.2MB): \"%s\"", option,
			   argument);
	return (size_t)(value * scale);
}

static void parse_sizes(struct argp_state *state, struct zero_network *network,
			const char *argument)
{
	struct cml_slice rest = cml_slice_of(argument), word;
	size_t n = 0;
	while (cml_slice_split(&rest, ',', &word)) {
		int64_t width = 0;
		if (n > ZERO_MAX_LAYERS)
			argp_error(state, "--sizes: more than %d layers", ZERO_MAX_LAYERS);
		if (!cml_parse_int(word, 1, MAX_WIDTH, &width))
			argp_error(state, "--sizes: not widths from 1 to %d, with commas: \"%s\"",
				   MAX_WIDTH, argument);
		network->widths[n++] = (size_t)width;
	}
	if (n < 2)
		argp_error(state, "--sizes: the width of the input and of a layer at least: \"%s\"",
			   argument);
	network->n_layers = n - 1;
}

static void parse_strategies(struct argp_state *state, struct zero_settings *settings,
			     const char *argument)
{
	struct cml_slice rest = cml_slice_of(argument), word;
	size_t n = 0, n_layers = settings->network.n_layers;
	while (cml_slice_split(&rest, ',', &word)) {
		int s = 0;
		while (s < ZERO_N_STRATEGIES &&
		       !cml_slice_is(word, zero_strategy_name((enum zero_strategy)s)))
			s++;
		if (s == ZERO_N_STRATEGIES)
			argp_error(
			    state,
			    "--strategy: not FULL_SHARD, SHARD_GRAD_OP or NO_SHARD: \"%.*s\"",
			    (int)word.size, word.data);
		if (n < n_layers)
			settings->strategies[n] = (enum zero_strategy)s;
		n++;
	}
	if (n != 1 && n != n_layers)
		argp_error(state, "--strategy: %zu strategies for %zu layers", n, n_layers);
	for (size_t l = n; l < n_layers; l++)
		settings->strategies[l] = settings->strategies[0];
}

static void set_defaults(struct zero_settings *settings)
{
	*settings = (struct zero_settings){.network = default_network,
					   .strategy_list = "NO_SHARD",
					   .local_batch = 128,
					   .accumulate = 1,
					   .bucket_bytes = 4 << 20,
					   .overlap = true,
					   .blas_threads = 1,
					   .n_steps = 10,
					   .n_warmup = 2,
					   .learning_rate = 3e-4f,
					   .epsilon = 1e-8f,
					   .seed = 1};
}

static float parse_rate(struct argp_state *state, const char *option, const char *argument)
{
	double rate = 0;
	if (!cml_parse_double(cml_slice_of(argument), &rate) || rate < 0 || rate > 1)
		argp_error(state, "%s: not a number from 0 to 1: \"%s\"", option, argument);
	return (float)rate;
}

/* The options that are one number. */
static error_t parse_number(int key, const char *argument, struct argp_state *state,
			    struct zero_settings *settings)
{
	switch (key) {
	case OPTION_LOCAL_BATCH:
		settings->local_batch = parse_whole(state, "--local-batch", argument, 1, MAX_BATCH);
		return 0;
	case OPTION_ACCUMULATE:
		settings->accumulate = parse_whole(state, "--accumulate", argument, 1, MAX_BATCH);
		return 0;
	case OPTION_BLAS_THREADS:
		settings->blas_threads =
		    parse_whole(state, "--blas-threads", argument, 1, MAX_THREADS);
		return 0;
	case OPTION_STEPS:
		settings->n_steps = parse_whole(state, "--steps", argument, 1, MAX_STEPS);
		return 0;
	case OPTION_WARMUP:
		settings->n_warmup = parse_whole(state, "--warmup", argument, 0, MAX_STEPS);
		return 0;
	case OPTION_BUCKET:
		settings->bucket_bytes = parse_size(state, "--bucket", argument);
		return 0;
	case OPTION_MEMORY_LIMIT:
		settings->memory_limit = parse_size(state, "--memory-limit", argument);
		return 0;
	case OPTION_LEARNING_RATE:
		settings->learning_rate = parse_rate(state, "--learning-rate", argument);
		return 0;
	case OPTION_EPSILON:
		settings->epsilon = parse_rate(state, "--epsilon", argument);
		return 0;
	case OPTION_SEED:
		if (!cml_parse_uint64(cml_slice_of(argument), &settings->seed))
			argp_error(state, "--seed: not a whole number from 0 to 2^64 - 1: \"%s\"",
				   argument);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct zero_settings *settings = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		set_defaults(settings);
		return 0;
	case OPTION_SIZES:
		parse_sizes(state, &settings->network, argument);
		return 0;
	case OPTION_STRATEGY:
		settings->strategy_list = argument;
		return 0;
	case OPTION_OVERLAP:
		settings->overlap = tool_parse_choice(state, "--overlap", argument, "off|on") == 1;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "no argument is taken: \"%s\"", argument);
		return 0;
	case ARGP_KEY_END:
		/* Now the number of layers is known. */
		parse_strategies(state, settings, settings->strategy_list);
		return 0;
	default:
		return parse_number(key, argument, state, settings);
	}
}

const struct argp zero_settings_argp = {
    .options = options,
    .parser = parse_option,
    .doc = "Trains a network of fully connected layers data-parallel, each layer sharded as it is "
	   "told (ZeRO, FSDP), under mpirun -n RANKS.\v"
	   "Prints a line `step=1 loss=... examples_per_second=... resident_bytes=...` for each "
	   "step. "
	   "Exit: 0 done; 1 out of memory; 2 usage."};
