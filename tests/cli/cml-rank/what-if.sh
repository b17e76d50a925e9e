# One configuration and its neighbours. tp and pp are tied: with eight devices one follows from the other.
cat >space.csv <<'END'
name,role,type,domain,default,when
gpus,context,int,8:64:*2,8,
tp,param,int,1:8:*2,,
dp,param,int,1:64:*2,,
batch,param,int,1:4096,,
zero,param,bool,,0,dp > 1
world,rule,,tp * dp == gpus,,
wps,metric,max,,,
status,status,,,,
END
awk 'BEGIN {
	print "gpus,tp,dp,batch,zero,wps,status"
	for (gpus = 8; gpus <= 32; gpus *= 2)
		for (tp = 1; tp <= 8; tp *= 2)
			for (batch = 8; batch <= 256; batch *= 2)
				if (batch * 8 / tp > 1024)
					print gpus "," tp "," gpus / tp "," batch "," (gpus > tp ? 1 : "") ",,oom"
				else
					print gpus "," tp "," gpus / tp "," batch "," (gpus > tp ? (batch > 30) : "") "," \
						gpus * 1000 / (1 + 0.1 * tp) * batch / (batch + 10) ",ok"
}' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=50 -o model
printf 'gpus,tp,dp,batch,zero\n16,4,4,32,0\n' >now.csv
cml-rank -q -m model --what-if now.csv
cml-rank -q -m model --what-if --format text -n 6 now.csv
cml-rank -q -m model --what-if --min-ok 0.9 -j 3 now.csv | wc -l
cml-rank -q -m model --what-if --within-log --digits full -n 2 now.csv | cut -d, -f 12- | sed -E 's,([0-9]\.[0-9]{7})[0-9]+,\1...,g'
echo "one neighbour of another context that is outside:"
printf 'gpus,tp,dp,batch,zero\n64,8,8,4000,1\n' | cml-rank -m model --what-if --format text -n 3
