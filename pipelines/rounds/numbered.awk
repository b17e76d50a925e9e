# Repeats with their number behind, round_repeat: awk -f csv.awk -f numbered.awk FEATURES REPEATS
#
# FEATURES: what cml-encode makes of all jobs so far. The first job of a configuration has no number, the next is 2,
# whatever became of those before.
!csv_whole() { next }
csv_file == 1 {
	n_jobs[csv_of("cml_key")]++
	next
}
{ print csv_record "," (csv_row == 0 ? "round_repeat" : n_jobs[csv_of("cml_key")] + 1) }
