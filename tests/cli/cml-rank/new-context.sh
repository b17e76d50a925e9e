# A context that no job had is answered, as with --fix; a level in other letters, and a setting outside its domain, are mistakes.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -o model
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch 16,b200,2,1,4 256,h100,2,1,4 16,h100,2,1,4 >list.csv
cml-rank -m model list.csv
sed -n '1p; 3p' list.csv | cml-rank -m model --what-if -n 2 | cut -d, -f1-6,11
sed 2s/b200/H100/ list.csv | cml-rank -m model || echo "exit $?"
sed 2s/2,1,4/2,1,99/ list.csv | cml-rank -m model || echo "exit $?"
# What is proposed for one is read back.
cml-search -q -m model --fix gpu=b200 --fix gpus=16 -n 2 >next.csv
cml-rank -q -m model next.csv | wc -l
