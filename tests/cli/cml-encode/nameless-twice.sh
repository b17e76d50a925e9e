# Each column without a name is called by its position; a name that another column has is refused.
printf ',gpus,,tp,tok_s\n0,8,0,1,10\n1,16,0,2,21\n2,32,1,1,30\n' >jobs.csv
cml-encode --infer jobs.csv | cut -d, -f1-4
printf ',gpus,column_1\n0,8,1\n' | cml-encode --infer
printf 'column_3,gpus,\n0,8,1\n' | cml-encode --infer
printf 'gpus,tp,gpus\n8,1,8\n' | cml-encode --infer
