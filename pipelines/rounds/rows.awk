# Rows of the history by round, each round in the order in which it was proposed, whatever the order in which its jobs
# ended: awk -v from=A -v to=B -f csv.awk -f rows.awk HISTORY PROPOSALS...
#
# Those of rounds A to B; rows of no round, as in a history to start from, are of round -1. check=1: ends with 1, and
# says how many of what was proposed has no row.
!csv_whole() { next }
csv_file > 1 {
	if (csv_row > 0) key_at[csv_of("cml_round"), ++n_keys[csv_of("cml_round")]] = csv_of("cml_key")
	next
}
{
	round = csv_row > 0 ? csv_of("cml_round") : ""
	known[csv_of("cml_key")]
	if (csv_row == 0 || round == "" && from < 0) print csv_record
	if (round == "" || round < from || round > to) next
	row[++n] = csv_record
	rows[round, csv_of("cml_key")] = rows[round, csv_of("cml_key")] " " n
	of_round[round] = of_round[round] " " n
}
function put(list,   i, k, at) {
	k = split(list, at, " ")
	for (i = 1; i <= k; i++) if (!(at[i] in is_put)) print row[at[i]]
	for (i = 1; i <= k; i++) is_put[at[i]]
}
END {
	for (round = from; round <= to; round++) {
		n_proposed += n_keys[round]
		for (i = 1; i <= n_keys[round]; i++) {
			put(rows[round, key_at[round, i]])
			if (!(key_at[round, i] in known)) missing++
		}
		put(of_round[round])
	}
	if (!check || !missing) exit
	printf "%d of %d jobs have no row\n", missing, n_proposed >"/dev/stderr"
	exit 1
}
