# Where all jobs have one configuration, ten of them tell how far its repeats spread, and nothing of
# other configurations; fewer tell nothing.
printf 'name,role,type,domain\ntp,param,int,1|2|4\nmb,param,int,1|2\nwps,metric,max,\n' >space.csv
printf 'tp,mb\n2,1\n4,1\n' >candidates.csv
awk 'BEGIN { print "tp,mb,wps"; for (i = 0; i < 20; i++) print "2,1," 950 + 10 * (i * 7 % 11) }' >log.csv
for n in 20 10 9 1; do
	echo "-- $n jobs"
	head -n $((n + 1)) log.csv | cml-encode -s space.csv | cml-train -s space.csv -o model
	cml-rank -q -m model candidates.csv
done 2>&1 | grep -v 'no job of the log failed'
echo '-- 40 jobs of 2 configurations'
awk 'BEGIN { print "tp,mb,wps"; for (i = 0; i < 40; i++) print 2 + i % 2 * 2 ",1," 950 + i }' |
	cml-encode -s space.csv | cml-train -s space.csv -o model 2>&1 | grep intervals
