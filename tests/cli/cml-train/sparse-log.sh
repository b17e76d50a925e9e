# A log in which every job failed: nothing to learn, nothing written.
printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' '8,a100,1,,2,,oom,' '8,a100,1,,3,,TIMEOUT,' |
	cml-encode -s "$DATA/manual/space.csv" | cml-train -s "$DATA/manual/space.csv" -o model
code=$?
ls
exit $code
