# Each place has its GPUs.
printf 'x\n1\n2\n' | cml-submit -q -a h.csv --gpus 0+1,2+3 -- \
	sh -c 'echo "$CML_SLOT: $CUDA_VISIBLE_DEVICES" >>log; sleep 0.2'
sort log
