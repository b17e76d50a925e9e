#!/bin/sh
# Stands in for a trainer: train.sh --model=7b|13b|30b --gpus=N --tp=N --pp=N --micro-batch=N --recompute=none|full
# prints a reading for each of ten steps, or runs out of memory. STEP_SECONDS: the pause between them.
#
# Memory of a device with 80 GB: 6 bytes a parameter for weights and gradients, 12 for the optimizer, which is
# sharded over data parallel ranks, and activations of 34 bytes for each element of a layer, or 2 where they
# are recomputed (Korthikanti et al. 2022, without the attention matrix). The speed is a rule of thumb.
for argument; do
	case $argument in
	--model=*) model=${argument#*=} ;;
	--gpus=*) gpus=${argument#*=} ;;
	--tp=*) tp=${argument#*=} ;;
	--pp=*) pp=${argument#*=} ;;
	--micro-batch=*) batch=${argument#*=} ;;
	--recompute=*) recompute=${argument#*=} ;;
	*)
		echo "train.sh: error: unrecognized arguments: $argument" >&2
		exit 2
		;;
	esac
done
case $model in
7b) shape="6.7 32 4096" ;;
13b) shape="13.0 40 5120" ;;
30b) shape="32.5 60 6656" ;;
*)
	echo "train.sh: error: argument --model: invalid choice: '$model'" >&2
	exit 2
	;;
esac
echo "world_size=$gpus tensor=$tp pipeline=$pp"
# shellcheck disable=SC2086 # three words
set -- $shape
awk -v billions="$1" -v layers="$2" -v width="$3" -v gpus="$gpus" -v tp="$tp" -v pp="$pp" -v batch="$batch" \
	-v recompute="$recompute" -v pause="${STEP_SECONDS:-0}" 'BEGIN {
	context = 4096
	global_batch = 512
	dp = gpus / (tp * pp)
	micro_batches = global_batch / (dp * batch)
	if (dp != int(dp) || micro_batches != int(micro_batches)) {
		print "AssertionError: world size or global batch size is not divisible"
		exit 1
	}
	each = recompute == "full" ? 2 : 34
	gb = billions * (6 + 12 / dp) / (tp * pp) + context * batch * width * layers * each / tp / 1e9 + 5
	if (gb > 80) {
		printf "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB.\n", gb - 80
		exit 1
	}
	busy = 0.55 * batch * width / tp / (batch * width / tp + 900) / (1 + (tp > 1 ? 0.05 : 0) + 0.03 * tp)
	busy *= micro_batches / (micro_batches + pp - 1) / (1 + 0.004 * dp / micro_batches)
	if (recompute == "full")
		busy *= 0.75
	speed = gpus * 989e12 * busy / (6e9 * billions)
	for (step = 1; step <= 10; step++) {
		printf "step %d | loss %.3f | tokens_per_s=%.0f\n", step, 11 - 0.2 * step, \
			speed * (step < 3 ? 0.6 : 1 + (step * step % 7 - 3) / 400)
		fflush()
		if (pause > 0)
			system("sleep " pause)
	}
}'
