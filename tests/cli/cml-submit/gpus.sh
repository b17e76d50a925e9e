# Each place has its GPUs. Both jobs run at once: each waits until the other has begun.
printf 'x\n1\n2\n' | cml-submit -q -a h.csv --gpus 0+1,2+3 -- \
	sh -c 'echo "$CML_SLOT: $CUDA_VISIBLE_DEVICES" >>log; until [ $(wc -l <log) -ge 2 ]; do sleep 0.05; done'
sort log
