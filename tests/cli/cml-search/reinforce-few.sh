sed 's/^speed,metric,max/speed,metric,min/' $DATA/manual/space.csv >space.csv
cml-encode -s space.csv $DATA/manual/jobs.csv | cml-train -q -s space.csv -p auto:trees=20,gp-rows=0 -o model
cml-search -m model --method reinforce:trials=1,batch=5 --samples 12 -n 12 --fix micro_batch=3 --exclude $DATA/manual/jobs.csv
