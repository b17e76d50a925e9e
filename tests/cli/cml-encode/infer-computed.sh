# What was computed from the metric is an outcome, whatever its form.
# jobs NAME VALUE [SPEED]: awk expressions; s is the metric, t, m and r are settings
jobs() {
	awk "BEGIN { print \"tp,mb,recompute,$1,${4:-tokens_per_s}\"; for (i = 0; i < 96; i++) { t = 2 ^ (i % 4); m = 2 ^ (int(i / 4) % 4)
		r = int(i / 16) % 2 ? \"full\" : \"none\"; x = i * 37 % 101 % 3; noise = 1 + i * 31 % 97 / 1500
		s = sprintf(\"%.1f\", ${3:-900 * t ^ 0.3 * m ^ 0.4 * (r == \"full\" ? 0.8 : 1)} * noise) + 0
		print t \",\" m \",\" r \",\" $2 \",\" s } }" | cml-encode -q --infer | grep "^$1,"
}
jobs meets_slo '(s > 1600 ? "True" : "False")'
jobs tier '(s > 2200 ? "gold" : s > 1300 ? "silver" : "bronze")'
jobs pct_of_best 'int(s / 38)'
jobs bin 'int(s / 900)'
jobs keep '(s < 1500 ? "yes" : "no")' '' step_time_ms
jobs rank '100 - int(s / 40)'
jobs slo_ok 'i % 2'
jobs class '(s > 2010 ? "A" : s > 1330 ? "B" : "C")'
jobs speed_bucket '(s > 2010 ? "fast" : s > 1330 ? "mid" : "slow")'
# Settings that decide the metric alone, or nearly, are none.
jobs mode '(x > 1 ? "graph" : "eager")' '900 * (x > 1 ? 3 : 1) * t ^ 0.2'
jobs dtype '"fp" 8 * 2 ^ x' '900 * 3 ^ x * t ^ 0.1'
jobs offload_pct '50 * x' '900 / (1 + x)'
jobs fast_math '(x > 1 ? "on" : "off")' '900 * (x > 1 ? 1.6 : 1) * t ^ 0.1'
