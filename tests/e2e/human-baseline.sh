#!/bin/sh
# The default of schemas/ads-fsdp.csv is the fastest of what is written by hand in
# pipelines/experiments/paper-ads/human.csv, without noise.
set -eu
work=${WORK:?run this by build/release/reaper}
space=$ROOT/schemas/ads-fsdp.csv
params=$(awk -F, '$2 == "param" { printf "%s%s", sep, $1; sep = "," }' "$space")

# columns NAME,NAME...: these columns of standard input, in this order.
columns() { awk -F, -v names="$1" -f "$ROOT/pipelines/experiments/paper-ads/columns.awk"; }

fsdp-sim --table --nominal "$ROOT/pipelines/experiments/paper-ads/human.csv" >"$work/measured.csv"
columns "qps,$params" <"$work/measured.csv" | tail -n +2 | sort -t, -k1,1gr | head -n 2 >"$work/best"
cml-search -q -s "$space" -n 1 --include-default | columns "$params" | sed -n 2p >"$work/default"
if [ "$(sed -n 1p "$work/best" | cut -d, -f2-)" != "$(cat "$work/default")" ]; then
	echo "human-baseline: the default is $(cat "$work/default"), by hand the best is $(sed -n 1p "$work/best")"
	exit 1
fi
[ "$(cut -d, -f1 "$work/best" | sort -u | wc -l)" -eq 2 ] || { echo "human-baseline: more than one is best by hand"; exit 1; }
