# More shards than configurations.
printf 'name,role,type,domain\na,param,bool,\n' >space.csv
for i in 1 2 3; do
	cml-search -s space.csv --method exhaustive --shard $i/3
	echo $?
done
