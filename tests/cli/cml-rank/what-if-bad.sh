cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=5 --no-intervals -o model features.csv
cml-train -q -p gbt:trees=5 --no-intervals -o bare features.csv
head -n 2 "$DATA/manual/jobs.csv" >one.csv
try() {
	out=$(cml-rank "$@" 2>&1)
	echo "exit $?: $out"
}
try -m model --what-if "$DATA/manual/jobs.csv"
head -n 1 one.csv | try -m model --what-if
try -m bare --what-if one.csv
try -m model --what-if --explain one.csv
try -m model --what-if --no-sort one.csv
sed 2s/,1,,7/,,,7/ one.csv | try -m model --what-if
sed 2s/16,a100,1/16,a100,3/ one.csv | try -m model --what-if
sed 2s/16,a100,1/16,A100,1/ one.csv | try -m model --what-if
try -m model --what-if --min-ok 1 one.csv
# Nothing but itself obeys the rules.
printf 'name,role,type,domain\ntp,param,int,1|2\npp,param,int,1|2\nr,rule,,tp == 1 and pp == 1\nwps,metric,max,\n' >tight.csv
printf 'tp,pp,wps\n1,1,5\n' >tight-jobs.csv
cml-encode -s tight.csv tight-jobs.csv | cml-train -q -s tight.csv --no-intervals -p gbt:trees=2 -o tight
try -m tight --what-if tight-jobs.csv
