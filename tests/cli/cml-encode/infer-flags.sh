# Columns of a log's own for how jobs end: one value in all jobs that ran, others in those that did not,
# or a flag by its name. A setting that often fails is one.
jobs() {
	awk -v name="$1" -v ran="$2" -v failed="$3" -v mixed="$4" 'BEGIN {
		print "tp," name ",tok/s"
		for (i = 0; i < 40; i++) {
			is_bad = i % 5 == 3
			print 2 ^ (i % 4) "," (is_bad && i % 10 != mixed ? failed : ran) "," (is_bad ? "" : 1000 + 37 * i)
		}
	}'
}
role() { jobs "$@" | cml-encode -q --infer | grep "^$1," | cut -d, -f1,2,9; }
role passed yes no
role State green red
role oom 0 1 8
role fused off on 8
