# Params of one algorithm each: the alternatives keep a share of a batch until their jobs no longer get better.
cat >space.csv <<'END'
name,role,type,domain,when
algo,param,categorical,a|b|c,
block,param,int,1:64:*2,algo == 'a'
depth,param,int,1:8,algo == 'b'
tile,param,int,1:64:*2,algo == 'c'
batch,param,int,1:64:*2,
speed,metric,max,,
END
# N rows of b after ten of which every third is another algorithm's
log() { awk -v n="$1" -v others="$2" 'BEGIN { print "algo,block,depth,tile,batch,speed"
	for (i = 0; i < n; i++) { x = 2 ^ (i * 5 % 7); a = i < others && i % 3 ? (i % 3 == 1 ? "a" : "c") : "b"
		printf "%s,%s,%s,%s,%d,%d\n", a, a == "a" ? 2 ^ (i % 7) : "", a == "b" ? i % 8 + 1 : "", a == "c" ? 2 ^ (i % 5) : "", x,
			(a == "b" ? 900 + 20 * (i % 8) : 300 - i) + x } }'; }
propose() {
	log "$1" "$2" >log.csv
	cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gp --log-target --no-intervals -o model
	cml-search -q -m model --exclude log.csv -n 10 | tail -n +2 | cut -d, -f1 | sort | uniq -c | tr -s ' '
}
propose 12 12
# Twenty-two jobs of each of the others, none better than the first one.
propose 66 66
