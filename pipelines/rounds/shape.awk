# Whether a file is the row of a round in rounds.csv: awk -F, -v columns=NAMES -v round=N -f shape.awk DONE
#
# Ends with 1 when it is not: one line with so many cells, where each has what its name says.
function is_whole(text) { return text ~ /^[0-9]+$/ }
function is_number(text) { return text == "" || text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
{
	n = split(columns, name, ",")
	if (NR > 1 || NF != n || $1 != round) bad = 1
	for (i = 1; i <= n; i++) {
		if (name[i] ~ /_key$/) bad += $i !~ /^([0-9a-f]+)?$/ || ($i != "" && length($i) != 16)
		else bad += i <= 4 ? !is_whole($i) : !is_number($i)
	}
	bad += $2 != $3 + $4
}
END { exit bad > 0 || NR != 1 }
