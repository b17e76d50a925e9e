#!/bin/sh
# An inferred space accepts every row of the table it was inferred from, needs few corrections, and
# has no rule that has to be struck out.
#
# What a person would have to change is counted against the space file that ships for the table, or
# what is written here where there is none: the metric or its goal (as 1 each); each column that is
# a setting, a context, an outcome or the like in one and not in the other (constants may be either
# context or ignored; a limit is an outcome with a bound); texts taken for numbers and the other way round; a param without a default;
# a positive number over a decade without a logarithm. Rules: those listed here, and no others.
#
#   sh tests/public/infer.sh          # checks, and prints the counts
set -u
. "$ROOT/tests/public/lib/tables.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
total=0
export LC_ALL=C

# accepts NAME SPACE: every row, as many as there are
accepts() {
	if ! cml-encode -q -s "$2" -o "$work/features.csv" "$data/$1"; then
		echo "FAILED $1: a row is refused"
		status=1
	elif [ "$(wc -l <"$work/features.csv")" != "$(wc -l <"$data/$1")" ]; then
		echo "FAILED $1: not every row came through"
		status=1
	fi
}

# cells FILE: name, role, type, domain, encoding, default of each row that is no rule, with tabs;
# cells with commas are quoted
cells() {
	awk -v OFS='\t' '
	function split_row(line, cell,    n, at, c, quoted) {
		n = 1; cell[1] = ""; quoted = 0
		for (at = 1; at <= length(line); at++) {
			c = substr(line, at, 1)
			if (c == "\"") quoted = !quoted
			else if (c == "," && !quoted) cell[++n] = ""
			else cell[n] = cell[n] c
		}
		while (n < 9) cell[++n] = ""
	}
	/^#/ || NR == 1 { next }
	{ split_row($0, cell) }
	cell[2] != "rule" && cell[2] != "derived" && cell[2] != "base" { print cell[1], cell[2], cell[3], cell[4], cell[5], cell[6], cell[9] }' "$1"
}

# changes WANTED FOUND: a line for each
changes() {
	cells "$1" >"$work/wanted"
	cells "$2" >"$work/found"
	awk -F'\t' '
	function kind(role) { return role == "id" || role == "limit" ? "ignore" : role }
	function is_number(type) { return type == "int" || type == "float" }
	FNR == NR { role[$1] = $2; type[$1] = $3; next }
	{
		want = kind(role[$1]); got = kind($2); constant = $7 ~ /same value in every row/
		if ($2 == "metric" && want == "metric" && type[$1] != $3) print $1 ": goal"
		if (want == "metric" || got == "metric") { if (want != got) print $1 ": " got ", not " want; next }
		if (got != want && !(constant && (want == "ignore" || want == "context")) && !(want == "time" && got == "ignore") && !(got == "time" && want == "ignore")) { print $1 ": " got ", not " want; next }
		if (got != "param" && got != "context") next
		if (want == got && (type[$1] == "categorical") != ($3 == "categorical")) print $1 ": " $3 ", not " type[$1]
		if (got == "param" && $6 == "") print $1 ": no default"
		# With a default of its own: powers, a logarithm is the encoding without being named.
		split($4, part, /[:|]/); n = split($4, all, "|"); hi = n > 1 ? all[n] : part[2]
		if (is_number($3) && part[1] > 0 && hi >= 10 * part[1] && $5 != "log" && $4 !~ /:\*/) print $1 ": no logarithm"
	}' "$work/wanted" "$work/found"
}

# infer TABLE WANTED MAX [RULE...]: no more changes than MAX, and these rules
infer() {
	table=$1
	wanted=$2
	most=$3
	shift 3
	if ! cml-encode -q --infer -o "$work/first.csv" "$data/$table"; then
		echo "FAILED $table"
		status=1
		return
	fi
	accepts "$table" "$work/first.csv"
	changes "$wanted" "$work/first.csv" >"$work/changes"
	# Another metric is one word on the command line, and decides about other columns.
	metric=$(cells "$wanted" | awk -F'\t' '$2 == "metric" { print $1 }')
	n=0
	if grep -q ': .*metric' "$work/changes"; then
		n=1
		cml-encode -q --infer --metric "$metric" -o "$work/first.csv" "$data/$table"
		accepts "$table" "$work/first.csv"
		changes "$wanted" "$work/first.csv" >"$work/changes"
	fi
	n=$((n + $(wc -l <"$work/changes")))
	total=$((total + n))
	echo "$table $n"
	[ "${VERBOSE:-}" ] && sed 's/^/   /' "$work/changes"
	[ $n -le "$most" ] || {
		echo "FAILED $table: $n changes, where $most were enough"
		sed 's/^/   /' "$work/changes"
		status=1
	}
	awk '!/^#/' "$work/first.csv" | sed -n 's/^[^,]*,rule,,"\{0,1\}\([^",]*\).*/\1/p' | sort >"$work/rules"
	for rule; do echo "$rule"; done | sort >"$work/expected"
	cmp -s "$work/rules" "$work/expected" || {
		echo "FAILED $table: other rules"
		diff "$work/expected" "$work/rules"
		status=1
	}
}

schemas=$ROOT/schemas
cat >"$work/pollux.csv" <<'END'
name,role,type
application,context,categorical
source,ignore
placement,ignore
num_nodes,context,int
num_replicas,context,int
max_replicas_per_node,context,int
min_replicas_per_node,context,int
local_bsz,param,int
global_bsz,context,int
step_time_s,ignore
sync_time_s,ignore
throughput_samples_s,metric,max
status,status
END
infer llm_foundry.csv "$schemas/llm_foundry.csv" 0 \
	'grad_accum == ceil(global_batch_size / (n_gpus * micro_batch_size))' 'global_batch_size % n_gpus == 0'
infer ultrascale_h100.csv "$schemas/ultrascale_h100.csv" 0 'dp * tp * pp == gpus' 'dp * mbs * grad_acc == gbs'
infer bloom_prequel_a100.csv "$schemas/bloom_prequel.csv" 2
infer mlperf_configs.csv "$schemas/mlperf.csv" 3 'number_of_nodes * accelerators_per_node == accelerators'
infer gavel.csv "$schemas/gavel.csv" 0
infer pollux_adaptdl.csv "$work/pollux.csv" 0 'num_replicas * local_bsz == global_bsz'
infer kernels/convolution_a100.csv "$schemas/kernel-convolution.csv" 1
infer kernels/convolution_w6600.csv "$schemas/kernel-convolution.csv" 1
infer kernels/dedispersion_a100.csv "$schemas/kernel-dedispersion.csv" 1
infer kernels/gemm_rtx_2080_ti.csv "$schemas/kernel-gemm.csv" 1 'mwg % (mdimc * vwm) == 0' \
	'mwg % (mdima * vwm) == 0' 'nwg % (ndimc * vwn) == 0' 'nwg % (ndimb * vwn) == 0'
infer kernels/pnpoly_rtx_3090.csv "$schemas/kernel-pnpoly.csv" 0
infer systems/7z.csv "$schemas/system-7z.csv" 1 'lzma + lzma2 + ppmd + bzip2 + deflate == 1'
infer systems/hsmgp.csv "$schemas/system-hsmgp.csv" 2 'cgs_ip_cg + cgs_ip_amg + cgs_red_amg == 1' \
	'smoother_gs + smoother_jac + smoother_gsrb + smoother_gsrbac + smoother_gsacbe + smoother_gsac == 1'
infer systems/redis.csv "$schemas/system-redis.csv" 0
infer systems/storm.csv "$schemas/system-storm.csv" 0
infer systems/xgboost.csv "$schemas/system-xgboost.csv" 0
echo "all $total"

# One row of the notebook of BLOOM breaks its identity: a note, and a comment in the file.
cml-encode --infer "$data/bloom_prequel_a100.csv" 2>&1 >"$work/bloom.csv" | grep -q 'dp \* tp \* pp == gpus holds in 157 of 158 rows, not in .*bloom_prequel_a100.csv:60' &&
	grep -q '^#gpus_product,rule,,dp \* tp \* pp == gpus,' "$work/bloom.csv" || {
	echo 'FAILED bloom_prequel_a100.csv: the row that breaks its identity is not told'
	status=1
}
exit $status
