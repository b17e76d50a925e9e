# 1 and 1.0 of two exports are named; a bar is written in a domain and read back; a log of zero is refused with the space.
printf 'stage,q\n1,5\n2,6\n' >a.csv
printf 'stage,q\n1.0,5\n2.0,6\n' >b.csv
printf 'name,role,type,domain\nstage,param,categorical,\nq,metric,max,\n' >open.csv
cml-encode -s open.csv a.csv b.csv
# Of levels that a space lists they are one, whichever it has; 1.10 is not 1.1.
for domain in '1|2|1.1' '1.0|2.0|1.10'; do
	printf 'name,role,type,domain\nstage,param,ordinal,%s\nq,metric,max,\n' "$domain" >ordinal.csv
	cml-encode -s ordinal.csv a.csv b.csv
	printf 'stage,q\n01,5\n1.1,5\n1.10,7\n' | cml-encode -s ordinal.csv --bad-rows skip
done
awk 'BEGIN {
	print "constraint,mb,q"
	for (i = 0; i < 12; i++) print (i % 3 ? "a100|h100" : "h100") "," 2 ^ (i % 3) "," 100 + i
}' >jobs.csv
cml-encode -q --infer jobs.csv >space.csv
cut -d, -f1-6 space.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model -n 1 --fix 'constraint=a100|h100' | cut -d, -f1,2
printf 'name,role,type,domain,encoding\nwd,param,float,0:0.1,log\nq,metric,max,,\n' >zero.csv
cml-encode -s zero.csv a.csv
printf 'name,role,type,domain,encoding\nwd,param,float,0|0.1,log\nq,metric,max,,\n' >zero.csv
cml-search -s zero.csv -n 1
