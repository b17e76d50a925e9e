# What is no date, but begins with what comes first, is in the order of its texts, with a note.
for form in '2026年03月%02d日' 'w%d' 'Week %d'; do
	awk -v form="$form" 'BEGIN { print "x,q,date"
		for (i = 0; i < 24; i++) printf "%d,%d," form "\n", 1 + i % 6, 10 + i * 7 % 12, 1 + i }' >log.csv
	printf 'name,role,type,domain\nx,param,int,1:9\nq,metric,max,\ndate,time,,\n' >space.csv
	cml-eval -s space.csv --no-intervals --bootstrap 0 --metrics mape --split time:date log.csv 2>&1 >/dev/null | grep -v failed
done
