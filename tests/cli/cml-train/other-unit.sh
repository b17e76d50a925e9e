# Three rows in milliseconds in a log of seconds, or the other way round: told, with the place of the first.
table() {
	echo cml_target,tp,batch
	awk -v factor="$1" 'BEGIN { for (i = 1; i <= 120; i++) { tp = 2 ^ (i % 4); batch = i * 7 % 11
		print 3 * tp * (1 + batch) * (1 + i % 6 / 100) * (i == 20 || i == 41 || i == 66 ? factor : 1) "," tp "," batch } }'
}
table 1000 >slow.csv
cml-train -o model slow.csv
table 0.001 | cml-train -p gbt:trees=5 --no-intervals -o model
echo "nothing in another unit, and nothing with -q" >&2
table 2 | cml-train -o model
cml-train -q -o model slow.csv
table 1 >fine.csv
echo "of two files" >&2
cml-train -p linear -o model fine.csv slow.csv
