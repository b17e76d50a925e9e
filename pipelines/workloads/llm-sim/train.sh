#!/bin/sh
# Stands in for a trainer of language models, by the formulas of model.awk:
#
#   train.sh --model=7b|13b|34b|70b --gpus=N --tp=N --pp=N --micro-batch=N --interleave=N --recompute=none|full --zero=0|1 [--seed=N]
#
# Prints a reading for each of twenty steps. Exit status: 0; 1 out of memory, or settings that do not divide; 2 a bad option.
here=${0%"${0##*/}"}.
exec awk -f "$here/model.awk" -f "$here/job.awk" -- "$@"
