cp "$MODEL" model
head -c 400 model >cut
cml-rank -m cut "$DATA/manual/jobs.csv"
