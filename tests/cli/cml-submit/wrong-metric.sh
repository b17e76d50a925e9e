# A --metric that no job prints stops after three jobs; one that has had readings is believed, in this run and in the
# next ones.
printf 'name,role,type,domain\nx,param,int,1:99\nq,metric,max,\n' >space.csv
(echo x; seq 8) >in.csv
run() {
	history=$1
	shift
	cml-submit -s space.csv -a $history -j 1 "$@" 2>&1 | sed "s|$PWD|PWD|g"
	cut -d, -f2,4,7 $history | uniq -c
}
run h.csv --metric Q in.csv -- sh -c 'echo $1 >>log; echo "step: $1 q=$1.5"' sh {x}
wc -l <log
run k.csv --metric q in.csv -- sh -c '[ $1 != 1 ] || echo q=1' sh {x}
printf 'x\n11\n12\n13\n14\n' >more.csv
run k.csv --metric q more.csv -- true
# A wrong command, too; once the command is right, the hint of the summary brings its jobs back.
run f.csv --metric q in.csv -- sh -c 'exit 2'
run f.csv --metric q in.csv -- echo q=1
cml-submit -s space.csv -a f.csv --metric q in.csv -- false 2>&1
cml-submit -s space.csv -a f.csv --metric q --retry-failed in.csv -- echo q=1 2>&1
# Not one whose jobs end in several ways.
run g.csv --metric q in.csv -- sh -c 'exit $(($1 % 3 + 1))' sh {x} | tail -n 1
# Nor one whose jobs that fail only end before the others.
run e.csv --metric q -j 4 in.csv -- sh -c '[ $1 = 1 ] && sleep 0.7 && echo q=1 || exit 2' sh {x} | sed -n '/ok,/p'
# What a run without a history says.
cml-submit -j 1 --metric wps in.csv -- true 2>&1 >/dev/null | sed 's|is in .*|is in DIR|'
