# What a front cannot be made of.
two() { sed "s/^status,status.*/memory,metric,min,$1,,,,GB,\n&/" $DATA/manual/space.csv; }
two 0: >space.csv
awk -F, -v OFS=, 'NR == 1 { print $0, "memory"; next } { print $0, $6 == "" ? "" : (5 * $5 + 20) / $3 }' $DATA/manual/jobs.csv >jobs.csv
try() {
	out=$("$@" 2>&1)
	echo "exit $?: $out"
}
# One metric is missing in some rows, in all, or as a column; then it is there in the space or the table only.
awk -F, -v OFS=, 'NR > 40 { $9 = "" } { print }' jobs.csv >some.csv
cml-encode -s space.csv some.csv | try cml-train -s space.csv -p forest:trees=3 -o some
awk -F, -v OFS=, 'NR > 1 { $9 = "" } { print }' jobs.csv | cml-encode -s space.csv >none.csv
try cml-train -s space.csv -o none none.csv
cml-encode -s space.csv $DATA/manual/jobs.csv >none.csv
try cml-train -s space.csv -o none none.csv
cml-encode -s $DATA/manual/space.csv jobs.csv >one.csv
try cml-train -s space.csv -o none one.csv
cml-encode -s space.csv jobs.csv >both.csv
try cml-train -s $DATA/manual/space.csv -o none both.csv
try cml-train -q -p forest:trees=3 -o one both.csv
awk -F, -v OFS=, 'NR == 5 { $9 = "much" } { print }' jobs.csv >word.csv
try cml-encode -s space.csv word.csv -o none.csv
# Three metrics; one column twice; a second one that is the first one's column.
sed 's/^status,/loss,metric,min,,,,,,\n&/' space.csv >three.csv
try cml-encode -s three.csv jobs.csv
sed 's/^memory,/speed,/' space.csv >twice.csv
try cml-encode -s twice.csv jobs.csv
# No front to improve on, or a model that knows none; methods that do not go with it.
cml-train -q -s $DATA/manual/space.csv -p forest:trees=3 -o one one.csv
cml-train -q -s space.csv -p forest:trees=30 -o model both.csv
cml-train -q -s space.csv -p tree -o tree both.csv
cml-train -q -s space.csv -p gbt:trees=3 -o sure both.csv
try cml-search -q -m one --exclude jobs.csv -n 2 --by front
try cml-search -q -s space.csv -n 2 --by front
try cml-search -q -m model -n 2
try cml-search -q -m model --exclude $DATA/manual/jobs.csv -n 2
try cml-search -q -m sure --exclude jobs.csv -n 2
# A front of one job.
awk -F, 'NR == 1 || $6 != "" && n++ < 1' jobs.csv >first.csv
cml-search -q -m model --exclude first.csv -n 2 | cut -d, -f 3-5,7,16-
# One job, and jobs that agree in a metric, tell a process or a line nothing of its uncertainty; an ensemble needs members.
for rows in '$6 != "" && n++ < 1' '$6 != "" && n++ < 3'; do
	awk -F, -v OFS=, "NR == 1 || $rows { if (NR > 1) \$9 = 4; print }" jobs.csv >few.csv
	for p in gp linear gbt; do
		cml-encode -s space.csv few.csv | cml-train -q -s space.csv -p $p -o few 2>&1
		try cml-search -q -m few --exclude few.csv -n 2
	done
done
cml-search -q -m few --exclude few.csv -n 1 --by mean | cut -d, -f 3-5
