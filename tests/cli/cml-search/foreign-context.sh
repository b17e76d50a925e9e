# Of a card that no job had the best of another may be the worst: proposals differ in half of the params. Where a law says why they
# are good, or the card is known, they need not.
cat >space.csv <<'END'
name,role,type,domain
a,param,int,0:1
b,param,int,0:1
c,param,int,0:1
d,param,int,0:1
card,context,categorical,old|new
speed,metric,max,
END
awk 'BEGIN { print "a,b,c,d,card,speed"
	for (i = 0; i < 16; i++) print i % 2 "," int(i / 2) % 2 "," int(i / 4) % 2 "," int(i / 8) ",old," 100 - 2 * (i % 2) - 5 * (int(i / 2) % 2) - 9 * (int(i / 4) % 2) - 17 * int(i / 8) }' >jobs.csv
search() {
	cml-encode -q -s "$1" "$2" | cml-train -q -s "$1" -o model
	cml-search -q -m model --fix card="$3" -n 4 | cut -d, -f1-4 | tail -n +2 | awk -F, '
		{ for (i = 1; i <= 4; i++) at[NR, i] = $i }
		END {
			least = 4
			for (i = 1; i <= NR; i++)
				for (k = 1; k < i; k++) {
					n = 0
					for (j = 1; j <= 4; j++) n += at[i, j] != at[k, j]
					least = n < least ? n : least
				}
			print NR " proposals differ in " least " params or more"
		}'
}
search space.csv jobs.csv new
search space.csv jobs.csv old
(cat space.csv && echo 'work,term,,1 / (100 - 2 * a - 5 * b - 9 * c - 17 * d)') >law.csv
search law.csv jobs.csv new
(cat jobs.csv && echo 1,1,1,1,new,80) >known.csv
search space.csv known.csv new
