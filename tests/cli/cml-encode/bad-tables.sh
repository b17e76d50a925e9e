# Tables that are refused as a whole, and places where none can be written.
encode() {
	cml-encode -s "$DATA/manual/space.csv" "$@"
	[ $? -eq 1 ] || echo "not 1: $*" >&2
}
head -c 300 /dev/zero | encode
encode .
encode nowhere.csv
encode "$DATA/manual/jobs.csv" >/dev/full
encode -o /dev/full "$DATA/manual/jobs.csv"
encode </dev/null
printf 'gpus,gpu,tp,gpus\n8,a100,1,8\n' | encode
printf 'gpus,gpu,tp,micro_batch,speed\n8,a100,1,2,3\n' | encode
printf 'gpus,gpu,tp,sequence_paralel,micro_batch,speed\n8,a100,1,,2,3\n' | encode
# No metric among the columns, and whole numbers that no double tells apart.
printf 'name,kind\nx,y\n' | cml-encode --infer || echo $?
printf '%s\n' name,role,type a,param,int y,metric,max >space.csv
printf 'a,y\n9007199254740991,1\n9007199254740993,2\n' | cml-encode -s space.csv || echo $?
# No output is left of gzip data that is cut, or is followed by something else.
{ head -n 3 "$DATA/manual/jobs.csv" | gzip -c; echo rubbish; } | encode -o out.csv
gzip -c "$DATA/manual/jobs.csv" | head -c 700 | encode -o out.csv
ls
