# A term or a roof may be missing, and is where it is undefined; the job counts all the same.
printf '%s\n' name,role,type,domain gpus,context,int,0:64 tp,param,int,1:8 'compute,term,,1 / gpus' 'roof,roof,,gpus * 312' wps,metric,max >space.csv
printf '%s\n' gpus,tp,wps 8,1,10 ,2,20 0,4,30 16,1,40 >jobs.csv
cml-encode -s space.csv jobs.csv
cml-encode -s space.csv --check jobs.csv
