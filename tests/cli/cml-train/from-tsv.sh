tr ',' '\t' <"$DATA/manual/jobs.csv" >jobs.tsv
cml-encode -s "$DATA/manual/space.csv" jobs.tsv | cml-train -s "$DATA/manual/space.csv" -o model && ls
cml-encode -s "$DATA/manual/space.csv" -o features.tsv jobs.tsv && cml-train -o model features.tsv && head -n 1 features.tsv
