# The index that pandas writes is called by its position; no two columns may be called so.
printf ',gpus,tp,tok_s\n0,8,1,10\n1,16,2,21\n2,32,1,30\n' >jobs.csv
cml-encode --infer jobs.csv | cut -d, -f1-4
printf 'column_2,,tp\n8,a100,1\n' | cml-encode --infer
printf 'name,role,\ntp,param,int\n' >space.csv
cml-encode -s space.csv jobs.csv
printf 'cml_target,,a\n1,0,2\n2,1,3\n' | cml-train
