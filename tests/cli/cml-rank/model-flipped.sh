cp "$MODEL" model
gzip -dc model >plain
printf 'X' | dd of=plain bs=1 seek=3000 conv=notrunc 2>/dev/null
cml-rank -m plain "$DATA/manual/jobs.csv"
