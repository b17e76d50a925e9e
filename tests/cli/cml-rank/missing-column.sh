cp "$MODEL" model
printf 'gpus,gpu\n8,a100\n' | cml-rank -m model
