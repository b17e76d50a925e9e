cp "$MODEL" model
gzip -dc model | sed '1s/4/1/' | gzip -c >older
cml-rank -m older "$DATA/manual/jobs.csv"
