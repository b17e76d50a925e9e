#!/bin/sh
# One round of cml-submit for the row `launch`: launch.sh FOLDER TOOL ARG...: into a history that
# no round before had. Nothing is removed between rounds: file systems look for long at names
# that were just freed.
set -eu
folder=$1
tool=$2
shift 2
mkdir -p "$folder"
round=$(mktemp -d "$folder/XXXXXX")
exec "$tool" -a "$round/history.csv" "$@"
