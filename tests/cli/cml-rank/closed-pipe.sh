cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p auto:trees=2 -o model
awk 'NR == 1 { print; next } { for (i = 0; i < 80; i++) print }' "$DATA/manual/jobs.csv" >jobs.csv
{ cml-rank -m model jobs.csv; echo "$?" >code; } | head -n 1
cat code
