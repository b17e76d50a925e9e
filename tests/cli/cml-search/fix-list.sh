# A list of values: the rows of each are those of a search for it alone, notes say of which they are.
cml-search -m "$MODEL" --fix gpu=h100 --fix gpus=8,16,64 --exclude "$DATA/manual/jobs.csv" -n 2 | tee all.csv
for gpus in 8 16 64; do
	cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=$gpus --exclude "$DATA/manual/jobs.csv" -n 2 | sed "$([ $gpus = 8 ] || echo 1d)"
done | cmp - all.csv
echo "as domains have them, and without a model"
cml-search -q -m "$MODEL" --fix gpu=h100 --fix 'gpus=8:64:*2' --exclude "$DATA/manual/jobs.csv" -n 2 --min-ok 0.5 -o powers.csv
cml-search -q -m "$MODEL" --fix gpu=h100 --fix 'gpus=8|16|32|64' --exclude "$DATA/manual/jobs.csv" -n 2 --min-ok 0.5 | cmp - powers.csv
cml-search -q -s "$DATA/manual/space.csv" --fix gpu=h100 --fix gpus=8:16:8 --method exhaustive -n 2
cml-search -q -s "$DATA/manual/space.csv" --fix gpu=h100 --fix tp=1,2 -n 1
