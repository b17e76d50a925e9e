cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
gzip -dc model >plain
printf 'X' | dd of=plain bs=1 seek=3000 conv=notrunc 2>/dev/null
cml-rank -m plain "$DATA/manual/jobs.csv"
