for list in gpus=, gpus=8,,16 gpus=8,8 gpus=8: gpus=:64 gpus=8:64:*1 gpus=8:64:0 gpus=1:5000 gpus=8,abc gpus=8,2.5 gpus=64:8 gpus=8,0 \
	gpus=8,inf gpu=a100,h100 tp=1,3 name=1,2; do
	cml-search -q -m "$MODEL" --fix gpu=h100 --fix "$list" -n 1
	echo "exit $?"
done
cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --fix tp=1,2 -n 1
echo "exit $?"
cml-search -s "$DATA/manual/space.csv" --fix gpu=h100 --fix gpus=16,17 -n 1
echo "exit $?"
cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --check
echo "exit $?"
cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --exclude - -n 1 <"$DATA/manual/jobs.csv"
echo "exit $?"
