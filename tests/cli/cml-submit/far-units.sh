# A unit behind a blank counts as one right behind the number; digits in groups are no guess.
cat >job.sh <<'J'
case $1 in
same) printf 'qps: 980 it/s\nqps: 990 it/s\n' ;;
scaled) printf 'qps: 980\nqps: 1.1 k\n' ;;
groups) echo 'qps=1 234' ;;
words) echo 'qps=980 in step 3, qps=970 after 4' ;;
esac
J
for how in same scaled groups words; do
	printf 'how\n%s\n' $how |
		cml-submit -a $how.csv -j 1 --metric qps=max -- sh job.sh {how}
done
cut -d, -f1,2,4,9,11- ./*.csv | sed -n 's|,[0-9]*,\([^,]*\)$|,\1|p'
