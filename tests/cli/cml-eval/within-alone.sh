# No two jobs share a context; all share one; each context has one configuration.
printf 'name,role,type,domain\ngpus,context,int,1:64\nbatch,param,int,1:64\nqps,metric,max,\n' >space.csv
printf 'gpus,batch,qps\n' | tee alone.csv one.csv >same.csv
i=0
while [ $((i += 1)) -le 40 ]; do
	qps=$((i * i % 17 + 1))
	echo "$i,$i,$qps" >>alone.csv
	echo "8,$i,$qps" >>one.csv
	echo "$((i % 4 + 1)),3,$qps" >>same.csv
done
for jobs in alone one same; do
	cml-eval -s space.csv --split random --bootstrap 0 -p auto:trees=10 $jobs.csv | grep -E 'mean.*(kendall|within)'
done
