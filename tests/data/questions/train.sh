#!/bin/sh
# Stands in for a trainer: pipelines/workloads/llm-sim, by the link to this tree.
exec sh "$(dirname "$0")/cubicml/pipelines/workloads/llm-sim/train.sh" "$@"
