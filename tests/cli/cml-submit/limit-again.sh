# Another --limit reads the output of finished jobs again, whatever became of them: their rows get the new
# values, none runs again, and the table as it was is kept. What has no such reading stays as it is.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:9
qps,metric,max,0:
peak_gb,limit,float,:78
END
cat >job.sh <<'END'
echo "$1" >>log
[ "$1" = 4 ] || printf 'mem=%d0\nmem=5\npeak_gb=1%d\n' "$1" "$1"
[ "$1" != 3 ] || { echo 'CUDA out of memory' >&2; exit 1; }
echo "qps=$1"
END
run() {
	cml-submit -s space.csv -j 1 -a h.csv --metric qps "$@" in.csv -- sh job.sh {x}
	echo "exit $?"
	cut -d, -f1-3,5 h.csv
}
printf 'x\n1\n2\n3\n4\n' >in.csv
run
printf '"9",1,7,,,,,,,,,,\n\n' >>h.csv
cp h.csv before.csv
run --limit peak_gb=mem
cmp before.csv h.csv.before-1
grep '"9"' h.csv
run --limit peak_gb=mem
run --limit peak_gb=mem=last
rm -r h.csv.jobs/*.1/stdout
run --limit peak_gb=mem=min
sort log | tr '\n' ' '
ls h.csv*
# A limit that the space gets later is read for the jobs before it.
grep -v peak_gb space.csv >without.csv
printf 'x\n1\n2\n' | cml-submit -q -s without.csv -j 1 -a w.csv --metric qps -- sh job.sh {x}
printf 'x\n2\n3\n' | cml-submit -s space.csv -j 1 -a w.csv --metric qps --widen -- sh job.sh {x}
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "peak_gb") c = i } { print $1, $2, $c }' w.csv
