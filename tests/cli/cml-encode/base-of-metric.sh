# What only a finished job knows is no base; nor are two, or one without a metric.
head='name,role,type,domain
gpus,context,int,0:64'
printf '%s\n' "$head" 'roof,base,,gpus * wps' wps,metric,max >space.csv
cml-encode -s space.csv -
printf '%s\n' "$head" 'roof,base,,gpus' 'peak,base,,2 * gpus' wps,metric,max >space.csv
cml-encode -s space.csv -
printf '%s\n' "$head" 'roof,base,,gpus' >space.csv
cml-encode -s space.csv -
