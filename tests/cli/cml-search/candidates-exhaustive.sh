cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p tree -o model
# Many tie under a tree. Parts come in order, with the baseline among them, and rows twice.
all='-q -m model --method exhaustive -n 5 --fix gpus=16 --exclude excluded.csv --include-default'
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h100,1,,4\n' >excluded.csv
for i in 1 2 3 4; do cml-search $all --shard $i/4 -o part-$i.csv; done
(cat part-1.csv && tail -q -n +2 part-2.csv part-1.csv part-3.csv part-4.csv part-2.csv) >parts.csv
cml-search $all --candidates parts.csv
cml-search $all -o whole
cml-search $all --candidates parts.csv -o merged -j 2
cmp whole merged
# Fewer than wanted; and without any.
cml-search -m model --fix gpus=16 --method exhaustive -n 5 --candidates excluded.csv
cml-search -m model --fix gpus=16 --method exhaustive -n 5 --candidates excluded.csv --exclude excluded.csv
