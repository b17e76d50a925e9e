# A level that the space does not list is refused before anything starts or the history gets a row,
# as a number outside its domain is; an empty domain takes new words.
printf 'name,role,type,domain\ncard,param,categorical,amp40|hop80\ngroup,param,categorical,\nX,metric,max,\n' >space.csv
run() {
	cml-submit -s space.csv -a history.csv -j 1 --metric X=p90 "$@" -- sh -c 'echo $1 >>started; echo X=1' sh {card}
	echo "exit $?"
}
printf 'card,group\nhop80,a\n' >first.csv
run first.csv
cp history.csv before.csv
printf 'card,group\namp40,b\nv9,b\n' >next.csv
run next.csv
run --dry-run next.csv
printf 'card,group\nhop8,b\n' | run
cmp history.csv before.csv && cat started
printf 'card,group\namp40,b\n' | run
cat started
cml-encode -s space.csv history.csv | wc -l
# A row that ran before its level was taken out of the space is none to run: it stays and is read.
sed -i 's/amp40|//' space.csv
run first.csv
cml-submit -q -s space.csv --backend replay=history.csv first.csv | cut -d, -f1-3
