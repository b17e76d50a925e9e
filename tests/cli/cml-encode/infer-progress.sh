# What jobs had done is no setting, whether its name says so or another setting tells failures as well
# as it does. One below which nothing runs may be set.
jobs() {
	awk -v name="$1" -v failed="$2" 'BEGIN {
		print "mb,tp," name ",speed,status"
		for (i = 0; i < 80; i++) {
			mb = 1 + i * 5 % 8; tp = 2 ^ (i % 4)
			is_bad = mb > 3 * tp
			done = is_bad ? (failed == "any" ? i % 7 * 50 : failed) : 500 * (1 + i % 3 % 2)
			print mb "," tp "," done "," (is_bad ? "" : 100 + 40 * mb - 3 * tp + i % 5) "," (is_bad ? "oom" : "ok")
		}
	}'
}
stage() {
	awk 'BEGIN {
		print "level,tp,speed,status"
		for (i = 0; i < 80; i++) {
			level = i * 7 % 16 % 4
			print level "," 2 ^ int(i / 16 % 4) "," (level > 0 ? 100 + i : "") "," (level > 0 ? "ok" : "oom")
		}
	}'
}
role() { cml-encode -q --infer --metric speed | grep "^$1," | cut -d, -f1,2,9-; }
jobs steps 0 | role steps
jobs tokens_seen any | role tokens_seen
jobs got 0 | role got
jobs train_steps 500 | role train_steps
jobs grad_accum_steps 0 | role grad_accum_steps
jobs params.steps 0 | role params.steps
stage | role level
