# What settings do to predictions, by a model of all jobs, failed ones included.
cml-eval -s "$DATA/manual/space.csv" -p gbt:trees=10 --effect tp --effect gpu --effect sequence_parallel "$DATA/manual/jobs.csv"
sed 's/1|2|4|8/1|2|4|8|16/' "$DATA/manual/space.csv" >space.csv
cml-eval -s space.csv -p gbt:trees=10 --ignore-failures -j 1 --effect tp "$DATA/manual/jobs.csv" -o one.csv
cml-eval -q -s space.csv -p gbt:trees=10 --ignore-failures -j 3 --effect tp "$DATA/manual/jobs.csv" | cmp - one.csv
cut -d, -f 1-4,8 one.csv
