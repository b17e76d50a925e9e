# Metrics without a share; a table in which the base is missing.
printf '%s\n' name,role,type,domain gpus,context,int,0:64 'roof,base,,gpus * 312' wps,metric,max >space.csv
printf '%s\n' 'cml_target,gpus,log2(roof)' 10,1,8.3 -1,2,9.3 >features.csv
cml-train -s space.csv features.csv
printf '%s\n' 'cml_target,gpus,log2(roof)' 10,1,8.3 20,2, >features.csv
cml-train -s space.csv features.csv
