# What a model believes beside what was measured: the best reading, 4's first, is luck, as its repeats say; 5 is named.
# A configuration that fails as often as it ran is not named any more. The interval of the one that is named is no narrower
# than that of any configuration; what it gains is over the readings of the default, 4, which gains nothing over itself.
printf 'name,role,type,domain,default\nx,param,int,1:8,4\nq,metric,max,,\ncml_status,status,,,\n' >space.csv
printf 'x,q,cml_status\n' >jobs.csv
for row in 1,60.5,ok 2,81,ok 3,92,ok 4,118,ok 4,95,ok 4,94.5,ok 5,104,ok 5,105,ok 5,104.5,ok 6,101,ok 7,,oom 8,70,ok 5,,failed 5,,failed 5,,failed; do
	echo $row >>jobs.csv
done
for kind in gp forest; do
	cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p $kind --seed 1 -o model
	cml-eval --frontier -m model jobs.csv >got
	head -n 1 got
	awk -F, 'NR > 1 { print $4, $5, $6, ($8 != ""), ($9 == "" || ($9 <= $8 && $8 <= $10)), $9 != "", $14 }' got
	awk -F, 'NR > 1 && $4 == "ok" && $3 == $14 { print $8 == $11, $12 <= $9 && $10 <= $13, $15 <= $17 && $16 <= $15, $15 == 0 || ($15 - $11 / 102.5 + 1) ^ 2 < 1e-18 }' got | sort -u
	echo "exit $?"
done
# The columns before are those without a model.
cml-eval --frontier -s space.csv jobs.csv >without
cut -d, -f1-7 got | cmp - without
for wrong in '-s space.csv -m model' '-m model --expected' '-m nowhere' '-m space.csv'; do
	cml-eval --frontier $wrong jobs.csv
	echo "exit $?"
done 2>&1
cml-eval -m model jobs.csv
