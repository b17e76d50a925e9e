# The best first: by predictions, by a bound that doubts them, or in their own order.
cp "$MODEL" model
rank() { cml-rank -q -m model "$@"; }
rank -n 3 "$DATA/manual/jobs.csv" | tee best.csv
for by in ucb lcb; do rank -n 3 --by $by --kappa 20 "$DATA/manual/jobs.csv" | sed 1d; done
head -n 4 "$DATA/manual/jobs.csv" | rank --no-sort
head -n 1 "$DATA/manual/jobs.csv" | rank
# The same again: ranked once more, in another form, with more threads.
rank best.csv | cmp - best.csv
rank -n 3 -o best.tsv.gz "$DATA/manual/jobs.csv"
gzip -dc best.tsv.gz | tr '\t' , | cmp - best.csv
rank -j 1 "$DATA/manual/jobs.csv" >one
for n in 2 3; do rank -j $n "$DATA/manual/jobs.csv" | cmp - one; done
# What is no configuration is left out of the list, and kept.
head -n 4 "$DATA/manual/jobs.csv" | sed '3s/,1,/,1024,/' | cml-rank -m model --bad-rows bad.csv 2>&1 | sed 1d
cut -d, -f1-5 bad.csv
