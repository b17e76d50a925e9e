# A --metric that no job prints stops after three jobs; with the right one their outputs are read
# again, and nothing runs twice.
told() { sed "s|$PWD|PWD|g"; }
printf 'name,role,type,domain\nx,param,int,1:99\nq,metric,max,\n' >space.csv
(echo x; seq 8) >in.csv
job='echo $1 >>log; echo "step: $1 q=$1.5"'
run() {
	cml-submit -s space.csv -a h.csv -j 1 "$@" in.csv -- sh -c "$job" sh {x} 2>&1
	echo "exit $?"
}
run --metric Q
wc -l <log
# Another wrong one starts nothing, either.
run --metric R
wc -l <log
run --metric q
cut -d, -f1,2,4,7 h.csv
sort -n log | tr '\n' ' '
# The same options leave them as they are; another metric does not disturb those that are ok.
run --metric q
run --metric step
# One that has had readings is believed, and so is who says so.
cml-submit -s space.csv -a k.csv -j 1 --metric q in.csv -- sh -c '[ $1 != 1 ] || echo q=1' sh {x}
cml-submit -s space.csv -a l.csv -j 1 --metric Q --keep-going in.csv -- echo loss=1 step=2
# What those that ended alone print, and what a run without a history says.
cml-submit -j 1 --metric wps in.csv -- sh -c 'echo "wps_total: 3"; echo "lr=0.1 loss=2 loss: 3"' 2>&1 >/dev/null | sed 's|is in .*|is in DIR|'
cml-submit -j 1 --metric wps in.csv -- true 2>&1 >/dev/null | sed 's|is in .*|is in DIR|'
cml-submit --keep-going in.csv -- true
