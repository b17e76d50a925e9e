#!/bin/sh
# Runs one test script and writes down how it ended: sh tests/script.sh LOGS LIMIT_S PART FILE
#
# It passes (0), is skipped (77, with a line `skipped: why`) or fails; so does one that calls a command
# which is not there, takes longer than LIMIT_S (0: any time) or leaves processes behind. What it says
# goes to LOGS/PART/NAME.log, the time of processors it took to LOGS/PART/NAME.cpu, the number of processes to NAME.processes,
# a line `passed|skipped|failed SECONDS FILE` to LOGS/PART.results.
# REAPER names tests/reaper.c, built; BIN the folder with the tools, ROOT the tree.
set -u
logs=$1 limit_s=$2 part=$3 file=$4
name=${file##*/}
log=$logs/$part/${name%.sh}.log
mkdir -p "$logs/$part"
started=$(date +%s)
PATH="$BIN:$PATH" "$REAPER" -t "$limit_s" -c "${log%.log}.processes" sh "$file" >"$log" 2>&1 </dev/null
case $? in
0) result=passed ;;
77) result=skipped ;;
*) result=failed ;;
esac
times >"${log%.log}.cpu"
! grep '\.sh: [0-9]*: .*: not found$' "$log" || result=failed
echo "$result $(($(date +%s) - started)) $file" >>"$logs/$part.results"
