cml-encode -q -s "$DATA/limits/space.csv" "$DATA/limits/jobs.csv" >features.csv
sed 's/^peak_gb/peak_gib/' "$DATA/limits/space.csv" >renamed.csv
cml-train -s renamed.csv features.csv
sed '/^peak_gb/d' "$DATA/limits/space.csv" >without.csv
cml-train -s without.csv features.csv
