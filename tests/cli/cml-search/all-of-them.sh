cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 1000 -o all.csv
sed 1d all.csv | sort -u | wc -l
