# Files in each other's place: what they are, and where they go.
cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cml-encode -s space.csv -o features.csv jobs.csv
cml-train -q -s space.csv -p gbt:trees=2 --no-intervals -o model features.csv
cml-encode -s jobs.csv space.csv
cml-encode -s space.csv space.csv
cml-encode -s space.csv features.csv
cml-encode -s space.csv model
cml-rank -m jobs.csv model
cml-search -m space.csv
cml-search -m model --exclude features.csv 2>&1 | grep -v "contexts without"
cml-search -m model --fix speed=3
sed '1s/tp/TP/' jobs.csv >upper.csv
tr , '\t' <jobs.csv >tabs.csv
cml-encode --infer jobs.csv upper.csv
cml-encode --infer jobs.csv tabs.csv
exit 0
