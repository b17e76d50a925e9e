# The memory of a model that no job had, by a law that is off by a part of each model that some had: less sure than theirs.
cat >space.csv <<'END'
name,role,type,domain
model,context,categorical,1b|2b|4b|24b
tp,param,int,1:8:*2
batch,param,int,1:8:*2
tok_s,metric,max,
gb,limit,float,:80
states,term,gb,16 * size(model) / 1e9 / tp
activations,term,gb,batch * size(model) / 1e9 / tp
END
awk 'BEGIN { print "model,tp,batch,tok_s,gb"; split("1b 2b 4b", name, " "); split("1 0.7 1.3", off, " "); srand(1)
	for (i = 0; i < 90; i++) { m = 1 + i % 3; size = 2 ^ (m - 1); tp = 2 ^ (int(i / 3) % 4); batch = 2 ^ (i * 7 % 11 % 4)
		gb = (16 + batch) * size / tp * off[m]
		if (gb <= 80) printf "%s,%d,%d,%d,%.2f\n", name[m], tp, batch, 9000 / size * batch ^ .2 / tp ^ .1 * (1 + .01 * rand()), gb } }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
printf '%s\n' model,tp,batch 4b,2,4 24b,8,4 | cml-rank -q --no-sort -m model | cut -d, -f1-3,8,9
