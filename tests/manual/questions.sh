#!/bin/sh
# The pages of docs/questions: they print what stands there, and docs/questions.md names each.
set -u
root=${ROOT:?}
status=0
for page in "$root"/docs/questions/*.md; do
	if ! grep -qF "(questions/${page##*/})" "$root/docs/questions.md"; then
		echo "$page: not in docs/questions.md"
		status=1
	fi
done
# lost.awk on a log of other names, with a job, and a context, without a value of the metric.
work=${WORK:?run this by build/release/reaper}
printf 'size,n,cml_pred\nS,8,20\nL,8,9\n' >"$work/best.csv"
lost() { awk -f "$root/pipelines/csv.awk" -f "$root/pipelines/questions/lost.awk" "$@"; }
# A sheet's line ends, and a comma in quotes.
printf 'id,by,note,size,n,qps,s,end\r\n1,ada,"a, b",S,8,10,3600,done\r\n2,ada,,S,8,,3600,done\r\n3,ken,,L,8,,1800,done\r\n' >"$work/jobs.csv"
lost -v metric=qps -v devices=n -v seconds=s -v status=end -v ok='done' -v contexts=size,n -v who=id,by -v jobs=1 \
	"$work/best.csv" "$work/jobs.csv" | sed 1,2d >"$work/got"
cmp - "$work/got" <<'END' || status=1
S,8         1        10          10         20     8              0             4       8
L,8         0  no job with a value of the metric; failed 4
1 ada: S,8, 10 in 8 device-hours, 4 lost
END
# Of a time less is better.
printf 'size,n,cml_pred\nS,8,4\n' >"$work/best.csv"
printf 'id,by,size,n,step_time,s,end\n1,ada,S,8,10,3600,done\n2,ada,S,8,5,1800,done\n' >"$work/jobs.csv"
lost -v metric=step_time -v devices=n -v seconds=s -v status=end -v ok='done' -v contexts=size,n -v who=id,by -v jobs=1 \
	"$work/best.csv" "$work/jobs.csv" >"$work/got"
cmp - "$work/got" <<'END' || status=1
                step_time, less is better            device-hours
context  jobs  measured  best known  predicted  used  lost to known  to predicted  failed
S,8         2       7.5           5          4    12              4             6       0
1 ada: S,8, 10 in 8 device-hours, 5 lost
END
if lost "$work/best.csv" "$work/jobs.csv" >"$work/got" 2>&1 ||
	[ "$(cat "$work/got")" != "$work/best.csv: no column model" ]; then
	cat "$work/got"
	status=1
fi
sh "$root/tests/manual/examples.sh" "$root"/docs/questions/*.md || status=1
exit $status
