# A number of GPUs is of those that were allotted; a list stands for itself. Each of two jobs waits
# until the other has begun, in the other place.
export CUDA_VISIBLE_DEVICES='5, GPU-7'
run() {
	printf 'x\n1\n2\n' | cml-submit -a h.csv "$@" -- \
		sh -c 'echo "$CML_SLOT: $CUDA_VISIBLE_DEVICES" >>log; until [ $(wc -l <log) -ge 2 ]; do sleep 0.05; done'
}
run --gpus 2
sort log
run --gpus 3 2>&1 | head -n 1
run --gpus '0 1' 2>&1 | head -n 1
rm -r h.csv* log
run --gpus '0, 3'
sort log
CUDA_VISIBLE_DEVICES='' run --gpus 1 2>&1 | head -n 1
