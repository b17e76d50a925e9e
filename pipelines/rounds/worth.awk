# Whether a batch is worth its jobs: awk -v least=GAIN -v round=N -f csv.awk -f worth.awk PROPOSALS
#
# Ends with 4, and says so, when it is expected to gain less than GAIN on the best believed. Where that is not known, or
# GAIN is 0, it is.
csv_whole() && csv_row > 0 {
	n++
	gain = csv_of("cml_gain")
}
END {
	if (gain == "" || gain + 0 >= least) exit 0
	printf "stops before round %d: its %d jobs are expected to gain %.2g %% on the best believed, less than MIN_UPLIFT, %g %%\n", \
		round, n, 100 * gain, 100 * least
	exit 4
}
