cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
gzip -dc model | sed '1s/4/7/' | gzip -c >newer
cml-rank -m newer "$DATA/manual/jobs.csv"
