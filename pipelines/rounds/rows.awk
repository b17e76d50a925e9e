# Rows of the history by round, each round in the order in which it was proposed, whatever the
# order in which its jobs ended: awk -v from=A -v below=B -f csv.awk -f rows.awk PROPOSALS... HISTORY
#
# Those of rounds A to B - 1; rows of no round, as in a history to start from, are of round -1.
# tables: how many PROPOSALS there are. check=1: says how many of what was proposed has no row in
# the history, of whatever round, and ends with 1.
!csv_whole() { next }
csv_file <= tables {
	if (csv_row > 0) key_at[csv_of("cml_round"), ++n_keys[csv_of("cml_round")]] = csv_of("cml_key")
	next
}
csv_row == 0 {
	print csv_record
	next
}
{
	key = csv_of("cml_key")
	round = csv_of("cml_round")
	known[key]
	if (round == "" && from < 0) print csv_record
	if (round == "" || round < from || round >= below) next
	row[++n] = csv_record
	place = round SUBSEP key
	rows[place] = rows[place] " " n
	order[round] = order[round] " " n
}
function put(list,   i, k, at) {
	k = split(list, at, " ")
	for (i = 1; i <= k; i++)
		if (!(at[i] in done)) {
			done[at[i]]
			print row[at[i]]
		}
}
END {
	for (round = from; round < below; round++) {
		for (i = 1; i <= n_keys[round]; i++) {
			put(rows[round SUBSEP key_at[round, i]])
			if (!(key_at[round, i] in known)) missing++
		}
		put(order[round])
	}
	if (check && missing) {
		printf "%d of %d jobs have no row\n", missing, n_keys[from] >"/dev/stderr"
		exit 1
	}
}
