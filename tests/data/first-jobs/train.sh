#!/bin/sh
# Stands in for a trainer: train.sh --model=7b|13b|30b --gpus=N --tp=N --pp=N --micro-batch=N --recompute=none|full
# prints a reading for each of ten steps, or runs out of memory. STEP_SECONDS: the pause between them.
exec awk -f "${0%"${0##*/}"}./train.awk" -- "$@"
