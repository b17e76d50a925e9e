# Rows and cells unlike the others, as sheets have them.
jobs() { awk -v mark="$1" 'BEGIN { for (i = 0; i < 40; i++)
	printf "%d,%d,%s,%d%s\n", 2 ^ (i % 4), 1 + i % 5, substr("onOnofon", 1 + 2 * (i % 4), 2), 1000 + i * 37, mark }'; }
infer() { cml-encode --infer "$@" 2>&1 >space.csv; }
head=tp,mb,fused,tok/s
# Units below the header, a mean below the jobs.
{ echo "$head" && echo '[-],[-],[-],[1/s]' && jobs; } >units.csv
infer units.csv
{ echo "$head" && jobs && echo ',,,1700'; } >mean.csv
infer mean.csv | grep mean
# A total at the end, with its word in a column of numbers: no job, and no default.
awk 'BEGIN { print "batch,lr,qps"; for (i = 0; i < 40; i++) print 2 ^ (i % 5) "," 0.1 * (i % 3 + 1) "," 100 + i * 7 % 31; print "Total,,4000" }' >total.csv
cml-encode --infer total.csv 2>&1 | grep -e total.csv -e ^batch
# The metric with its deviation; or in one cell a text: it is no id.
{ echo "$head,wall_s" && jobs ' +- 12,7'; } >deviation.csv
infer deviation.csv
{ echo "$head" && jobs && echo '8,5,on,n.a.'; } >one.csv
infer one.csv | grep tok
# Levels that differ in the case of letters, and blanks between the cells.
grep -c "'on' and 'On' are two levels" space.csv
{ echo 'tp  mb  fused  speed' && jobs | tr , ' '; } >blanks.txt
infer blanks.txt
