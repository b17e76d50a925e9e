echo precious >out.csv
printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' '8,a100,1,,2,oops,ok,' | cml-encode -s "$DATA/manual/space.csv" -o out.csv
code=$?
ls
cat out.csv
exit $code
