# A model that only ever ran without a pipeline, beside one with: of ten proposals for it one may have what no job of it had.
cat >space.csv <<'END'
name,role,type,domain
model,context,categorical,moe|dense
pp,param,int,1:8:*2
tp,param,int,1:8:*2
mbs,param,int,1:128:*2
recompute,param,bool,false|true
speed,metric,max,
END
awk 'BEGIN { srand(3); print "model,pp,tp,mbs,recompute,speed"
	for (i = 0; i < 80; i++) {
		model = i % 2 ? "moe" : "dense"; pp = i % 2 ? 1 : 2 ^ int(4 * rand())
		tp = 2 ^ int(4 * rand()); mbs = 2 ^ int(8 * rand()); re = int(2 * rand())
		print model "," pp "," tp "," mbs "," (re ? "true" : "false") "," 100 * pp * mbs ^ .3 / tp ^ .1 / (1 + .2 * re)
	} }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=20 -o model
cml-search -q -m model --fix model=moe --exclude jobs.csv -n 10 | awk -F, 'NR > 1 { n[$2 > 1]++ } END { print n[0] " as the log, " n[1] " with a pipeline" }'
