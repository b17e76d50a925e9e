# Months sort with days, and sacct's Unknown is no time: those jobs are on no side.
printf 'name,role,type,domain\ntp,param,int,1:64\ntok_s,metric,max\nStart,time\n' >space.csv
awk 'BEGIN {
	print "tp,tok_s,Start"
	for (i = 1; i <= 24; i++)
		printf "%d,%d,%s\n", i, 100 + i * 7 % 13, i % 8 == 0 ? "Unknown" : i % 3 ? sprintf("2024-%02d-11", i % 12 + 1) : sprintf("2024-%02d", i % 12 + 1)
}' >jobs.csv
cml-eval -s space.csv -p tree --split time:Start --metrics kendall jobs.csv | cut -d, -f1-5
cml-encode -q --infer jobs.csv | grep Start
sed 's/Unknown/never/' jobs.csv >never.csv
cml-eval -s space.csv -p tree --split time:Start --metrics kendall never.csv
