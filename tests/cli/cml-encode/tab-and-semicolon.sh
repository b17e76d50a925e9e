head -n 4 "$DATA/manual/jobs.csv" | tr , '\t' >jobs.tsv
cml-encode -s "$DATA/manual/space.csv" jobs.tsv
head -n 4 "$DATA/manual/jobs.csv" | tr , ';' | cml-encode -s "$DATA/manual/space.csv" -d ';'
