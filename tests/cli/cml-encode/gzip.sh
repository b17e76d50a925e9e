head -n 3 "$DATA/manual/jobs.csv" | gzip -c >jobs.bin
sed -n 4,5p "$DATA/manual/jobs.csv" | gzip -c >>jobs.bin
cml-encode -s "$DATA/manual/space.csv" <jobs.bin
cml-encode -s "$DATA/manual/space.csv" -o out.csv.gz jobs.bin
gzip -dc out.csv.gz | cmp - out.plain 2>/dev/null || cml-encode -s "$DATA/manual/space.csv" jobs.bin >out.plain
gzip -dc out.csv.gz | cmp - out.plain
