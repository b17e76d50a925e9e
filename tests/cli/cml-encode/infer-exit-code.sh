# Exit codes are the status where no words are; a status in numbers of unknown meaning is no setting.
log() {
	echo "$1,tp,overlap,wps"
	awk -v kind="$2" 'BEGIN { for (i = 1; i <= 24; i++) { bad = i % 6 == 0
		code = kind == "exit" ? (bad ? 1 + 136 * (i % 12 == 0) : 0) : kind == "words" ? (bad ? "FAILED" : "COMPLETED") ",0" : bad ? 2 : 1
		print code "," 2 ^ (i % 3) "," (i % 5 < 2 ? "True" : "False") "," (bad && kind == "exit" ? "" : 100 + i) } }'
}
for column in exit_code state; do
	log $column exit >log.csv
	cml-encode --infer --metric wps log.csv 2>&1 >space.csv | sed 's/state/exit_code/'
	cut -d, -f1-4 space.csv | sed 's/^state/exit_code/'
	cml-encode -s space.csv log.csv | cut -d, -f2 | sort | uniq -c
done | sort | uniq -c
echo "-- proposals have the words of the log, and these give the keys of the log"
cml-search -q -s space.csv --method random -n 3 | cut -d, -f1-3 | tee next.csv
cml-search -q -s space.csv -n 9 --method exhaustive | cut -d, -f1,2 | tail -n 2
(cat next.csv; sed 's/True/1/; s/False/no/' next.csv | tail -n +2) | cut -d, -f1,2 | sed '1s/$/,state,wps/; 2,$s/$/,0,1/' |
	cml-encode -s space.csv | cut -d, -f1 | tail -n +2 | sort | uniq -c | awk '{ print $1 }'
echo "-- 1 and 2 may mean anything"
log state coded | cml-encode --infer --metric wps 2>&1 | grep ^state
echo "-- beside words"
log state,exit_code words | cml-encode --infer --metric wps 2>/dev/null | grep -e ^state -e ^exit
echo "-- a setting"
log optimizer_state_stage coded | cml-encode --infer --metric wps 2>/dev/null | grep ^opt
