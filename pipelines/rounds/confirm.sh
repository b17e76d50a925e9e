# shellcheck shell=sh disable=SC2154,SC2153,SC2034
# The end of the rounds: what they came to is measured again, and one configuration is named. Read by cml-rounds.
#
# The best of many jobs that ran once is in part the luckiest. The default configuration, those of CONTENDERS and the
# FINALISTS best others (contenders.awk) are run CONFIRM times each, in turns, as jobs of their own, as often as a
# BUDGET still pays for, into OUT/confirm (docs/rounds.md). What was run is not run again: a CONFIRM that has grown adds
# repeats.

# take_given SPACE: CONTENDERS, and the same as jobs
take_given() {
	[ -f "$CONTENDERS" ] || fail 1 "CONTENDERS=$CONTENDERS: no such file"
	gzip -dcf "$CONTENDERS" >"$work/given.csv"
	table made-up "$1" "$work/given.csv" >"$work/given-jobs.csv" 2>"$work/errors" ||
		fail 1 "CONTENDERS=$CONTENDERS$(cat "$work/errors")"
}

# contenders: who is measured again, into $work/contenders.csv
contenders() {
	echo contender >"$work/given.csv"
	echo cml_key >"$work/given-keys.csv"
	if [ -n "$CONTENDERS" ]; then
		take_given "$out/space.csv"
		cml-encode -q -s "$out/space.csv" -o "$work/given-keys.csv" "$work/given-jobs.csv"
	fi
	# The predictor, trained on all jobs; where there is too little to learn from, measurements alone count.
	table without -v names='^cml_' "$work/rows.csv" >"$work/bare.csv"
	# shellcheck disable=SC2086
	{
		cml-train -q -s "$out/space.csv" $PREDICTOR --no-intervals --seed "$SEED" -o "$work/last-model" \
			"$work/features.csv" &&
			cml-rank -q --no-sort --digits full -m "$work/last-model" -o "$work/predicted.csv" "$work/bare.csv"
	} 2>"$work/errors" || echo none >"$work/predicted.csv"
	csv contenders.awk -v finalists="$FINALISTS" -v goal="$goal" "$out/space.csv" "$out/default.csv" \
		"$work/given-keys.csv" "$work/given.csv" "$work/features.csv" "$work/rows.csv" "$work/frontier.csv" \
		"$work/predicted.csv" >"$work/contenders.csv"
}

# confirm: into OUT/confirm, but for summary.txt
confirm() {
	dir=$out/confirm
	: >"$work/repeats" # for --status
	contenders
	ask n_contenders table count "$work/contenders.csv"
	if [ "$n_contenders" -lt 2 ]; then
		say 'nothing to confirm: fewer than two contenders'
		return
	fi
	find_base
	grep -q '^default,' "$work/contenders.csv" ||
		say "CONFIRM=$CONFIRM leaves out $base: no job of it was ok${learned:+, or one broke a limit}"
	# Only what was measured side by side is compared: others than those of the last time begin with turns of their own.
	first=1
	[ ! -s "$dir/turns.csv" ] || first=$(sed -n 2p "$dir/turns.csv" | cut -d, -f2)
	cut -d, -f1,2 "$work/contenders.csv" >"$work/asked"
	if [ -s "$dir/contenders.csv" ] && cut -d, -f1,2 "$dir/contenders.csv" | grep -qvxFf - "$work/asked"; then
		first=$(($(tail -n 1 "$dir/turns.csv" | cut -d, -f2) + 1))
	fi
	[ -z "$BUDGET" ] || spent_before 100
	look_at "$dir/repeats.csv"
	table turns -v repeats="$CONFIRM" -v first="$first" -v cost="${BUDGET:+$job_cost}" -v budget="$BUDGET" \
		-v spent="${BUDGET:+$spent}" "$work/contenders.csv" "$so_far" >"$work/turns.csv"
	ask turns table count "$work/turns.csv"
	turns=$((turns / n_contenders))
	[ "$turns" -eq "$CONFIRM" ] || say "CONFIRM=$CONFIRM: BUDGET=$BUDGET pays for $turns"
	[ "$turns" -gt 0 ] || return 0
	mkdir -p "$dir"
	# What is summed up has its contenders beside it.
	[ ! -e "$dir/summary.csv" ] || cmp -s "$work/contenders.csv" "$dir/contenders.csv" || rm "$dir/summary.csv"
	place "$work/contenders.csv" "$work/turns.csv" "$dir/"
	# Each repeat is a configuration of its own: its number is a parameter.
	table repeats "$out/space.csv" >"$work/space.csv"
	status=0
	of_history='--wait --widen --carry cml_contender'
	submit "$dir/turns.csv" -s "$work/space.csv" -a "$dir/repeats.csv" || status=$?
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
	frontier "$work/space.csv" "$dir/repeats.csv" "$work/repeats.csv" || fail 1 "$dir/repeats.csv: $(cat "$work/errors")"
	csv confirmed.awk -f "$here/student.awk" -v goal="$goal" "$dir/contenders.csv" "$dir/turns.csv" "$work/repeats.csv" \
		"$dir/repeats.csv" >"$work/summary.csv" 2>"$work/missing" ||
		fail 1 "the repeats are not finished, $(cat "$work/missing"): run the same command again to continue"
	place "$work/summary.csv" "$dir/summary.csv"
}

# name_best: the contender whose repeats have the best mean, or the default; for people, as a table, OUT/named.csv, and
# as the command to run, OUT/best.sh. Without repeats it is the best measured. Where there is none, or the default is
# named, ends with 3.
name_best() {
	summary=$work/none.csv
	contenders=$work/none.csv
	if [ "$CONFIRM" -gt 0 ] && [ -s "$out/confirm/summary.csv" ]; then
		summary=$out/confirm/summary.csv
		contenders=$out/confirm/contenders.csv
	fi
	find_base
	csv named.awk -f "$here/words.awk" -v metric="$metric" -v goal="$goal" -v default_key="$default_key" \
		-v base="$base" -v out="$work/named.csv" "$work/features.csv" "$work/rows.csv" "$work/frontier.csv" \
		"$summary" "$contenders" >"$work/summary.txt"
	[ -s "$work/summary.txt" ] ||
		fail 3 "nothing was found: no job${FIX:+ with FIX=$FIX} was ok within the limits (see $history)"
	rm -f "$out/best.sh" # of what was named before
	ask key table key "$work/named.csv"
	set -- "$work/named.csv"
	if [ -n "$COMMAND" ] && write_command; then
		set -- "$@" "$work/best.sh"
	fi
	place "$@" "$out/"
	cat "$work/summary.txt"
	[ ! -d "$out/confirm" ] || place "$work/summary.txt" "$out/confirm/summary.txt"
	page
	[ "$key" != "$default_key" ] || exit 3
}

# write_command: as cml-submit runs it, which quotes the values
write_command() {
	table of-key -v key="$key" "$out/space.csv" "$work/named.csv" "$work/named.csv" >"$work/best.csv"
	attempts=$(CDPATH= cd "$out" && pwd)/best.jobs
	of_history='' SUBMIT='' JOBS=''
	submit "$work/best.csv" -q --dry-run -s "$out/space.csv" -a "${attempts%.jobs}" >"$work/command" || {
		say "no $out/best.sh: the command cannot be made of $out/named.csv"
		return 1
	}
	{
		echo '#!/bin/sh'
		echo '# What the rounds named: named.csv, beside this, has what it measured. Run it where they were run.'
		printf "mkdir -p '%s' || exit\nexec " "$(printf '%s\n' "$attempts/$key.1" | sed "s/'/'\\\\''/g")"
		cat "$work/command"
	} >"$work/best.sh"
	chmod +x "$work/best.sh"
}

# page [NAME=VALUE]...: OUT/report.html, where REPORT says so. Never a reason for the rounds to end.
page() {
	[ "$REPORT" = yes ] || return 0
	env REPEATS="$REPEATS" "$@" sh "$here/../report/report.sh" "$out" || say 'no report; the rounds go on'
	[ $# -gt 0 ] || [ ! -f "$out/report.html" ] || say "report: $out/report.html"
}
