#!/bin/sh
# Every single proposal is sensible, over logs of many kinds, simulated and public: none is likelier to fail than to run unless that
# is said, none is the twin of another unless that is said, none is known, none has a param outside its domain, and what the batch
# is expected to lose is said. A context that the log lacks is answered, marked, and has its anchors.
set -eu
. "$ROOT/tests/begin.sh"
data=${CML_PUBLIC_DATA:-$ROOT/../shared/data}
# laws LABEL SPACE LOG OPTION...: of what cml-search proposes by default
cat >laws.awk <<'END'
# awk -F, -v said=FILE -v label=LABEL -v seen=KEYS -f laws.awk SPACE PROPOSALS [LOG], a log without quotes
function wrong(text) {
	print label ": " text
	bad = 1
}
function has_said(text,   line, found) {
	while ((getline line <said) > 0) if (index(line, text)) found = 1
	close(said)
	return found
}
# apart NAME A B: whether two values of a param are a step apart
function apart(name, a, b,   n, level, lo, hi, step) {
	if (a == b) return 0
	if (a == "" || b == "" || domain[name] !~ /:/ || domain[name] ~ /\*/) {
		n = split(domain[name], level, "|")
		return 1
	}
	split(domain[name], level, ":")
	lo = level[1]
	hi = level[2]
	step = level[3] != "" ? level[3] : type[name] == "int" ? 1 : 0
	if (step && int((hi - lo) / step + 1e-9) <= 20) return 1
	if (encoding[name] == "log") {
		a = log(a)
		b = log(b)
		lo = log(lo)
		hi = log(hi)
	}
	return (a - b) ^ 2 >= (0.05 * (hi - lo)) ^ 2 * (1 - 1e-9)
}
FNR == 1 {
	file++
	delete at
	for (i = 1; i <= NF; i++) {
		at[$i] = i
		column[i] = $i
	}
	n_columns = NF
	next
}
file == 1 {
	if ($at["role"] == "param") params[++n_params] = $at["name"]
	type[$at["name"]] = $at["type"]
	domain[$at["name"]] = $at["domain"]
	encoding[$at["name"]] = $at["encoding"]
	if ($at["role"] == "context") contexts[$at["name"]]
	if ($at["role"] == "metric") goal = $at["type"]
	next
}
# The best job of the log in the contexts of the proposals; y is its metric.
file == 3 {
	if ($at["status"] != "ok") next
	for (name in contexts) if ($at[name] != asked[name]) next
	if (!has_best || (goal == "max" ? $at["y"] > best : $at["y"] < best)) best = $at["y"] + 0
	has_best = 1
	next
}
{
	n++
	for (name in contexts) asked[name] = $at[name]
	aim[n] = $at["cml_aim"]
	predicted[n] = $at["cml_pred"]
	n_learning += aim[n] == "learn"
	if (("cml_ok" in at) && $at["cml_ok"] < 0.5) n_risky++
	if ("cml_ok" in at) expected += 1 - $at["cml_ok"]
	if ($at["cml_key"] in keys) wrong("twice " $at["cml_key"])
	keys[$at["cml_key"]]
	for (p = 1; p <= n_params; p++) {
		own[n, p] = $at[params[p]]
		if (domain[params[p]] ~ /^[-0-9.e]+:[-0-9.e]+(:|$)/ && own[n, p] != "") {
			split(domain[params[p]], end, ":")
			if (own[n, p] < end[1] - 1e-9 || own[n, p] > end[2] + 1e-9) wrong(params[p] "=" own[n, p] " is outside " domain[params[p]])
		}
	}
	for (k = 1; k < n; k++) {
		differs = 0
		for (p = 1; p <= n_params && !differs; p++) differs = apart(params[p], own[k, p], own[n, p])
		n_near += !differs
	}
	if (outside != "" && index(" " $at["cml_outside"] " ", " " outside " ") == 0) wrong("not marked: " outside)
	if (outside != "" && n <= 3 && $at["cml_aim"] != "anchor") wrong("no anchor: " n)
}
END {
	while ((getline line <seen) > 0) if (line in keys) wrong("known " line)
	if (n == 0) wrong("nothing")
	for (k = 1; has_best && k <= n; k++)
		if (aim[k] == "best" && (goal == "max" ? predicted[k] < 0.9999 * best : predicted[k] > 1.0001 * best))
			wrong("best, predicted " predicted[k] ", and a job has " best)
	if (n > 0 && n_learning == n && !has_said("to learn from")) wrong("all are to learn from, and nothing said")
	if (n < 10 && !has_said(n " of 10 wanted")) wrong(n " proposals, and not why")
	if (n_risky > 0 && !has_said("likelier to fail than to run")) wrong(n_risky " are likelier to fail")
	if (n_near > 0 && !has_said("differ from another by less than")) wrong(n_near " twins")
	if (expected > 1.2 && !has_said("are expected to fail")) wrong(expected " failures, and nothing said")
	if (outside != "" && !has_said("run the anchors")) wrong("anchors are not named")
	exit bad
}
END
laws() {
	label=$1
	shift
	cml-search -m model --exclude log.csv -n 10 "$@" >next.csv 2>said || { echo "$label: $* $(cat said)"; exit 1; }
	awk -F, -v said=said -v label="$label $*" -v seen=keys -v outside="${outside-}" -f laws.awk plain.csv next.csv ${plain_log-} || {
		cat next.csv said
		exit 1
	}
	n_laws=$((n_laws + 1))
}
# learn SPACE LOG: into model, log.csv, keys, and plain.csv without quotes
learn() {
	awk -f "$ROOT/pipelines/csv.awk" -f plain.awk "$1" >plain.csv
	cml-encode -q -s "$1" --bad-rows skip log.csv >features.csv
	cut -d, -f1 features.csv | sed 1d >keys
	cml-train -q -s "$1" --no-intervals -o model features.csv
}
echo 'csv_whole() && csv_row == 0 { print "name,role,type,domain,encoding"; next }
csv_whole() && csv_row > 0 { print csv_of("name") "," csv_of("role") "," csv_of("type") "," (csv_of("role") ~ /param|context/ ? csv_of("domain") : "") "," csv_of("encoding") }' >plain.awk
n_laws=0

# Simulated logs: two to five params of each kind, a context or none, a metric to be large or small, and memory that ends
# somewhere, which users avoid or not.
cat >log.awk <<'END'
function pick(n) { return 1 + int(n * rand()) }
BEGIN {
	srand(seed)
	goal = seed % 3 ? "max" : "min"
	n = 2 + seed % 4
	print "name,role,type,domain,encoding,default" >"space.csv"
	if (seed % 4) print "gpus,context,int,8:64:*2,log,8" >"space.csv"
	for (p = 1; p <= n; p++) {
		kind[p] = (seed + p * p) % 5
		print "p" p ",param," (kind[p] == 0 ? "float,0:1," : kind[p] == 1 ? "float,0.00001:1,log" : kind[p] == 2 ? "int,1:16:*2," : \
			kind[p] == 3 ? "categorical,a|b|c," : "int,0:500,") "," >"space.csv"
	}
	print "y,metric," goal ",,," >"space.csv"
	print "status,status,,,," >"space.csv"
	close("space.csv")
	header = seed % 4 ? "gpus," : ""
	for (p = 1; p <= n; p++) header = header "p" p ","
	print header "y,status"
	for (i = 1; i <= rows; i++) {
		gpus = 2 ^ (2 + pick(4))
		line = seed % 4 ? gpus "," : ""
		speed = 3 + log(gpus)
		memory = 0
		for (p = 1; p <= n; p++) {
			u = rand()
			if (kind[p] == 0) value = sprintf("%.4f", u)
			else if (kind[p] == 1) value = sprintf("%.3g", 10 ^ (-5 * u))
			else if (kind[p] == 2) { value = 2 ^ int(5 * u); u = int(5 * u) / 4 }
			else if (kind[p] == 3) { value = substr("abc", pick(3), 1); u = value == "b" }
			else value = int(500 * u)
			speed += (p % 2 ? 1 : -1) * u + 0.5 * (u - 0.6) ^ 2
			memory += u / p
			line = line value ","
		}
		fails = memory > 0.9 + 0.05 * (seed % 7) && rand() < 0.95
		if (fails && seed % 2 && rand() < 0.8) { i--; continue }
		y = exp(speed / 3) * (1 + 0.02 * (rand() - 0.5))
		print line (fails ? "," : (goal == "max" ? y : 100 / y) ",") (fails ? "oom" : "ok")
	}
}
END
plain_log=log.csv
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do
	awk -v seed=$seed -v rows=$((40 + seed * 37 % 160)) -f log.awk >log.csv
	learn space.csv
	if [ $((seed % 4)) -ne 0 ]; then
		laws "log $seed" --fix gpus=16
		[ $((seed % 3)) -ne 1 ] || outside=gpus laws "log $seed" --fix gpus=256
	else
		laws "log $seed"
	fi
done

plain_log=

# Public tables: some hundred of their rows.
if [ -f "$data/ultrascale_h100.csv" ]; then
	# FULL=1: one that takes long, too.
	long=
	[ "${FULL:-0}" != 1 ] || long=bloom_prequel:bloom_prequel_a100
	for table in ultrascale_h100 llm_foundry gavel $long kernel-convolution:kernels/convolution_a100 \
		kernel-pnpoly:kernels/pnpoly_rtx_3090 kernel-gemm:kernels/gemm_rtx_2080_ti system-7z:systems/7z system-redis:systems/redis \
		system-storm:systems/storm system-xgboost:systems/xgboost system-hsmgp:systems/hsmgp; do
		awk 'NR == 1 || NR % step == 0' step=$(($(wc -l <"$data/${table#*:}.csv") / 150 + 1)) "$data/${table#*:}.csv" >log.csv
		learn "$ROOT/schemas/${table%:*}.csv"
		laws "$table"
		[ $table != ultrascale_h100 ] || outside=gpus laws "$table" --fix gpus=2048
	done
fi
echo "laws over $n_laws searches"
