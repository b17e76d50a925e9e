# Proposals have no metric yet: configurations and rules are checked.
cml-search -q -s "$DATA/manual/space.csv" -n 3 -o proposals.csv
cml-encode -s "$DATA/manual/space.csv" --check proposals.csv
sed 2s/16/15/ proposals.csv | cml-encode -s "$DATA/manual/space.csv" --check
# A metric that is misspelt, or results without it, are none.
sed '1s/cml_key/sped/' proposals.csv | cml-encode -s "$DATA/manual/space.csv" --check
cut -d, -f1-5,7 "$DATA/manual/jobs.csv" | cml-encode -s "$DATA/manual/space.csv" --check
