cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
head -c 400 model >cut
cml-rank -m cut "$DATA/manual/jobs.csv"
