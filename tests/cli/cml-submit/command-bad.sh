printf 'x\n1\n' >jobs.csv
# refused TABLE: as a backend
refused() {
	cml-submit --backend "command=$1" -a history.csv jobs.csv -- true '{x}'
	echo "exit $?"
}
refused ''
refused none.csv
printf 'command,text\nsubmit,true\n' >columns.csv
refused columns.csv
printf 'name,value\nscheduler,Mine\nsubmit,true\npoll,true\n' >rows.csv
refused rows.csv
printf 'name,value\nscheduler,Mine\nsubmit,true\npoll,true\ncancel,true\nR,RUNS\n' >state.csv
refused state.csv
cml-submit --backend command -a history.csv jobs.csv -- true '{x}'
echo "exit $?"
