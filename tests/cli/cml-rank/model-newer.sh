cp "$MODEL" model
gzip -dc model | sed '1s/2$/7/' | gzip -c >newer
cml-rank -m newer "$DATA/manual/jobs.csv"
