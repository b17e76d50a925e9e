# Contexts that nobody fixes are those of the jobs with what is fixed, if there are any.
awk 'BEGIN { print "model,gpu,nodes,mbs,wps"
	for (i = 0; i < 40; i++) printf "%s,%s,%d,%d,%d\n", i < 20 ? "7b" : "70b", i < 20 ? "a100" : i % 2 ? "h100" : "h200", 4, i % 16 + 1, 100 + i % 16 * 7 }' |
	awk -F, 'NR == 1 { print; next } { print | "sort -t, -k1,1 -k2,2 -s" }' >log.csv
printf '%s\n' name,role,type,domain,encoding,default 'model,context,categorical,7b|70b,,7b' 'gpu,context,categorical,a100|h100|h200,,a100' \
	nodes,context,int,1:8,,4 mbs,param,int,1:16,, wps,metric,max,,, >space.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=10,ensemble=2 --no-intervals -o model
show() { echo "-- $*"; cml-search -s space.csv --exclude log.csv "$@" -n 1 2>&1 >/dev/null | grep 'contexts without'; }
show --fix model=7b
show --fix model=70b
show --fix gpu=h100
show
