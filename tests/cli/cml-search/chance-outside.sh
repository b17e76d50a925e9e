# Chances asked in contexts that the log lacks are no more than those inside it: told, however many jobs failed.
awk 'BEGIN { print "input_gb,app,mem_gb,parts,run_s,status"
	for (i = 0; i < 160; i++) { g = 20 * 2 ^ (i % 5); m = 4 * 2 ^ (int(i / 5) % 4); p = 100 * 2 ^ (int(i / 20) % 4)
		bad = g * 400 / p > m * 12
		printf "%d,%s,%d,%d,%s,%s\n", g, i % 3 ? "etl" : "join", m, p, bad ? "" : 10 + g / 4 + p / 100 + i % 3, bad ? "failed" : "ok" } }' >log.csv
printf '%s\n' name,role,type,domain,encoding,default input_gb,context,int,20:10000,log,20 'app,context,categorical,etl|join,,etl' \
	'mem_gb,param,int,4:32:*2,,' 'parts,param,int,100:800:*2,,' run_s,metric,min,,, status,status,,,, >space.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=20,ensemble=2 -o model
show() { echo "-- $*"; cml-search -m model "$@" -n 1 2>&1 >/dev/null | grep 'cml_ok is asked'; }
show --fix input_gb=4000
show --fix app=train
show --fix input_gb=320
cml-search -q -m model --fix input_gb=3200 -n 1 | cut -d, -f1-4 >one.csv
echo '-- rank'
cml-rank -m model one.csv 2>&1 >/dev/null | grep 'cml_ok is asked'
