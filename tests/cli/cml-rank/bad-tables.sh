# Tables of candidates that are refused.
cp "$MODEL" model
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n8,a100,1,,2\n8,a100,1,,20\n' | cml-rank -m model || echo $?
printf 'gpus,gpu\n8,a100\n' | cml-rank -m model || echo $?
