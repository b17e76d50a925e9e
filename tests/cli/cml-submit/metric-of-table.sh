# trainers that log to a table: the readings are the cells of a column
readings() { # METRIC FILE TEXT
	rm -rf history.csv history.csv.jobs
	printf "$3" > written
	printf 'x\n1\n' | cml-submit -q -a history.csv --metric "$1" -- sh -c 'cp written "$CML_cml_dir/$1"' sh "$2"
	awk -F, 'NR == 2 { print $4, $2, $9, $11 }' history.csv
}
readings file:metrics.csv:tokens_per_s metrics.csv 'epoch,step,tokens_per_s,loss\n0,10,950.5,2.9\n0,20,1010.5,2.7\n0,30,1012.5,2.6\n'
readings file:metrics.csv:tokens_per_s=median metrics.csv '"step","tokens_per_s"\r\n1,\r\n2,950.5\r\n2,1010.5\r\n'
readings file:log.tsv:val/acc=max log.tsv 'step\tval/acc\tloss\n1\t0.5\t3\n2\t0.75\t2\n3\t0.71\t2\n'
readings file:results.txt:it_s=mean results.txt '  epoch;   it_s\n  0;   10.5\n  1;   11.5\n'
# a job that was continued wrote the header again; its last line is short
readings file:metrics.csv:qps metrics.csv 'step,qps\n1,10\nstep,qps\n2,12\n3'
# what was always read stays: names in a line, in a file that ends in .csv, too
readings file:metrics.csv:qps metrics.csv 'step,1,qps=10.5\nstep,2,qps=12.5\n'
readings file:log.jsonl:qps log.jsonl '{"step": 1, "qps": 10.5}\n'
# no such column; a column without a value; a word in it
readings file:metrics.csv:wps metrics.csv 'step,qps\n1,10\n'
readings file:metrics.csv:qps metrics.csv 'step,qps\n1,\n'
readings file:metrics.csv:qps metrics.csv 'step,qps\n1,10\n2,nan\n'
readings file:metrics.csv:qps metrics.csv 'step,qps\n1,"1,012"\n'
