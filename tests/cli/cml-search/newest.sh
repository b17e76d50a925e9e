# Contexts that nobody fixes: those of the newest jobs, by time or by rows; by rows not those that went back and forth.
cat >space.csv <<'END'
name,role,type,domain,encoding,default
torch,context,categorical,2.2|2.3,,2.2
gpus,context,int,8|16|32,,8
mbs,param,int,1:16,,
wps,metric,max,,,
when,time,,,,
END
awk 'BEGIN { print "torch,gpus,mbs,wps,when"
	for (i = 0; i < 40; i++) printf "%s,%d,%d,%d,2025-%02d-%02d\n", i < 25 ? "2.2" : "2.3", 8 * 2 ^ (i % 3), i % 16 + 1, 100 + i % 16 * 7, i % 4 + (i < 25 ? 1 : 7), i % 28 + 1 }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=10,ensemble=2 --no-intervals -o model
show() { echo "-- $*"; cml-search "$@" -n 1 2>&1 | cut -d, -f1-3; }
show -m model --exclude jobs.csv
show -m model --exclude jobs.csv --fix gpus=8
show -m model --exclude jobs.csv --fix torch=2.2
show -s space.csv --exclude jobs.csv
cut -d, -f1-4 jobs.csv >rows.csv
show -m model --exclude rows.csv
show -m model
# What cannot be read twice says nothing.
cat jobs.csv | show -m model --exclude -
sed '2,$s/2025-//' jobs.csv >odd.csv
show -q -m model --exclude odd.csv
