# A space, a feature table in place of the history: neither gets columns or rows.
printf 'name,role,type,domain\ntp,param,int,1|2|4\nwps,metric,max,\n' >space.csv
printf 'cml_key,cml_status,cml_target,tp\n00000000000000aa,ok,3,1\n' >features.csv
cp space.csv before.csv
for history in space.csv features.csv; do
	for widen in "" --widen; do
		printf 'tp\n1\n' | cml-submit -s space.csv -a $history $widen --metric wps -- echo wps=3 2>&1
		echo "exit $?"
	done
done
cmp space.csv before.csv && wc -l <features.csv
