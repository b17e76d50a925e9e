# The first ok job without a reading of a limit is noted; cml_reason tells where one is doubtful.
cat >space.csv <<'SPACE'
name,role,type,domain
x,param,int,1:9
wps,metric,max,0:
peak,limit,float,:78
free,limit,float,4:
SPACE
run() {
	history=$1
	shift
	printf 'x\n1\n2\n' | cml-submit -s space.csv -j 1 -a "$history" --metric wps "$@"
	cut -d, -f1-6,13 "$history"
}
run other.csv --limit peak=mem -- echo wps=1 peak=70 free=5
run none.csv -- echo wps=1 free=5
run file.csv --limit peak=file:peak.txt:peak -- echo wps=1 peak=70 free=5
run doubtful.csv -- echo wps=1 peak=20.5B free=5
run outside.csv -- echo 'wps=1 peak=77999 free=0.0041'
run failed.csv -- sh -c 'echo peak=137 GB; exit 3'
