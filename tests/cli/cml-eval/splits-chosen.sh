# By time as the space has one, by scale as gpus counts devices.
cml-eval -s "$DATA/manual/space.csv" -p auto:trees=10 --bootstrap 0 --metrics kendall "$DATA/manual/jobs.csv"
# A curve that one of them is too small for.
cml-eval -s "$DATA/manual/space.csv" -p auto:trees=10 --bootstrap 0 --metrics kendall --curve 63 "$DATA/manual/jobs.csv" | cut -d, -f1-4
# cml_started where no column is the time, jobs without one are left out; none of a single job.
printf 'name,role,type,domain\nbatch,param,int,1:64\nqps,metric,max,\n' >space.csv
printf 'batch,qps,cml_started\n1,1,2026-01-01T10:00:00Z\n2,2,2026-01-02T10:00:00Z\n3,4,\n4,3,2026-01-03T10:00:00Z\n5,6,2026-01-04T10:00:00Z\n6,5,2026-01-05T10:00:00Z\n7,7,2026-01-06T10:00:00Z\n8,8,2026-01-07T10:00:00Z\n9,8,2026-01-08T10:00:00Z\n' >jobs.csv
i=9
while [ $((i += 1)) -le 30 ]; do
	echo "$i,$((i * i % 19)),2026-02-$((i + 1 < 29 ? i + 1 : 28))"
done >>jobs.csv
cml-eval -s space.csv -p auto:trees=10 --bootstrap 0 --metrics kendall,kendall-within jobs.csv
