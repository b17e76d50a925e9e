try() {
	cml-eval -q "$@"
	echo "exit $?"
}
try -s "$DATA/manual/space.csv" --effect micro "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect dp "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect tp --effect tp "$DATA/manual/jobs.csv"
try --effect tp "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect tp --split key:0.5 "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect tp --require 'r2>=0' "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect tp --frontier "$DATA/manual/jobs.csv"
try -s "$DATA/manual/space.csv" --effect tp --importance x.csv "$DATA/manual/jobs.csv"
head -n 3 "$DATA/manual/jobs.csv" | try -s "$DATA/manual/space.csv" --effect tp
# No job has the setting.
awk -F, 'NR == 1 || $3 == 1' "$DATA/manual/jobs.csv" >flat.csv
try -s "$DATA/manual/space.csv" -p gbt:trees=2 --effect sequence_parallel flat.csv
