#!/bin/sh
# The five commands of README.md, as they stand there, on public measured tables: only the names of the metric, the fixed
# context and the settings of the job are those of the table, repeats and samples are fewer, and of a long table every so many rows are
# taken. Each table gives ten proposals that run.
# FULL=1: more tables, and README.md's figure.
set -u
# shellcheck source=/dev/null
. "$ROOT/tests/public/lib/tables.sh"
work=${WORK:?run this by build/release/reaper}
status=0

# The block of five, a command a line.
awk '/^```/ { inside = !inside; block = ""; next } inside { block = block $0 "\n" } inside && /^cml-submit/ { printf "%s", block; exit }' "$ROOT/README.md" >"$work/block"
[ "$(grep -c ^cml- "$work/block")" -eq 5 ] || {
	echo "README.md: not five commands:"
	cat "$work/block"
	exit 1
}

# five TABLE METRIC ROWS FIX [EDIT]: the commands on about ROWS rows; FIX is a name=value, or a dash; EDIT, of sed, what a person
# changes in the space
five() {
	name=$(basename "$1" .csv)
	mkdir "$work/$name"
	n=$(wc -l <"$data/$1")
	awk -v every="$((n / $3 + 1))" 'NR == 1 || NR % every == 0' "$data/$1" >"$work/$name/jobs.csv"
	printf '#!/bin/sh\necho %s=1\n' "$2" >"$work/$name/train.sh"
	chmod +x "$work/$name/train.sh"
	fix=
	[ "$4" = - ] || fix="--fix '$4'"
	sed -e "s/--metric wps jobs/--metric $2 jobs/" -e "s/--fix gpus=64/$fix/" -e 's/--repeats 10/--repeats 1/' -e 's/--samples 20000/--samples 2000/' \
		-e "s/--metric wps=p90/--metric $2=p90/" -e 's/ --tp={tp} \.\.\.//' "$work/block" >"$work/$name/commands.sh"
	[ $# -lt 5 ] || sed -i "1a sed -i '$5' space.csv" "$work/$name/commands.sh"
	(cd "$work/$name" && sh -e commands.sh >out 2>err) || {
		echo "FAILED $name: $(tail -n 2 "$work/$name/err")"
		status=1
		return
	}
	ran=$(sed -n 's/^cml-submit: \([0-9]*\) ok.*/\1/p' "$work/$name/err")
	printf '%-24s %5d rows, %s proposals ran; %s\n' "$name" "$(($(wc -l <"$work/$name/jobs.csv") - 1))" "$ran" "$(grep -o 'kendall [0-9.]* over all, [-0-9.]*[^)]*' "$work/$name/err" | head -n 1)"
	[ "$ran" = 10 ] || {
		echo "FAILED $name: $ran proposals ran, not 10"
		status=1
	}
}
five llm_foundry.csv throughput_t_s 100 n_gpus=64
five ultrascale_h100.csv tok_s 100 gpus=64
five mlperf_configs.csv minutes_mlperf 100 -
five kernels/convolution_a100.csv time_ms 50 -
five systems/hsmgp.csv performance 50 -
if [ "${FULL:-0}" = 1 ]; then
	five pollux_adaptdl.csv throughput_samples_s 100 - 's/^global_bsz,context/global_bsz,param/'
	five gavel.csv steps_per_s 100 - 's/^batch_size,context/batch_size,param/; s/^scale_factor,context/scale_factor,param/'
	five bloom_prequel_a100.csv tflops 100 -
	for kernel in convolution_w6600 dedispersion_a100 gemm_rtx_2080_ti pnpoly_rtx_3090; do
		five kernels/$kernel.csv time_ms 50 -
	done
	five systems/7z.csv performance 50 -
	five systems/redis.csv perf 50 -
	five systems/storm.csv throughput 50 -
	five systems/xgboost.csv training_time 50 -
fi
[ "${FULL:-0}" = 1 ] || exit $status

# Its first figure: of ten proposals for more devices than the log has, the best is as good as told there, and as few fail.
sh "$ROOT/pipelines/experiments/paper-llm/ten.sh" "$work/ten" >"$work/said" 2>&1 || status=1
tail -n 2 "$work/said"
awk -F, 'NR > 1 { n++; ten += $8; failed += $5 } END { exit !(n == 12 && ten >= 0.95 * n && failed <= 8) }' "$work/ten/ten.csv" || {
	echo "FAILED ten proposals: README.md says 97 %, 6 of 120 failed"
	status=1
}
exit $status
