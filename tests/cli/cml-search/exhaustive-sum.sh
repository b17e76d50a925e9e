{ echo name,role,type,domain; i=0; while [ $i -lt 30 ]; do echo "p$i,param,int,1:10"; i=$((i + 1)); done
printf 'total,rule,,p0'; i=1; while [ $i -lt 30 ]; do printf ' + p%d' $i; i=$((i + 1)); done; echo ' == 150'; } >space.csv
cml-search -s space.csv --method exhaustive -n 3
cml-search -s space.csv --method exhaustive --shard 2/8 -n 1
cml-search -s space.csv --check | cut -d , -f 1,2,4
cml-search -s space.csv --method exhaustive
