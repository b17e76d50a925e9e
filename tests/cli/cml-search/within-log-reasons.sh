# Why fewer are found inside the log is the same for every method: not a rule that the log's values alone
# break, nor the log where the chance to run is what is missing.
cat >space.csv <<'S'
name,role,type,domain,default
gpus,context,int,1:64,8
tp,param,int,1|2|4|8,
dp,param,int,1:64,
batch,param,int,1|2|4|8|16,
r,rule,,tp * dp == gpus,
speed,metric,max,,
status,status,,,
S
awk 'BEGIN {
	print "gpus,tp,dp,batch,speed,status"
	for (gpus = 4; gpus <= 8; gpus += 4)
		for (tp = 1; tp <= 4; tp *= 2)
			for (batch = 1; batch <= 16; batch *= 2)
				print gpus "," tp "," gpus / tp "," batch "," (batch < 4 * tp ? 100 * gpus * batch ",ok" : ",oom")
}' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=20 -o model
for method in random evolution exhaustive; do
	cml-search -m model --method $method --fix gpus=64 --within-log
	echo "$method: exit $?"
	cml-search -m model --method $method --fix gpus=8 --within-log --min-ok 0.5 -n 40 >/dev/null
done
{
	echo gpus,tp,dp,batch
	for dp in 1 2 4 8 16 32; do
		for batch in 1 2 4 8 16; do echo "$((dp * 2)),2,$dp,$batch"; done
	done
} >candidates.csv
for method in random exhaustive; do
	cml-search -m model --candidates candidates.csv --method $method --within-log --min-ok 0.8 -n 20 >/dev/null
done
