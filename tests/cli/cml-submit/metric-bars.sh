# Progress bars of tqdm and Keras stick the number to the name; a number that another rank cut at its next line is none; out of
# memory behind exit 0 in the words of JAX, vLLM and of programs in C.
printf 'x\n1\n' >in.csv
run() {
	cml-submit -q -a history --metric "$1" in.csv -- printf "$2"
	sed 1d history | cut -d, -f2,4,11
	rm -r history history.jobs
}
run it/s ' 50%%| | 1/2 [00:00<?, ?it/s]\r100%%|##| 2/2 [00:10<00:00,  9.87it/s, v_num=0]\n'
run ms/step '2/2 [====] - 12s 123ms/step - loss: 0.1\n'
run qps 'epoch 1 qps=510.2\nepoch 2 qps=51epoch 2 qps=512.9\n1.3\n'
run qps=min '0: qps=510.2\n0: qps=51: qps=512.9\n2.4\n'
run qps=min 'qps=51 1: qps=512.9\n3.1\n'
run qps=min '[0] qps=51(1) qps=512\n3\n'
run qps=min '3: qps=51\n4: qps=52, 5: qps=53 | qps=54\n'
run SamplesPerSec 'RunningAvgSamplesPerSec=12.34\n'
run qps 'RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm\n'
run qps '[CUDA ERROR] at train_gpt2.cu:123: out of memory\n'
run qps 'ValueError: No available memory for the cache blocks.\n'
run qps 'slurm: job 77 ended in state OUT_OF_MEMORY\n'
run qps '77|OUT_OF_ME+|0:0\n'
