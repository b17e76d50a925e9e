# A base needs a value above 0 in every row.
printf '%s\n' name,role,type,domain gpus,context,int,0:64 tp,param,int,1:8 'roof,base,,gpus * 312' wps,metric,max >space.csv
printf '%s\n' gpus,tp,wps 8,1,10 ,2,20 0,4,30 16,1,40 >jobs.csv
cml-encode -s space.csv jobs.csv
cml-encode -s space.csv --bad-rows skip jobs.csv
sed -i 3d jobs.csv
cml-encode -s space.csv jobs.csv
