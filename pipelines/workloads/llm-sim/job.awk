# A job of model.awk: awk -f model.awk -f job.awk -- OPTION..., those of train.sh.
# Prints a reading of each of twenty steps, or why there are none.
function error(text) {
	print "train.sh: error: " text >"/dev/stderr"
	exit 2
}
# number NAME: of an option
function number(name) {
	if (value[name] !~ /^[1-9][0-9]*$/)
		error("needs --model, and whole numbers above 0 for --gpus, --tp, --pp and --micro-batch")
	return value[name] + 0
}
BEGIN {
	value["interleave"] = value["zero"] = value["seed"] = 1
	value["recompute"] = "none"
	for (i = 1; i < ARGC; i++) {
		if (ARGV[i] !~ /^--((model|gpus|tp|pp|micro-batch|interleave|seed)=.+|recompute=(none|full)|zero=[01])$/)
			error("unrecognized argument: " ARGV[i])
		at = index(ARGV[i], "=")
		value[substr(ARGV[i], 3, at - 3)] = substr(ARGV[i], at + 1)
	}
	n = split("model gpus tp pp micro-batch interleave recompute zero", name, " ")
	for (i = 1; i <= n; i++) words = words (name[i] ~ /^(model|recompute|zero)$/ ? value[name[i]] : number(name[i])) " "
	constants()
	if (!(value["model"] in shape)) error("argument --model: invalid choice: " value["model"])
	noisy(number("seed"), words)
	step(value["model"], number("gpus"), number("tp"), number("pp"), number("micro-batch"), number("interleave"), value["recompute"], value["zero"] + 0)
	printf "world_size=%d tensor=%d pipeline=%d\n", value["gpus"], value["tp"], value["pp"]
	if (wrong == "oom")
		printf "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB.\n", (memory_gb * 1e9 - memory) / 1073741824 + 1
	else if (wrong != "")
		print "AssertionError: " wrong
	if (wrong != "") exit 1
	for (i = 1; i <= 20; i++)
		printf "step %d | tokens_per_s=%.0f | mem_gb=%.1f\n", i, tokens_per_s * (i < 3 ? 0.6 : 1 + 0.01 * normal()), memory_gb
}
