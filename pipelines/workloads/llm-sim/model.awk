# What a step of training a language model costs, by formulas: README.md has their sources.
#
# step(MODEL, GPUS, TP, PP, MICRO_BATCH, INTERLEAVE, RECOMPUTE, ZERO) sets step_s (seconds), memory_gb (1e9 bytes, of the
# device that needs most), tokens_per_s, and wrong: why such a job cannot start, or nothing. noisy(SEED, WORDS) draws what
# differs from job to job; without it a job is the mean one.
function constants() {
	# Layers, width, feed-forward width, heads, heads of keys: Llama 2 (Touvron et al. 2023), 34b as Code Llama (Roziere et al. 2023)
	shape["7b"] = "32 4096 11008 32 32"
	shape["13b"] = "40 5120 13824 40 40"
	shape["34b"] = "48 8192 22016 64 8"
	shape["70b"] = "80 8192 28672 64 8"
	vocabulary = 32000
	sequence = 4096
	global_batch = 1536
	# Nodes of eight H100 80GB SXM. fsdp-sim/hardware.c has the source of each of these
	memory = 79.11 * 1073741824
	runtime_bytes = 3 * 1073741824
	hbm = 0.92 * 3.35e12
	nvlink = 370e9
	card = 0.8 * 400e9 / 8
	# Attention: FlashAttention-2 reaches 35 % of the peak of an H100 (Shah et al. 2024)
	attention_flops = 350e12
	# Assumptions: matrix products at four fifths of the best one measured (794.5e12); a hop; the start of a kernel, kernels of
	# a layer forward; times its activations pass through memory outside of matrix products; what the allocator loses
	gemm_flops = 640e12
	hop_s = 2e-6
	kernel_s = 5e-6
	kernels = 16
	passes = 24
	fragmentation = 0.04
	slowness = network = 1
}
# The generator of Park and Miller, as rand() differs between versions of awk.
function chance() {
	state = state * 16807 % 2147483647
	return state / 2147483647
}
function normal() { return sqrt(-2 * log(chance())) * cos(6.283185307179586 * chance()) }
# noisy SEED WORDS: the same job draws the same, wherever it stands.
function noisy(seed, words,   i) {
	state = seed % 2147483646 + 1
	for (i = 1; i <= length(words); i++)
		state = (state * 257 + index("0123456789abcdefghijklmnopqrstuvwxyz ", substr(words, i, 1))) % 2147483647
	state = state ? state : 1
	for (i = 0; i < 3; i++) chance()
	# The slowest device, which all wait for; the place in the network; what the allocator loses.
	slowness = 1 + 0.01 * normal()
	network = 1 - 0.03 * (1 + normal())
	fragmentation = 0.04 + 0.01 * normal()
}
function greater(a, b) { return a > b ? a : b }
function smaller(a, b) { return a < b ? a : b }
# passed BYTES N BANDWIDTH: seconds until each of N has passed on all but its own part, once around a ring
function passed(bytes, n, bandwidth) { return n < 2 ? 0 : bytes * (n - 1) / n / bandwidth + (n - 1) * hop_s }
# layer_s TP TOKENS: forward through one layer: matrix products and attention; the rest; the wait for other devices
function layer_s(tp, tokens) {
	products = (2 * tokens * layer_params / gemm_flops + 2 * tokens * sequence * width / attention_flops) / tp
	rest = 2 * passes * tokens * width / tp / hbm + kernels * kernel_s
	exchanged = 4 * passed(2 * tokens * width, tp, nvlink)
}
# bytes_of LAYERS TP PP DP ...: of the first stage, which keeps most micro batches
function bytes_of(tp, pp, dp, tokens, interleave, recompute, zero,   stage, states, kept, in_flight) {
	stage = (layers / pp * layer_params + vocabulary * width) / tp
	states = stage * (6 + 12 / (zero ? dp : 1))
	in_flight = smaller(layers, layers / pp * micro_batches) * (1 + (pp - 1) / (pp * interleave) * (interleave > 1))
	kept = recompute == "full" ? 2 * in_flight + 34 : 34 * in_flight
	return runtime_bytes + states + kept * tokens * width / tp * (1 + fragmentation)
}
function problem(gpus, tp, pp, micro_batch, interleave,   dp) {
	dp = gpus / (tp * pp)
	if (dp != int(dp)) return "world size is not divisible by tensor and pipeline parallel size"
	if (layers % (pp * interleave)) return "layers are not divisible by stages"
	if (interleave > 1 && pp == 1) return "interleaving needs more than one stage"
	if (heads % tp) return "heads are not divisible by tensor parallel size"
	if (global_batch % (dp * micro_batch)) return "global batch is not divisible by micro batch times data parallel size"
	if (interleave > 1 && global_batch / (dp * micro_batch) % pp) return "micro batches are not divisible by stages"
	return ""
}
function step(model, gpus, tp, pp, micro_batch, interleave, recompute, zero,   part, dp, tokens, forward, backward, head, stage, each, between, reduced) {
	split(shape[model], part, " ")
	layers = part[1]; width = part[2]; heads = part[4]
	layer_params = width ^ 2 * (2 + 2 * part[5] / heads) + 3 * width * part[3]
	if ((wrong = problem(gpus, tp, pp, micro_batch, interleave)) != "") return
	dp = gpus / (tp * pp)
	tokens = micro_batch * sequence
	micro_batches = global_batch / (dp * micro_batch)
	memory_gb = bytes_of(tp, pp, dp, tokens, interleave, recompute, zero) / 1e9
	wrong = memory_gb * 1e9 > memory ? "oom" : ""
	# A micro batch in the last stage, which has the logits too. Backward is twice forward, and recomputes it where asked.
	layer_s(tp, tokens)
	head = 2 * tokens * vocabulary * width / tp / gemm_flops
	forward = layers / pp * (products + rest + exchanged) + head
	backward = layers / pp * (2 * products + 2 * rest + exchanged + (recompute == "full") * (products + rest + exchanged)) + 2 * head
	# Activations to the next stage and gradients back, once for each chunk of layers.
	between = pp > 1 ? 2 * interleave * (2 * tokens * width / tp / (card * network) + 20e-6) : 0
	each = (forward + backward) * slowness + between
	# Gradients (4 bytes) are reduced behind the last backward pass, weights (2 bytes) gathered behind the first forward pass.
	stage = (layers / pp * layer_params + vocabulary * width) / tp
	reach = smaller(nvlink, card * network * smaller(greater(8 / tp, 1), dp))
	reduced = (zero ? 1 : 2) * passed(4 * stage, dp, reach)
	gathered = zero ? passed(2 * stage, dp, reach) : 0
	step_s = each * (micro_batches + (pp - 1) / interleave) + greater(reduced - backward, 0) + greater(gathered - forward, 0) \
		+ 28 * stage / (zero ? dp : 1) / hbm
	tokens_per_s = global_batch * sequence / step_s
}
