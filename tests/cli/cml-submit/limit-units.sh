# A reading with a prefix of its own is in the unit of the limit, by its unit or its name; without one, as printed.
printf 'name,role,type,domain,unit\nx,param,int,1:9\ns,metric,max\na,limit,float,:99000,MB\nb_gb,limit,float,:80\nb_gib,limit,float,:80,\nraw,limit,float,:9e99\n' >space.csv
printf 'x\n1\n' >one.csv
for text in '27.15GB' '40.05GiB(50.2%)' '12.5G' '12800 MiB' 31.0; do
	cml-submit -q -s space.csv --limit a=mem --limit b_gb=mem --limit b_gib=mem --limit raw=mem --metric s=last one.csv -- \
		printf 's=1k mem: %s\n' "$text" | cut -d, -f1-6 | tail -n 1
done
