cml-encode -q --infer --metric speed "$DATA/manual/jobs.csv" >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" | wc -l
