printf 'x\n1\n' >jobs.csv
# refused BACKEND
refused() {
	out=$(cml-submit --backend "$1" -a history.csv jobs.csv -- true '{x}' 2>&1)
	echo "exit $?: $out"
}
refused command=
refused command=none.csv
printf 'command,text\nsubmit,true\n' >columns.csv
refused command=columns.csv
printf 'name,value\nscheduler,Mine\nsubmit,true\npoll,true\n' >rows.csv
refused command=rows.csv
printf 'name,value\nscheduler,Mine\nsubmit,true\npoll,true\ncancel,true\nR,RUNS\n' >state.csv
refused command=state.csv
refused command
