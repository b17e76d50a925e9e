cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -q -n 1000 >all.csv
head -n 50 all.csv >history.csv
cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -q -n 1000 --exclude history.csv >rest.csv
awk -F, 'FNR == 1 { next } seen[$6]++ { again++ } END { print length(seen), again + 0 }' history.csv rest.csv
