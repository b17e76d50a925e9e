# Two settings that run alone failed together the one time that they met: one proposal of eight tries again, however fast it is predicted.
cat >space.csv <<'END'
name,role,type,domain
compile,param,categorical,aot|eager|inductor
dtype,param,categorical,bf16|fp16|fp32
tp,param,int,1:8:*2
batch,param,int,1:16:*2
status,status,,
speed,metric,max,
END
awk 'BEGIN {
	print "compile,dtype,tp,batch,status,speed"
	split("aot eager inductor", compiles, " "); split("bf16 fp16 fp32", dtypes, " ")
	for (i = 0; i < 40; i++) {
		c = i % 3; d = int(i / 3) % 3; tp = 2 ^ (i * 7 % 4); batch = 2 ^ (i * 11 % 5)
		fails = c == 2 && d == 1
		if (fails && ++n > 1) continue
		speed = (1 + .25 * c) * (d == 2 ? 50 : 100 + 20 * d) * (1 - .5 / batch ^ .7) / tp ^ .1
		print compiles[c + 1] "," dtypes[d + 1] "," tp "," batch "," (fails ? "failed," : "ok," speed) } }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --exclude jobs.csv -n 8 | tee next.csv | grep -c inductor,fp16
wc -l <next.csv
