cml-search -s "$DATA/manual/space.csv" --method exhaustive --fix gpus=16 -n 4
cml-search -s "$DATA/manual/space.csv" --method exhaustive --fix gpus=16 >all.csv
wc -l <all.csv
# Shards are the whole, cut.
for i in 1 2 3; do
	cml-search -s "$DATA/manual/space.csv" --method exhaustive --fix gpus=16 --shard $i/3 >part.csv
	wc -l <part.csv
	tail -n +2 part.csv >>parts.csv
done
tail -n +2 all.csv | cmp - parts.csv
# What is excluded is left out.
head -n 12 all.csv | cut -d, -f1-5 >done.csv
cml-search -s "$DATA/manual/space.csv" --method exhaustive --fix gpus=16 --exclude done.csv | wc -l
