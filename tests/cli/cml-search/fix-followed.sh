# Contexts follow those that are fixed: by a rule, by a factor that all jobs have, by jobs of the same value.
cat >space.csv <<'EOF'
name,role,type,domain,encoding,default
gpus,context,int,8:512:*2,log,8
nodes,context,int,1:64:*2,log,1
gpu,context,categorical,a100|h100,,a100
layers,context,int,12|24|48,value,12
hidden,context,int,1024|2048|3000,value,1024
tp,param,int,1|2|4|8,,
mbs,param,int,1:16:*2,,
wps,metric,max,,,
EOF
awk 'BEGIN {
	print "gpus,nodes,gpu,layers,hidden,tp,mbs,wps"
	for (i = 0; i < 96; i++) {
		g = 8 * 2 ^ (i % 4); l = int(i / 4) % 3; t = 2 ^ (int(i / 12) % 3); m = 2 ^ (i * 7 % 5 % 4)
		printf "%d,%d,%s,%d,%d,%d,%d,%d\n", g, g / 8, i % 3 ? "a100" : "h100", 12 * 2 ^ l, l == 2 ? 3000 : 1024 * 2 ^ l,
			t, m, g * 1000 / 2 ^ l * (1 + t / 10) * (1 + m / 5)
	} }' >log.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=10,ensemble=2 --no-intervals -o model
show() { cml-search "$@" 2>&1 | grep -v -e 'says little' -e 'off in one direction' | cut -d, -f1-7; }
echo "-- a factor"; show -m model --fix gpus=256 -n 1
echo "-- the same value"; show -m model --fix gpus=256 --fix layers=48 -n 1
echo "-- what is fixed stays"; show -m model --fix gpus=256 --fix nodes=64 -n 1
echo "-- outside the domain"; show -m model --fix nodes=64 --fix gpus=8 -n 1
echo "-- a rule"
sed '$a\
r,rule,,gpus == 8 * nodes,,' space.csv >rule.csv
show -s rule.csv --fix gpus=256 -n 1
echo "-- quiet: the same without notes"; show -q -m model --fix gpus=256 -n 1
echo "-- larger, with params as in the log"
for method in random evolution exhaustive bayes; do
	cml-search -q -m model --fix gpus=256 --method $method -n 4 --within-log >next.csv
	awk -F, -v method=$method 'NR > 1 && ($6 > 4 || $7 > 8 || $2 != 32) { wrong++ }
		END { print method ": " NR - 1 " proposals, " wrong + 0 " with other params or nodes" }' next.csv
done
cml-search -m model --fix gpus=256 --fix tp=8 --within-log 2>&1
echo "exit $?"
echo "-- neighbours there, with params as in the log"
show -q -m model --fix gpus=256 -n 1 --digits full | cml-rank -q -m model --what-if --within-log | awk -F, '
	NR > 1 && ($6 > 4 || $7 > 8) { wrong++ } END { print NR - 2 " neighbours, " wrong + 0 " with other params" }'
