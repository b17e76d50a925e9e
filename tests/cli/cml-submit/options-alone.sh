# Options that say nothing without another one, or beside it.
printf 'name,role,type,domain\nx,param,int,1:9\nspeed,metric,max,\n' >space.csv
printf 'x\n1\n' >in.csv
printf 'x,speed\n1,10\n' >measured.csv
try() {
	cml-submit "$@" 2>&1 >out | head -n 1
	[ ! -s out ] || echo "$* wrote rows"
}
try --warmup 3 in.csv -- true
try --warmup 3 --metric none in.csv -- true
try --retry-failed in.csv -- true
try --widen in.csv -- true
try --oom-pattern '' in.csv -- true
try -s space.csv --backend replay=measured.csv in.csv -- true
try --run-job d -q
try --run-job d in.csv
try --run-job d -- true
try -j 2 --run-job=d
try --run-job d
try --run-job=d
ls
