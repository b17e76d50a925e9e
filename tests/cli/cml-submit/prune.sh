# While no cml-submit of a history runs, the directory of a job may go once its row is there, and
# the whole folder when all have theirs.
printf 'x\n1\n2\n3\n' >in.csv
submit() { cml-submit -a h.csv -j 1 --metric v "$@" in.csv -- sh -c 'test "$1" = 2 && test "$CML_cml_attempt" = 1 || echo "v=$1"' sh {x}; }
submit
sh -c 'for record in h.csv.jobs/*.*/record; do
	name=${record%/record} name=${name##*/}
	awk -F, -v key="${name%.*}" "NR == 1 { for (i = 1; i <= NF; i++) column[\$i] = i; next }
		\$column[\"cml_key\"] == key && \$column[\"cml_status\"] == \"ok\" { found = 1 }
		END { exit !found }" h.csv && rm -r "h.csv.jobs/$name"
done'
ls -d h.csv.jobs/*.* | wc -l
submit
rm -r h.csv.jobs
submit
submit --retry-failed
ls h.csv.jobs | sed 's/^[0-9a-f]*\././'
cut -d, -f1,2,4,7 h.csv
