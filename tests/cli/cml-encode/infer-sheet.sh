# What spreadsheets and schedulers export: a title above the header, alone or with its commas; numbers
# with commas in a column called most like a metric; settings as words in one column.
sheet() { printf '%s\n' "$@" 'Elapsed,GPUs,tok/s' '01:02:03,8,"1,200"' '01:02:04,8,"1,300"' >log.csv; cml-encode --infer log.csv; }
sheet 'Throughput of 2026,,'
sheet 'Throughput'
cat log.csv | tail -n +2 | cml-encode --infer
printf 'tok/s,Comment\n5,tp=1 pp=2\n6,"--tp=2,--pp=1"\n7,"{""tp"": 4}"\n' >words.csv
cml-encode --expand Comment words.csv
