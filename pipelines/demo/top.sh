#!/bin/sh
# The best launched configurations beside the default: top.sh SPACE OUT_DIR
set -eu
space=$1
out=$2
# The default of every parameter, as a table of one row.
awk -F, 'NR > 1 && $2 == "param" { names = names sep $1; row = row sep $6; sep = "," }
	END { print names; print row }' "$space" | fsdp-sim --table --seed 2 >"$out/default.csv"

# column FILE NAME: that column, without its header.
column() {
	awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$1"
}

default=$(column "$out/default.csv" qps)
best_random=$(column "$out/history.csv" qps | sort -g | tail -n 1)
echo "     measured queries per second of"
awk -v d="$default" -v r="$best_random" 'BEGIN {
	printf "     the hand-tuned default        %12.0f\n", d
	printf "     the best random job           %12.0f  %+6.1f %%\n", r, 100 * (r / d - 1) }'
paste -d, "$out/launched.csv" /dev/null | awk -F, -v d="$default" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["qps"] != "" {
		layers = ""
		for (l = 1; l <= 11; l++) {
			s = $at["fsdp_" l]
			layers = layers (s == "FULL_SHARD" ? "F" : s == "NO_SHARD" ? "N" : "G")
		}
		printf "%.0f %s %s %s %+.1f\n", $at["qps"], layers, $at["local_batch"], $at["reserve"],
			100 * ($at["qps"] / d - 1)
	}' | sort -gr | head -n 5 |
	awk '{ printf "     %s batch %s reserve %-5s %12d  %+6.1f %%\n", $2, $3, $4, $1, $5 }'
echo "     (each layer: F FULL_SHARD, G SHARD_GRAD_OP, N NO_SHARD)"
