cml-eval -s "$DATA/manual/space.csv" --split 'scale:gpus<=' "$DATA/manual/jobs.csv"
