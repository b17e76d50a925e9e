# Metrics below 0 have no logarithm: they are learned as they are; asked for, it is an error.
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "$i,$((i % 3)),$((3 * i - 20))"; done | { echo 'x,y,cml_target'; cat; } >features.csv
cml-train -p auto -o model features.csv
cml-train --describe model | grep '^target'
printf 'x,y\n5,1\n11,2\n22,1\n' | cml-rank -m model --no-sort | awk -F, 'NR > 1 { printf "%s %.0f\n", $1, $3 }'
cml-train -p auto --log-target -o model features.csv
