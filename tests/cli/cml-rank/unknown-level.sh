cp "$MODEL" model
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n8,b200,1,,2\n' >new.csv
cml-rank -m model --unknown zero new.csv
cml-rank -m model new.csv
