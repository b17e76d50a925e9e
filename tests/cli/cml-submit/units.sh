# k, M and the like are powers of a thousand; two units in one job, or a word of unclear size, take
# the value away. A column cml_unit of an older version stays, and is empty in new rows.
cat >job.sh <<'J'
case $1 in
same) printf 'qps: 980 it/s\nqps: 990 it/s\n' ;;
scaled) printf 'qps: 980\nqps: 1.12K\n' ;;
rates) printf 'qps: 980 tokens/s\nqps: 1.1 ktokens/s\n' ;;
mixed) printf 'qps: 980 ms\nqps: 1.1 s\n' ;;
unclear) printf 'qps: 980\nqps: 1.2B\n' ;;
groups) echo 'qps=1 234' ;;
words) echo 'qps=980 in step 3, qps=970 after 4' ;;
esac
J
printf 'how\nsame\nscaled\nrates\nmixed\nunclear\ngroups\nwords\n' |
	cml-submit -a h.csv -j 1 --metric qps=max -- sh job.sh {how}
cut -d, -f1,2,4,9,11 h.csv
sed '1s/$/,cml_unit/; 2s/$/,it\/s/; 3,$d' h.csv >old.csv
printf 'how\nsame\nrates\n' | cml-submit -a old.csv -j 1 --metric qps=max -- sh job.sh {how}
cut -d, -f1,2,4,13 old.csv
