cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
# A row twice, one that was run, and one on other hardware.
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch,note 16,h100,2,1,7,a 16,h100,2,1,7.0,b 16,h100,1,1,4,c \
	16,h100,8,0,3,d 32,h100,8,0,3,e >list.csv
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h100,8,0,3\n' >pending.csv
cml-search -m model --candidates list.csv --exclude pending.csv -n 2
cml-search -m model --candidates list.csv --exclude pending.csv --method bayes -n 5
cml-search -s $DATA/manual/space.csv --candidates list.csv -n 5 --seed 2
cml-search -q -s $DATA/manual/space.csv --candidates pending.csv --exclude pending.csv
