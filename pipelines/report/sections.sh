# The sections of the page, for report.sh, whose variables and functions they use: each writes HTML.
# shellcheck shell=sh disable=SC2154

# escape: text as it stands.
escape() { awk -f "$here/html.awk" -f "$here/escape.awk"; }

# The head, and what the rounds measured again in the end (CONFIRM). Where the best is not among that, as when further
# rounds are at work, the head says what to do with it.
measured_again() {
	again=$out/confirm/summary
	if [ ! -f "$again.csv" ] || [ ! -f "$again.txt" ]; then
		piece=page fill summary
		return
	fi
	flat "$again.csv" key >"$work/again"
	again_key=$(grep -Fx -- "$(fact best_key)" "$work/again") || :
	piece=page again_key=$again_key fill summary
	echo '<section><h2>The best, measured again</h2>'
	printf '<pre class="table">%s</pre>\n' "$(escape <"$again.txt")"
	echo '<p class="note">Repeats, in turns, of the default configuration, the best job before the first search, and the' \
		'best proposals. Intervals are at 95&#160;%.</p>'
	echo '</section>'
}

frontier() {
	echo '<section><h2>Best so far, job by job</h2>'
	fill frontier "$work/jobs" >"$plot/vars"
	divisor=$(sed -n 's/^divisor = //p' "$plot/vars")
	base_title=default
	[ -z "$baseline" ] || base_title=baseline
	if [ "$(fact n)" -eq 0 ]; then
		echo '<p>The history has no jobs yet.</p>'
	elif [ -z "$plots" ]; then
		no_plot
	else
		draw frontier "id='broad'; width=720; height=360; base_title='$base_title'" \
			frontier "id='narrow'; width=360; height=330; base_title='$base_title'"
		echo '<figure>'
		figure broad broad 'Metric of each job and the best so far, job by job'
		figure narrow narrow 'Metric of each job and the best so far, job by job'
		echo '<figcaption>Each point is a measured job, in the order of the history;' \
			'the line is the best so far.'
		[ "$(fact n_failed)" -eq 0 ] || echo 'Crosses are failed jobs.'
		[ "$(fact n_outside)" -eq 0 ] || echo 'Circles are jobs outside a limit, which are no best.'
		[ "$(fact has_rounds)" -eq 0 ] ||
			echo 'Round 0 is random; later rounds are proposals of the search.'
		[ "$(fact n)" -le 2000 ] || echo 'Only a sample of the jobs is shown, with each job that was the best so far.'
		echo '</figcaption></figure>'
	fi
	[ -n "$default_key" ] || printf '<p class="note">No default configuration: %s</p>\n' \
		"$(tail -n 1 "$work/default.err" | sed 's/^cml-search: //' | escape)"
	echo '</section>'
}

best() {
	echo '<section><h2>The best configurations</h2>'
	fill best "$work/settings" "$work/jobs"
	echo '</section>'
}

# What no job beats in both metrics, of a space with two.
front() {
	[ -n "$second" ] || return 0
	printf '<section><h2>The front of two metrics</h2>\n'
	if [ "$(wc -l <"$asked")" -gt 1 ]; then
		flat "$asked" cml_key cml_actual cml_second cml_front >"$work/frontier"
		fill front "$work/settings" "$work/jobs" "$work/frontier" >"$work/front"
	else
		: >"$work/front"
	fi
	if [ -s "$plot/front" ] && [ -n "$plots" ]; then
		draw front "id='front'; width=480; height=330"
		echo '<figure class="single">'
		labels=$plot/front-labels figure front plot 'Two metrics of each job, and the jobs that no other beats in both'
		echo '</figure>'
	fi
	cat "$work/front"
	echo '</section>'
}

# A number of cml-eval: score METRIC TABLE.
score() {
	flat "$2" cml_repeat cml_metric cml_value | awk -F "$us" -v m="$1" '$1 == "mean" && $2 == m { print $3 }'
}

# The last proposals of a model, with reasons; and the intervals that all rounds told.
proposed() {
	: >"$work/intervals"
	find "$out" -path "$out/round-*/proposals.csv" 2>/dev/null | sort >"$work/proposals"
	while IFS= read -r table; do
		round=${table%/proposals.csv}
		round=${round##*/round-}
		flat "$table" cml_key cml_lo cml_hi | sed "1d;s/^/$round$us/" >>"$work/intervals"
		[ ! -f "${table%/proposals.csv}/model" ] || last=$round
	done <"$work/proposals"
	[ -n "${last:-}" ] || return 0
	# A number with a zero in front would be octal.
	printf '<section><h2>Proposals of round %s, and why</h2>\n' "${last#0}"
	if cml-rank -q -m "$out/round-$last/model" --explain -o "$work/why.csv" "$out/round-$last/proposals.csv" 2>"$work/why.err"; then
		flat "$work/why.csv" cml_rank cml_key cml_pred cml_lo cml_hi cml_ok cml_outside cml_near cml_near_value \
			cml_near_pred cml_why >"$work/why"
		fill why "$work/jobs" "$work/why"
	else
		printf '<p>No reasons: %s</p>\n' "$(tail -n 1 "$work/why.err" | sed 's/^cml-rank: //' | escape)"
	fi
	echo '</section>'
}

rounds() {
	[ "$(fact has_rounds)" -eq 1 ] || return 0
	echo '<section><h2>Rounds</h2>'
	awk -F "$us" -v folder="$work" -f "$here/split.awk" "$work/intervals" "$work/jobs" >"$work/predicted"
	if [ -f "$out/rounds.csv" ]; then
		flat "$out/rounds.csv" round heldout_kendall | sed 1d >"$work/held-out"
	else
		: >"$work/held-out"
	fi
	while read -r round count _; do
		tau=
		[ "$count" -lt 3 ] || {
			cml-eval -q --actual measured --predicted predicted --goal "${goal:-max}" --metrics kendall \
				--bootstrap 0 -o "$work/tau.csv" "$work/round-$round.csv"
			tau=$(score kendall "$work/tau.csv")
		}
		printf '%s\037%s\n' "$round" "$tau"
	done <"$work/predicted" >"$work/measured"
	awk -F "$us" -v OFS="$us" '
		FILENAME == ARGV[1] { held_out[$1 + 0] = $2 }
		FILENAME == ARGV[2] { measured[$1 + 0] = $2 }
		{ rounds[$1 + 0] }
		END {
			print "round", "held_out", "measured"
			for (r in rounds) print r, held_out[r], measured[r]
		}' "$work/held-out" "$work/measured" >"$work/scores"
	fill rounds "$work/scores" "$work/jobs"
	default_key=
	[ ! -f "$out/default.csv" ] || default_key=$(flat "$out/default.csv" cml_key | sed -n 2p)
	[ ! -f "$out/rounds.csv" ] ||
		flat "$out/rounds.csv" round cost believed_key believed believed_lo believed_hi best_key best |
		awk -f "$here/html.awk" -v budget="$(setting BUDGET '')" -v default_key="$default_key" -f "$here/spent.awk" -
	echo "<p class=\"note\">Kendall's tau says how well the predictor orders jobs, 1 perfectly, 0 not at all."
	[ ! -s "$work/held-out" ] ||
		echo '<span class="wide">Held out: jobs of the history that were not used for training, before the round.</span>'
	[ "$(fact n_told)" -eq 0 ] ||
		printf '<span class="wide">Failures expected%s: the sum of one minus the chance to run, told before launch.</span>\n' \
		"$([ "$(fact n_outside)" -eq 0 ] || echo ', jobs outside a limit included')"
	echo 'Measured: its predictions of this round against what the jobs gave. Proposals are the jobs that it takes' \
		'to be best, hence alike, and harder to order than jobs at random.</p>'
	echo '</section>'
}

judged() {
	echo '<section><h2>Validation of the predictor</h2>'
	predicted_against_measured
	predictor=$(setting PREDICTOR "${PREDICTOR:--p auto}")
	# Runs begun with FAILED=worst or leave, also older ones, learn no chance to run.
	of_failures=
	[ ! -f "$out/settings" ] || [ "$(setting FAILED learn)" = learn ] || of_failures=--ignore-failures
	seed=$(setting SEED "${SEED:-1}")
	repeats=${REPEATS:-5}
	# Jobs in other contexts are learned from, too.
	n_train=$(($(awk -F "$us" '$2 == "ok" || $2 == "outside"' "$work/encoded" | wc -l) * 745 / 1000))
	if [ "$repeats" -eq 0 ]; then
		echo '<p>There was no validation on held-out jobs (REPEATS=0).</p></section>'
	elif [ "$n_train" -lt 10 ]; then
		echo '<p>Too few jobs were measured for a validation on held-out jobs.</p></section>'
	else
		learning_curve
		echo '</section>'
		importance
	fi
}

predicted_against_measured() {
	if [ ! -s "$work/predicted" ]; then
		echo '<p>This history has no predictions made before launch; <code>cml-submit --carry cml_pred</code> keeps them.</p>'
		return
	fi
	echo '<h3>Predictions before launch against measurements</h3>'
	if [ -z "$plots" ]; then
		no_plot
		return
	fi
	tail -n 6 "$work/predicted" >"$work/drawn"
	set --
	while read -r round count low high from to; do
		set -- "$@" scatter "id='round$round'; width=352; height=300; points='$work/round-$round.dat'; divisor=$divisor;
			low=$low; high=$high; from=$from; to=$to"
	done <"$work/drawn"
	draw "$@"
	echo '<div class="figures">'
	while read -r round count _; do
		echo '<figure>'
		figure "round$round" plot "Round $round: predicted against measured"
		printf '<figcaption>Round %s: %s jobs</figcaption></figure>\n' "$round" "$count"
	done <"$work/drawn"
	echo '</div>'
	echo '<p class="note">A prediction on the line is exact. Bars are 90&#8239;% intervals, where the predictor' \
		'gives them.'
	awk -F "$us" -f "$here/told-intervals.awk" "$work/intervals" "$work/jobs" >"$work/held"
	while read -r within of; do
		printf 'Of %s such jobs of all rounds, %s were within their interval.\n' "$of" "$within"
	done <"$work/held"
	[ "$(wc -l <"$work/predicted")" -le 6 ] || echo 'The last six rounds.'
	echo '</p>'
}

# Of the whole training side, from the learning curve; nothing where it is undefined.
tau_of() {
	awk -F "$us" -v n="$n_train" -v kind="$1" '$1 == "mean" && $3 == n && $2 == kind && $4 != "" { printf "%.2f", $4 }' \
		"$work/curve" | sed 's/-/\&#8722;/'
}

learning_curve() {
	echo '<h3>Learning curve</h3>'
	# Doubled each time, and not so near to all there are that two marks of the axis would lie on each other.
	sizes=$(awk -v n="$n_train" 'BEGIN {
		for (size = n < 50 ? 5 : 25; size < 0.75 * n && size <= 6400; size *= 2) printf "%d ", size
		print n }')
	within=
	! flat "$space" role | grep -qx context || within=,kendall-within
	# shellcheck disable=SC2086
	if ! cml-eval -q -s "$space" $predictor $of_failures --seed "$seed" --split random --repeats "$repeats" --bootstrap 0 \
		--curve "$(printf %s "$sizes" | tr ' ' ,)" \
		--metrics "kendall,spearman,pearson$within" -o "$work/curve.csv" "$history" 2>"$work/eval.err"; then
		printf '<p>The predictor could not be validated: %s</p>\n' "$(tail -n 1 "$work/eval.err" | escape)"
		return
	fi
	flat "$work/curve.csv" cml_repeat cml_metric cml_n_train cml_value cml_lo cml_hi | sed 1d >"$work/curve"
	least=0
	for kind in kendall spearman pearson; do
		awk -F "$us" -v kind=$kind '$1 == "mean" && $2 == kind && $4 != "" {
			print $3, $4, $5 == "" ? $4 : $5, $6 == "" ? $4 : $6 }' "$work/curve" >"$plot/$kind"
	done
	least=$(awk '$3 < least { least = $3 } END { print least < -1 ? -1 : least + 0 }' \
		"$plot/kendall" "$plot/spearman" "$plot/pearson")
	if [ ! -s "$plot/kendall" ]; then
		echo '<p>All measured jobs have the same result, so they cannot be ranked.</p>'
		return
	fi
	if [ -z "$plots" ]; then
		no_plot
	else
		labels=$(echo "$sizes" | awk '{ every = int((NF - 1) / 5) + 1; for (i = NF; i > 0; i -= every) printf "%s ", $i }')
		draw curve "id='curve'; width=400; height=290; first=${sizes%% *}; most=$n_train; least=$least; labels='$labels'"
		echo '<figure class="single">'
		figure curve plot 'Correlation on held-out jobs against the number of training jobs'
		echo '</figure>'
	fi
	tau=$(tau_of kendall)
	within=$(tau_of kendall-within)
	printf '<p class="note">Trained on %s jobs of the whole history, its Kendall tau on the others is %s%s\n' \
		"$n_train" "$tau" "${within:+, and <strong>$within within contexts</strong>}"
	printf '(means of %s random splits, bars: 2 standard deviations; <code>%s</code>).\n' \
		"$repeats" "$(printf '%s' "$predictor" | escape)"
	[ -z "$within" ] ||
		echo 'A context is what a search does not choose, such as model and devices: that mean over contexts is the number' \
			'to believe. Over all jobs the predictor is also credited for the order of the contexts.'
	echo 'If the curve still rises, more jobs help. Where many jobs are about equally good, as after rounds of' \
		'proposals, their order is mostly noise, and Kendall and Spearman stay low however good the predictor.</p>'
}

importance() {
	metrics=kendall,mape
	[ -n "$of_failures" ] || [ "$(fact n_lost)" -eq 0 ] || metrics=$metrics,ok-auc,ok-brier,ok-calibration
	echo '<section><h2>Which settings matter</h2>'
	# shellcheck disable=SC2086
	if cml-eval -q --no-intervals -s "$space" $predictor $of_failures --seed "$seed" --split random --repeats "$repeats" --bootstrap 0 --metrics "$metrics" \
		--importance "$work/importance.csv" --predictions "$work/predictions.csv" -o "$work/scores.csv" "$history" 2>"$work/eval.err"; then
		flat "$work/importance.csv" cml_repeat cml_column cml_metric cml_drop cml_lo cml_hi >"$work/importance"
		fill importance "$work/importance"
		effects
	else
		printf '<p>The importance could not be computed: %s</p>\n' "$(tail -n 1 "$work/eval.err" | escape)"
	fi
	echo '</section>'
}

# What the most important settings do to predictions; after importance.
effects() {
	[ -n "$plots" ] || return 0
	awk -F "$us" 'NR > 1 && $1 == "mean" && $4 > 0 { print $3 "\t" $4 "\t" $2 }' "$work/importance" >"$work/matter"
	by=kendall
	! grep -q ^mape "$work/matter" || by=mape
	set --
	grep "^$by" "$work/matter" | sort -t "$(printf '\t')" -k2,2gr | cut -f3 | head -n 6 >"$work/asked-effects"
	while IFS= read -r setting; do
		set -- "$@" --effect "$setting"
	done <"$work/asked-effects"
	[ $# -gt 0 ] || return 0
	# shellcheck disable=SC2086
	if ! cml-eval -q -s "$space" $predictor $of_failures --seed "$seed" "$@" -o "$work/effects.csv" "$history" 2>"$work/eval.err"; then
		printf '<p>The effects could not be computed: %s</p>\n' "$(tail -n 1 "$work/eval.err" | escape)"
		return
	fi
	echo '<h3>What they do</h3>'
	echo '<div class="figures">'
	flat "$work/effects.csv" cml_column cml_value cml_n_jobs cml_pred cml_lo cml_hi cml_ok cml_outside |
		awk -F "$us" -v folder="$work" -f "$here/effects.awk" >"$work/effects"
	cut -d "$us" -f 1,2 "$work/effects" | tr "$us" ' ' >"$work/effect-plots"
	set --
	while read -r i n low high marks; do
		set -- "$@" effect "id='effect$i'; width=352; height=260; points='$work/effect-$i.dat'; divisor=$divisor;
			n=$n; low=$low; high=$high; marks='$marks'"
	done <"$work/effect-plots"
	draw "$@"
	while read -r i _; do
		echo '<figure>'
		labels=$work/effect-$i.labels figure "effect$i" plot "What a setting does to predictions"
		sed -n "${i}p" "$work/effects" | fill effect
		echo '</figure>'
	done <"$work/effect-plots"
	echo '</div>'
	echo '<p class="note">The mean prediction over the jobs with one setting changed and all else as it was, rules not' \
		'looked at (<code>cml-eval --effect</code>). Bars hold 80&#8239;% of the jobs: how far they agree on the effect.' \
		'Hollow: outside the log.</p>'
}

failed() {
	echo '<section><h2>What failed</h2>'
	fill failures "$work/settings" "$work/jobs" "$work/jobs"
	if [ -f "$work/predictions.csv" ] && [ -f "$work/scores.csv" ]; then
		flat "$work/predictions.csv" cml_key cml_actual cml_ok cml_status |
			awk -F "$us" -v OFS="$us" '
				FILENAME == ARGV[1] { if ($2 == "outside") outside[$1, $3]; next }
				{ print $3, ($1, $2) in outside ? "outside" : $4 }' "$work/encoded" - >"$work/told"
		flat "$work/scores.csv" cml_repeat cml_metric cml_value >"$work/told-scores"
		fill told "$work/told-scores" "$work/told"
	fi
	echo '</section>'
}

reproduce() {
	echo '<section><h2>To reproduce</h2>'
	if [ -f "$out/settings" ]; then
		printf '<pre>%s</pre>\n' "$(awk -f "$here/setting.awk" "$out/settings" | escape)"
	fi
	key=$(fact best_key)
	if [ -n "$key" ]; then
		history=$history fill reproduce "$work/settings" "$work/jobs"
	fi
	echo '<dl class="facts">'
	if [ -n "$key" ]; then
		printf '<dt>Key</dt><dd><code>%s</code></dd>\n' "$key"
		find "$history.jobs" -name "$key.*" -prune 2>/dev/null | sort | while IFS= read -r folder; do
			printf '<dt>Job folder</dt><dd><code>%s</code></dd>\n' "$(printf '%s' "$folder" | escape)"
		done
	fi
	printf '<dt>Versions</dt><dd>%s' "$(cml-eval --version | escape)"
	[ -z "$plots" ] || printf '; %s' "$(gnuplot --version | escape)"
	echo '</dd>'
	for file in "$space" "$history"; do
		cksum <"$file" | awk -v name="$(printf '%s' "${file##*/}" | escape)" \
			'{ print "<dt>" name "</dt><dd>" $2 " bytes, cksum " $1 "</dd>" }'
	done
	echo '</dl></section>'
}
