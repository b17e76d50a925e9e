# Values in another unit than those before are no results: in one run, in a later one, and where
# another tool appended the first one. A history of before, without the column, is none the worse.
cat >job.sh <<'J'
case $1 in
1 | 3) echo "qps: 98$1" ;;
2) echo 'qps: 1.1k' ;;
4) echo 'qps: 1.2 k' ;;
5) >started; until grep -q ^6, shared.csv; do sleep 0.02; done; echo 'qps: 985' ;;
6) echo 'qps: 1.6 ktokens/s' ;;
esac
J
run() { # HISTORY X...
	history=$1
	shift
	{
		echo x
		printf '%s\n' "$@"
	} | cml-submit -a "$history" -j 2 --metric qps -- sh job.sh {x}
}
show() {
	cut -d, -f1,2,4,11,13 "$1"
}
run h.csv 1
run h.csv 2 3
run h.csv 4 1
show h.csv | sort
sed '1s/,cml_unit$//; 2,$d' h.csv >old.csv
run old.csv 2
run old.csv 1
run old.csv 1 4
cut -d, -f1,2,4,11 old.csv
run shared.csv 5 2>&1 &
until [ -e started ]; do sleep 0.02; done
run shared.csv 6 2>/dev/null
wait
show shared.csv
