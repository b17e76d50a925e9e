# Repeats in turns: awk -F, -v repeats=N -f turns.awk CONTENDERS
# Each repeat begins with another contender: what the machine does meanwhile meets all alike.
NR == 1 { print "repeat," $0; next }
{ line[n++] = $0 }
END {
	for (r = 1; r <= repeats; r++)
		for (i = 0; i < n; i++) print r "," line[(i + r - 1) % n]
}
