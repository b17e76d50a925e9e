gzip -c "$DATA/manual/jobs.csv" >jobs.gz
printf 'XXXX' | dd of=jobs.gz bs=1 seek=300 conv=notrunc 2>/dev/null
cml-encode -s "$DATA/manual/space.csv" -o out.csv jobs.gz
code=$?
ls
exit $code
