# Limits that cannot be read, each with one line.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:78
free,limit,int,2:
END
grep -v limit space.csv >without.csv
try() {
	printf 'x\n1\n' | cml-submit "$@" -- true 2>&1 | sed 1q
}
try --limit peak_gb=mem --metric qps
try -s without.csv --limit peak_gb=mem --metric qps
try -s space.csv --limit peak=mem --metric qps
try -s space.csv --limit peak_gb --metric qps
try -s space.csv --limit peak_gb= --metric qps
try -s space.csv --limit peak_gb=mem=maxx --metric qps
try -s space.csv --limit peak_gb=a --limit peak_gb=b --metric qps
try -s space.csv --limit peak_gb=file:/tmp/peak.txt --metric qps -j 2
for word in max last p90; do
	try -s space.csv --limit "peak_gb=$word" --metric qps
done
