# The log's own column of times goes on: new rows have the start of the job there, for a split by time.
printf 'name,role,type,domain\nx,param,int,1:99\nsubmitted,time,,\nq,metric,max,\n' >space.csv
(echo x,submitted,q; for i in 1 2 3 4 5 6; do echo "$i,2026-01-0$i,$i.5"; done) >jobs.csv
printf 'x\n7\n8\n' | cml-submit -s space.csv -a jobs.csv -j 1 --widen --metric q -- echo q={x}.5
printf 'x,submitted\n9,\n10,2026-01-09\n' | cml-submit -s space.csv -a jobs.csv -j 1 --metric q -- echo q={x}.5
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $1, $2 == $at["cml_started"] ? "started" : $2 }' jobs.csv
cml-eval -s space.csv --split time:submitted -p gbt:trees=5 jobs.csv | cut -d, -f1 | sort | uniq -c | sed 's/^ *//'
