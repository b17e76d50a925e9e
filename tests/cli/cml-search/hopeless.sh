# Nothing is predicted to meet a limit, or to run: said, with the limit, and nothing is proposed unless it is asked for.
awk 'BEGIN { print "size,tp,mbs,peak_gb,tok_s"
	for (i = 0; i < 120; i++) { s = 1 + i % 7; tp = 2 ^ (i % 4); b = 2 ^ (int(i / 4) % 4)
		print s "," tp "," b "," s * 18 / tp + b * s * 1.2 / tp + 4 + i % 3 "," int(100000 / s * b / (b + 1) + i % 5 * 100) } }' >log.csv
printf '%s\n' name,role,type,domain 'size,context,int,1:7' 'tp,param,int,1:8:*2' 'mbs,param,int,1:8:*2' peak_gb,limit,float,:15 tok_s,metric,max, >space.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p auto:trees=40 -o model
show() { echo "-- $*"; cml-search -m model "$@" -n 3 2>&1 | grep -v cml_near | cut -d, -f1-3; }
show --fix size=7
show --fix size=7 --method bayes
show --fix size=7 --min-ok 0
show --fix size=2
# By failures alone, where only one value of a switch ever ran.
awk -F, 'NR == 1 { print "flash,mbs,wps,status"; next } { print NR % 4 == 0, $3, NR % 4 ? "" : 100 + $3 + NR % 3, NR % 4 ? "failed" : "ok" }' OFS=, log.csv >flags.csv
printf '%s\n' name,role,type,domain flash,context,bool, 'mbs,param,int,1:8:*2' wps,metric,max, status,status,, >flags.space.csv
cml-encode -s flags.space.csv flags.csv | cml-train -q -s flags.space.csv -p gbt:trees=20,ensemble=2 -o flags
cml-search -m flags --fix flash=0 -n 3 2>&1 | cut -d, -f1-2
cml-search -q -m flags --fix flash=1 -n 2 | cut -d, -f1-2
