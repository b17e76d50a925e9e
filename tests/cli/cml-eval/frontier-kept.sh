# Nothing is believed to be better than the default, 4, by what it measured itself: it is named, gains nothing, and the best
# of the others is told apart, with what it would gain. With one more reading of it another one is named.
printf 'name,role,type,domain,default\nx,param,int,1:8,4\nq,metric,max,,\ncml_status,status,,,\n' >space.csv
printf 'x,q,cml_status\n' >jobs.csv
for row in 1,60.5,ok 2,81,ok 3,92,ok 5,104,ok 6,101,ok 7,,oom 8,70,ok 4,111.5,ok; do
	echo $row >>jobs.csv
done
columns='
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{ named = $at["cml_named"]; other = $at["cml_runner_up"] }
{ print $at["cml_status"], named, $at["cml_best_believed"] == 111.5, $at["cml_gain"] == 0, other, $at["cml_runner_up_gain"] < 0,
	$at["cml_runner_up_gain_lo"] < $at["cml_runner_up_gain"], $at["cml_runner_up_gain"] < $at["cml_runner_up_gain_hi"],
	$at["cml_best_lo"] < 111.5, 111.5 < $at["cml_best_hi"] }'
for kind in gp forest; do
	cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p $kind --seed 1 -o model-$kind
	cml-eval --frontier -m model-$kind jobs.csv | awk -F, "$columns" | tail -n 3
done
echo 4,90,ok >>jobs.csv
cml-eval --frontier -m model-gp jobs.csv | tail -n 1 | cut -d, -f14,18-
# What is small is good; a default that broke a limit is not kept.
printf 'name,role,type,domain,default\nx,param,int,1:8,4\nq,metric,min,,\ngb,limit,float,:78,\n' >small.csv
printf 'x,q,gb\n1,60.5,1\n2,81,1\n3,92,1\n5,88,1\n6,110,1\n4,40,1\n' >jobs.csv
cml-encode -s small.csv jobs.csv | cml-train -q -s small.csv -p gp --seed 1 -o small
cml-eval --frontier -m small jobs.csv | tail -n 1 | awk -F, '{ print $15, ($16 == 0), $19, ($20 < 0), ($21 < $20), ($20 < $22) }'
sed 's/40,1/40,99/' jobs.csv | cml-eval -q --frontier -m small - | tail -n 1 | awk -F, '{ print $15, ($16 < 0), ($19 == "") }'
# Another baseline than the default is nothing to keep.
cml-eval --frontier -m small --baseline 40 jobs.csv | tail -n 1 | awk -F, '{ print $15, ($19 == "") }'
