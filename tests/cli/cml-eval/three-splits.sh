cml-eval -s "$DATA/manual/space.csv" --split key --split time:date:0.6 --split 'scale:gpus<=16' --metrics spearman --bootstrap 0 -p auto:trees=30 "$DATA/manual/jobs.csv"
