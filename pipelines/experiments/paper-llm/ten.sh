#!/bin/sh
# Ten proposals against what was measured of all settings: ten.sh OUT_DIR
#
# The question of whoever goes to more devices: which settings of one model to try there? For 1B and 3B models on 16 to 512 H100 a
# predictor learns from the runs on fewer devices alone, of both models, and ranks the settings that somebody has measured on these
# (none of their results are known to it). Of its first ten the best is compared with the best of all, and with the best that
# ten at random give in the mean. Reads ultrascale_h100.csv from $CML_PUBLIC_DATA. Writes ten.csv (a row for each model and
# number of devices), settings.csv (those of the drawn panel), ten.svg and ten.png. Tools in PATH; DRAWN='3B 128', SEED=1.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: ten.sh OUT_DIR}
table=${CML_PUBLIC_DATA:-$here/../../../../shared/data}/ultrascale_h100.csv
space=$here/../../../schemas/ultrascale_h100.csv
[ -r "$table" ] || {
	echo "ten.sh: $table: cannot be read (CML_PUBLIC_DATA names the folder of public tables)" >&2
	exit 1
}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# runs CONDITION: the rows that keep it, of columns by name
runs() {
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
		'"$1" "$table"
}

: >"$work/ten"
for gpus in 16 32 64 128 256 512; do
	runs "\$at[\"gpus\"] + 0 < $gpus" | cml-encode -q -s "$space" | cml-train -q -s "$space" --seed "${SEED:-1}" -o "$work/model"
	for model in 1B 3B; do
		runs "\$at[\"gpus\"] == $gpus && \$at[\"model\"] == \"$model\"" |
			cml-rank -q -m "$work/model" --digits full -o "$work/ranked"
		awk -F, -v context="$model,$gpus" -f "$here/ten.awk" "$work/ranked" >>"$work/ten"
		[ "$model $gpus" != "${DRAWN:-3B 128}" ] || cp "$work/ranked" "$out/settings.csv"
	done
done
{
	echo "model,gpus,settings,failed,ten_failed,ten_predicted,best,ten,first,random,level"
	sort -t, -k1,1 -k2,2n "$work/ten"
} >"$out/ten.csv"
awk -F, 'NR == 1 { printf "%-6s %5s %9s %7s   %s\n", "model", "gpus", "settings", "failed", "of ten proposals failed, the best, the first; of ten at random the best"; next }
	{ printf "%-6s %5d %9d %7d   %d (%.1f expected)  %3.0f %%  %3.0f %%   %3.0f %%\n", $1, $2, $3, $4, $5, $6, 100 * $8, 100 * $9, 100 * $10
	n++; settings += $3; failed += $4; ten_failed += $5; predicted += $6; ten += $8; first += $9; random += $10; reached += $8 > 0.995 }
	END { printf "mean: best of ten %.1f %% of the best measured (%d of %d contexts: the best itself), the first alone %.1f %%, ten at random %.1f %%\n",
		100 * ten / n, reached, n, 100 * first / n, 100 * random / n
	printf "failed: %d of %d proposals (%.1f expected), %.0f %% of all settings\n", ten_failed, 10 * n, predicted, 100 * failed / settings }' "$out/ten.csv"
! command -v gnuplot >/dev/null || gnuplot -e "out='$out'; drawn='${DRAWN:-3B 128}'" "$here/ten.gp"
