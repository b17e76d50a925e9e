# Rows and what they become. In tabs, semicolons, or gzip of several members, the same.
names=gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date
encode() { cml-encode -s "$DATA/manual/space.csv" "$@"; }
rows() { printf '%s\n' $names "$@" | encode | sed 1d; }
head -n 1 "$DATA/manual/jobs.csv" | encode
head -n 8 "$DATA/manual/jobs.csv" >jobs.csv
encode jobs.csv | tee plain.csv
tr , '\t' <jobs.csv >jobs.tsv
encode jobs.tsv | cmp - plain.csv
tr , ';' <jobs.csv | encode -d ';' | cmp - plain.csv
{ head -n 3 jobs.csv | gzip -c; sed 1,3d jobs.csv | gzip -c; } >jobs.bin
encode <jobs.bin | cmp - plain.csv
encode -o out.csv.gz jobs.bin
gzip -dc out.csv.gz | cmp - plain.csv
# A byte order mark, CRLF, a blank line, no line end in the end.
printf '\357\273\277%s\r\n8,a100,1,,2,100,ok,2026-01-01\r\n\r\n8,h100,2,1,3,120.25,ok,2026-01-01' $names | encode | sed 1d
# What is in the cell of a parameter that is not active says nothing.
rows 8,a100,1,1,2,5,ok, 8,a100,1,0,2,5,ok, 8,a100,1,junk,2,5,ok, 8,a100,2,1,2,5,ok,
# Values that are missing, and a word that is told to mean so.
rows NA,,1,,2,5,ok, 8,null,1,,None,5,ok,
printf '%s\n' $names 8,-,1,,2,100,ok, | encode --na -, | sed 1d
printf '%s\n' $names 8,b200,1,,2,100,ok, 8,a100,1,,2,100,ok, 8,a100,1 | encode --bad-rows skip | sed 1d
# A cell of three million bytes that nothing reads.
{ echo "$names,note"; printf '8,a100,1,,2,100,ok,,"'; head -c 3000000 /dev/zero | tr '\0' x; echo '"'; } | encode | sed 1d
