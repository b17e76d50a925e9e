# A setting that hardly counts: the best by the product are few ideas, which a note tells; auto proposes others.
cat >space.csv <<'END'
name,role,type,domain,encoding,default
gpus,context,int,8:64:*2,log,8
tp,param,int,1:8:*2,,
mbs,param,int,1:16:*2,,
workers,param,int,2:16:*2,,
wps,metric,max,,,
END
awk 'BEGIN { print "gpus,tp,mbs,workers,wps"
	for (i = 0; i < 200; i++) { g = 8 * 2 ^ (i % 3); t = 2 ^ (int(i / 3) % 4); m = 2 ^ (i * 7 % 5); w = 2 ^ (1 + i * 11 % 4)
		printf "%d,%d,%d,%d,%.1f\n", g, t, m, w, g * 100 * (1 + t / 80) * (1 + m / 160) * (1 + i * 37 % 11 / 200) } }' >log.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=60,ensemble=4 --no-intervals -o model
for method in exhaustive "random --samples 80" auto; do
	echo "-- $method"
	# shellcheck disable=SC2086 # words
	cml-search -m model --fix gpus=64 --method $method -n 6 >next.csv 2>notes
	cut -d, -f2-4 next.csv
	grep -v 'gpus=64' notes
done
