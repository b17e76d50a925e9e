# The sections of the page, for report.sh, whose variables and functions they use: each writes HTML.
# shellcheck shell=sh disable=SC2154

# What the sections below need: the predictor, trained on all jobs ($model; of a quick page that of the last round; empty: none),
# the key of the configuration that is named, else the best, and its table ($work/best.csv, which may be empty).
learn() {
	predictor=${run_PREDICTOR:-${PREDICTOR:--p auto}}
	seed=${run_SEED:-${SEED:-1}}
	repeats=${REPEATS:-5}
	model= last=
	set +f
	set -- "$out"/round-*/proposals.csv
	set -f
	for table; do
		round=${table%/proposals.csv}
		[ ! -f "$round/model" ] || last=${round##*/round-} model=$round/model
	done
	# shellcheck disable=SC2086
	if [ "$repeats" -gt 0 ] && cml-train -q -s "$space" $predictor --seed "$seed" -o "$work/model" "$work/encoded.csv" 2>/dev/null; then
		model=$work/model
	fi
	key=${fact_named_key:-$fact_best_key}
	[ "$fact_n_contexts" -le 1 ] || key=
	awk -F "$us" -v key="$key" -f "$here/configuration.awk" "$work/settings" "$work/jobs" >"$work/best.csv"
}

# The head, and what the rounds measured again in the end (CONFIRM).
measured_again() {
	again=$out/confirm/summary.csv
	if [ -z "$fact_named_key" ] || [ ! -f "$again" ]; then
		fill summary
		return
	fi
	flat "$again" contender key repeats failed mean mean_lo mean_hi gain gain_lo gain_hi >"$work/again"
	again=$work/again
	export again
	fill summary
	echo '<section><h2>The best, measured again</h2>'
	fill again "$work/again"
	echo '<p class="note">Repeats, in turns, of the default configuration, the best job before the first search, and the' \
		'best proposals. Intervals are at 95&#160;%.</p>'
	echo '</section>'
}

frontier() {
	[ "$fact_n_contexts" -le 1 ] || return 0
	echo '<section><h2>Best so far, job by job</h2>'
	fill frontier "$work/jobs" >"$plot/vars"
	while read -r variable _ value; do
		[ "$variable" != divisor ] || divisor=$value
	done <"$plot/vars"
	base_title=default
	[ -z "$baseline" ] && [ "$base_words" = 'the default' ] || base_title=baseline
	if [ "$fact_n" -eq 0 ]; then
		echo '<p>The history has no jobs yet.</p>'
	elif [ -z "$plots" ]; then
		no_plot
	else
		draw frontier "id='broad'; width=720; height=360; base_title='$base_title'"
		draw frontier "id='narrow'; width=360; height=330; base_title='$base_title'"
		echo '<figure>'
		figure broad broad 'Metric of each job and the best so far, job by job'
		figure narrow narrow 'Metric of each job and the best so far, job by job'
		echo '<figcaption>Each point is a measured job, in the order of the history;' \
			'the line is the best so far, which of many jobs is in part luck.'
		[ "$fact_n_failed" -eq 0 ] || echo 'Crosses are failed jobs.'
		[ "$fact_n_outside" -eq 0 ] || echo 'Circles are jobs outside a limit, which are no best.'
		[ "$fact_has_rounds" -eq 0 ] ||
			echo 'Round 0 is spread over the space; later rounds are proposals of the search.'
		[ "$fact_n" -le 2000 ] || echo 'Only a sample of the jobs is shown, with each job that was the best so far.'
		echo '</figcaption></figure>'
	fi
	[ -n "$default_key" ] || printf '<p class="note">No default configuration: %s</p>\n' \
		"$(tail -n 1 "$work/default.err" | sed 's/^cml-search: //' | escape)"
	echo '</section>'
}

best() {
	[ "$fact_n_contexts" -le 1 ] || return 0
	echo '<section><h2>The best configurations</h2>'
	fill best "$work/settings" "$work/jobs"
	echo '</section>'
}

# What no job beats in both metrics, of a space with two.
front() {
	[ -n "$second" ] || return 0
	printf '<section><h2>The front of two metrics</h2>\n'
	if has_rows "$asked"; then
		flat "$asked" cml_key cml_actual cml_second cml_front >"$work/frontier"
		fill front "$work/settings" "$work/jobs" "$work/frontier" >"$work/front"
	else
		: >"$work/front"
	fi
	if [ -s "$plot/front" ] && [ -n "$plots" ]; then
		draw front "id='front'; width=480; height=330"
		echo '<figure class="single">'
		figure front plot 'Two metrics of each job, and the jobs that no other beats in both' "$plot/front-labels"
		echo '</figure>'
	fi
	cat "$work/front"
	echo '</section>'
}

# Of jobs that no round proposed: what each context loses to the best known there, and to the best predicted.
lost() {
	[ "$model" = "$work/model" ] || return 0
	[ -s "$work/past" ] || return 0
	while IFS= read -r line; do
		IFS=$us
		# shellcheck disable=SC2086
		set -- $line
		unset IFS
		shift 6
		for pair; do
			shift
			[ -z "$pair" ] || set -- "$@" --fix "$pair"
		done
		cml-search -q -m "$model" "$@" --seed "$seed" --within-log --min-ok 0.9 -n 1 -o "$work/best-here.csv" 2>/dev/null ||
			: >"$work/best-here.csv"
		flat "$work/best-here.csv" cml_pred cml_lo cml_hi | awk 'NR == 2 { print; found = 1 } END { if (!found) print "" }'
	done <"$work/past" >"$work/best-predicted"
	echo '<section><h2>Where past jobs lose</h2>'
	fill lost "$work/past" "$work/best-predicted"
	echo '</section>'
}

# The last proposals of a model, with reasons.
proposed() {
	[ -n "$last" ] || return 0
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
	[ "$fact_has_rounds" -eq 1 ] || return 0
	echo '<section><h2>Rounds</h2>'
	awk -F "$us" -v folder="$work" -f "$here/split.awk" "$work/intervals" "$work/jobs" >"$work/predicted"
	set -- "$work/predicted"
	[ ! -f "$out/rounds.csv" ] || set -- "$@" "$out/rounds.csv"
	while read -r round count _; do
		[ "$count" -ge 3 ] || continue
		cml-eval -q --actual measured --predicted predicted --goal "${goal:-max}" --metrics kendall \
			--bootstrap 0 -o "$work/round-$round.tau" "$work/round-$round.csv"
		set -- "$@" "$work/round-$round.tau"
	done <"$work/predicted"
	awk -f "$here/../csv.awk" -f "$here/scores.awk" "$@" >"$work/scores"
	fill rounds "$work/scores" "$work/jobs"
	[ ! -f "$out/rounds.csv" ] ||
		awk -v budget="$run_BUDGET" -f "$here/../csv.awk" -f "$here/html.awk" -f "$here/spent.awk" "$out/rounds.csv"
	echo "<p class=\"note\">Kendall's tau says how well the predictor orders jobs, 1 perfectly, 0 not at all."
	! has_rows "$out/rounds.csv" ||
		echo '<span class="wide">Held out: jobs of the history that were not used for training, before the round.</span>'
	[ "$fact_n_predicted" -eq 0 ] ||
		printf '<span class="wide">Failures expected%s: the sum of one minus the chance to run, predicted before launch.</span>\n' \
		"$([ "$fact_n_outside" -eq 0 ] || echo ', jobs outside a limit included')"
	echo 'Measured: its predictions of this round against what the jobs gave. Proposals are the jobs that it takes' \
		'to be best, hence alike, and harder to order than jobs at random.</p>'
	echo '</section>'
}

judged() {
	echo '<section><h2>Validation of the predictor</h2>'
	predicted_against_measured
	if [ "$repeats" -eq 0 ]; then
		echo '<p>There was no validation on held-out jobs (REPEATS=0).</p></section>'
	elif [ "$n_train" -lt 10 ]; then
		echo '<p>Too few jobs were measured for a validation on held-out jobs.</p></section>'
	else
		learning_curve
		echo '</section>'
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
	while read -r round count low high from to; do
		draw scatter "id='round$round'; width=352; height=300; points='$work/round-$round.dat'; divisor=$divisor;
			low=$low; high=$high; from=$from; to=$to"
	done <"$work/drawn"
	echo '<div class="figures">'
	while read -r round count _; do
		echo '<figure>'
		figure "round$round" plot "Round $round: predicted against measured"
		printf '<figcaption>Round %s: %s jobs</figcaption></figure>\n' "$round" "$count"
	done <"$work/drawn"
	echo '</div>'
	echo '<p class="note">A prediction on the line is exact. Bars are 90&#8239;% intervals, where the predictor' \
		'gives them.'
	[ "$fact_n_held" -eq 0 ] ||
		printf 'Of %s such jobs of all rounds, %s were within their interval.\n' "$fact_n_held" "$fact_n_within"
	[ "$(wc -l <"$work/predicted")" -le 6 ] || echo 'The last six rounds.'
	echo '</p>'
}

learning_curve() {
	echo '<h3>Learning curve</h3>'
	# Doubled each time, and not so near to all there are that two marks of the axis would lie on each other.
	sizes='' size=25 within=
	[ "$n_train" -ge 50 ] || size=5
	while [ $((4 * size)) -lt $((3 * n_train)) ] && [ $size -le 6400 ]; do
		sizes="$sizes$size,"
		size=$((2 * size))
	done
	sizes=$sizes$n_train
	[ -z "$has_contexts" ] || within=,kendall-within
	# shellcheck disable=SC2086
	if ! cml-eval -q -s "$space" $predictor --seed "$seed" --split random --repeats "$repeats" --bootstrap 0 \
		--curve "$sizes" \
		--metrics "kendall,spearman,pearson$within" -o "$work/curve.csv" "$history" 2>"$work/eval.err"; then
		printf '<p>The predictor could not be validated: %s</p>\n' "$(tail -n 1 "$work/eval.err" | escape)"
		return
	fi
	awk -v n_train="$n_train" -v sizes="$sizes" -v folder="$plot" -f "$here/../csv.awk" -f "$here/curve.awk" "$work/curve.csv" >"$work/curve"
	{
		read -r least
		read -r tau
		read -r within
		IFS= read -r labels
	} <"$work/curve"
	if [ ! -s "$plot/kendall" ]; then
		echo '<p>All measured jobs have the same result, so they cannot be ranked.</p>'
		return
	fi
	if [ -z "$plots" ]; then
		no_plot
	else
		draw curve "id='curve'; width=400; height=290; first=${sizes%%,*}; most=$n_train; least=$least; labels='$labels'"
		echo '<figure class="single">'
		figure curve plot 'Correlation on held-out jobs against the number of training jobs'
		echo '</figure>'
	fi
	printf '<p class="note">Trained on %s jobs of the whole history, its Kendall tau on the others is %s%s\n' \
		"$n_train" "$tau" "${within:+, and <strong>$within within contexts</strong>}"
	escape_word "$predictor"
	printf '(means of %s random splits, bars: 2 standard deviations; <code>%s</code>).\n' "$repeats" "$escaped"
	[ -z "$within" ] ||
		echo 'A context is what a search does not choose, such as model and devices: that mean over contexts is the number' \
			'to believe. Over all jobs the predictor is also credited for the order of the contexts.'
	echo 'If the curve still rises, more jobs help. Where many jobs are about equally good, as after rounds of' \
		'proposals, their order is mostly noise, and Kendall and Spearman stay low however good the predictor.</p>'
}

# matters: of the best configuration, and over all jobs
matters() {
	n_lost=$fact_n_lost
	# Jobs in other contexts are learned from, too.
	n_train=$((n_measured * 745 / 1000))
	what_if=
	[ -z "$model" ] || [ ! -s "$work/best.csv" ] ||
		! cml-rank -q -m "$model" --what-if -o "$work/what-if.csv" "$work/best.csv" 2>/dev/null || what_if=yes
	[ -n "$what_if" ] || { [ "$repeats" -gt 0 ] && [ "$n_train" -ge 10 ]; } || return 0
	echo '<section><h2>Which settings matter</h2>'
	if [ -n "$what_if" ]; then
		printf '<h3>To %s</h3>\n' "$([ -z "$fact_named_key" ] && echo 'the best configuration' || echo 'what is named'): one change"
		flat "$work/what-if.csv" cml_why cml_ok >"$work/what-if"
		fill matters "$work/what-if"
	fi
	[ "$repeats" -eq 0 ] || [ "$n_train" -lt 10 ] || importance
	echo '</section>'
}

importance() {
	metrics=kendall,mape
	case $predictor in *--ignore-failures*) n_lost=0 ;; esac
	[ "$n_lost" -eq 0 ] || metrics=$metrics,ok-auc,ok-brier,ok-calibration
	echo '<h3>To predictions over all jobs: without knowing a setting</h3>'
	# shellcheck disable=SC2086
	if cml-eval -q --no-intervals -s "$space" $predictor --seed "$seed" --split random --repeats "$repeats" --bootstrap 0 --metrics "$metrics" \
		--importance "$work/importance.csv" --predictions "$work/predictions.csv" -o "$work/scores.csv" "$history" 2>"$work/eval.err"; then
		flat "$work/importance.csv" cml_repeat cml_column cml_metric cml_drop cml_lo cml_hi >"$work/importance"
		fill importance "$work/importance"
	else
		printf '<p>The importance could not be computed: %s</p>\n' "$(tail -n 1 "$work/eval.err" | escape)"
	fi
}

failed() {
	echo '<section><h2>What failed</h2>'
	fill failures "$work/settings" "$work/jobs" "$work/jobs"
	if [ -f "$work/predictions.csv" ] && [ -f "$work/scores.csv" ]; then
		flat "$work/predictions.csv" cml_key cml_actual cml_ok cml_status |
			awk -F "$us" -v OFS="$us" '
				FILENAME == ARGV[1] { if ($2 == "outside") outside[$1, $3]; next }
				{ print $3, ($1, $2) in outside ? "outside" : $4 }' "$work/encoded" - >"$work/chances"
		flat "$work/scores.csv" cml_repeat cml_metric cml_value >"$work/chance-scores"
		fill calibration "$work/chance-scores" "$work/chances"
	fi
	echo '</section>'
}

reproduce() {
	{
		cml-eval --version
		printf '%s\n' "${space##*/}" "${history##*/}" "$key"
		[ -z "$plots" ] || tell "$work/gnuplot-version"
	} | escape >"$work/escaped"
	{
		IFS= read -r version
		IFS= read -r space_name
		IFS= read -r history_name
		IFS= read -r shown_key
		IFS= read -r drawn_by || :
	} <"$work/escaped"
	echo '<section><h2>To reproduce</h2>'
	if [ -f "$out/settings" ]; then
		printf '<pre>%s</pre>\n' "$(awk -f "$here/html.awk" -f "$here/setting.awk" "$out/settings")"
	fi
	if [ -s "$work/best.csv" ]; then
		awk -v what="The configuration that is $([ -z "$fact_named_key" ] && echo best || echo named), as a table to launch again" \
			-f "$here/html.awk" -f "$here/reproduce.awk" "$work/best.csv"
	elif [ -n "$key" ]; then
		escape_word "$history"
		printf '<p class="note">Its configuration cannot be pasted, as a cell has a line break: it is the one with the key <code>%s</code> in <code>%s</code>.</p>\n' \
			"$shown_key" "$escaped"
	fi
	if [ -n "$fact_named_key" ] && [ -f "$out/best.sh" ]; then
		escape_word "$out/best.sh"
		printf '<p>To run it: <code>%s</code></p>\n' "$escaped"
	fi
	echo '<dl class="facts">'
	if [ -n "$key" ]; then
		printf '<dt>Key</dt><dd><code>%s</code></dd>\n' "$shown_key"
		set +f
		set -- "$history.jobs/$key".*
		set -f
		for folder; do
			[ -e "$folder" ] || continue
			escape_word "$folder"
			printf '<dt>Job folder</dt><dd><code>%s</code></dd>\n' "$escaped"
		done
	fi
	printf '<dt>Versions</dt><dd>%s%s</dd>\n' "$version" "${drawn_by:+; $drawn_by}"
	cksum -- "$space" "$history" >"$work/sum"
	{
		read -r sum n_bytes _
		printf '<dt>%s</dt><dd>%s bytes, cksum %s</dd>\n' "$space_name" "$n_bytes" "$sum"
		read -r sum n_bytes _
		printf '<dt>%s</dt><dd>%s bytes, cksum %s</dd>\n' "$history_name" "$n_bytes" "$sum"
	} <"$work/sum"
	echo '</dl></section>'
}
