# What jobs had done is no setting where its name says so, or where all that ran did the same and others less. A
# setting that is called so stays one.
jobs() {
	awk -v name="$1" -v ran="$2" 'BEGIN {
		print "mb,tp," name ",speed,status"
		for (i = 0; i < 80; i++) {
			mb = 1 + i * 5 % 8; tp = 2 ^ (i % 4)
			is_bad = mb > 3 * tp
			done = is_bad ? i % 7 * 50 : ran ? ran : 500 * (1 + i % 3 % 2)
			print mb "," tp "," done "," (is_bad ? "" : 100 + 40 * mb - 3 * tp + i % 5) "," (is_bad ? "oom" : "ok")
		}
	}'
}
role() { cml-encode -q --infer --metric speed | grep "^$1," | cut -d, -f1,2,9-; }
for name in tokens_seen iteration last_step train_steps grad_accum_steps params.steps; do
	jobs $name | role $name
done
jobs steps 500 | role steps
