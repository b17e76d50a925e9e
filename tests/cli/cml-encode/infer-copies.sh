# Of five columns that are all the same, four are copies, which are ignored.
awk 'BEGIN { print "tp,a,b,c,d,mb,tok_s"; for (i = 0; i < 40; i++) { x = 2 ^ (i % 4)
	printf "%d,%d,%d,%d,%d,%d,%.1f\n", x, x, x, x, x, 1 + i % 3, 100.5 + i * 7 % 11 } }' | cml-encode -q --infer
