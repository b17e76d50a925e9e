cp "$MODEL" model
cml-rank -m model -n 2 -o best.tsv.gz "$DATA/manual/jobs.csv"
gzip -dc best.tsv.gz
