# Of the default metrics, those of the chance that a job runs; they count failed jobs, too.
cml-eval -s "$DATA/manual/space.csv" --split random --split key --split 'scale:gpus<=16' --split time:date --bootstrap 100 -p auto:trees=30 "$DATA/manual/jobs.csv" | grep -E 'mean.*(kendall|ok-|wasted)'
