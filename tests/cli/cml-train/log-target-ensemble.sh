cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p gbt:ensemble=3,trees=4 --log-target -o model
cml-train --describe model | grep -e ^target -e ^option -e '^summary t' -e ^members
