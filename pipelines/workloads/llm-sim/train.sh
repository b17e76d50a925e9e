#!/bin/sh
# Stands in for a trainer of language models, by the formulas of model.awk:
#
#   train.sh --model=7b|13b|34b|70b --gpus=N --tp=N --pp=N --micro-batch=N --interleave=N --recompute=none|full --zero=0|1 [--seed=N]
#
# Prints a reading for each of twenty steps. Exit status: 0; 1 out of memory, or settings that do not divide; 2 a bad option.
here=${0%"${0##*/}"}.
recompute=none interleave=1 zero=1 seed=1
for argument; do
	case $argument in
	--model=?*) model=${argument#*=} ;;
	--gpus=?*) gpus=${argument#*=} ;;
	--tp=?*) tp=${argument#*=} ;;
	--pp=?*) pp=${argument#*=} ;;
	--micro-batch=?*) batch=${argument#*=} ;;
	--interleave=?*) interleave=${argument#*=} ;;
	--recompute=none | --recompute=full) recompute=${argument#*=} ;;
	--zero=[01]) zero=${argument#*=} ;;
	--seed=?*) seed=${argument#*=} ;;
	*)
		echo "train.sh: error: unrecognized argument: $argument" >&2
		exit 2
		;;
	esac
done
for number in "$gpus" "$tp" "$pp" "$batch" "$interleave" "$seed"; do
	case $number in
	'' | 0* | *[!0-9]*)
		echo "train.sh: error: needs --model, and whole numbers above 0 for --gpus, --tp, --pp and --micro-batch" >&2
		exit 2
		;;
	esac
done
exec awk -f "$here/model.awk" -f "$here/job.awk" "$model" "$gpus" "$tp" "$pp" "$batch" "$interleave" "$recompute" "$zero" "$seed"
