# 60 of 60 jobs ran: what proposals are expected to fail by is the bound of the space
awk 'BEGIN { print "a,b,mem_gb,speed"; for (i = 0; i < 60; i++) { a = i % 10; b = int(i / 10) * 3
	print a "," b "," 20 + 4 * a + b "," 100 + 10 * a + 3 * b + i % 3 } }' >jobs.csv
printf 'name,role,type,domain\na,param,int,0:9\nb,param,int,0:15\nmem_gb,limit,,:12\nspeed,metric,max,\n' >space.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p auto:trees=20 -o model
cml-search -m model --exclude jobs.csv -n 3 --min-ok 0 | cut -d, -f1,2
# jobs that failed by themselves: as before
sed '$d' jobs.csv | awk -F, -v OFS=, 'NR > 1 && $1 > 7 { $4 = $3 = "" } 1' >failed.csv
cml-encode -s space.csv failed.csv | cml-train -q -s space.csv -p auto:trees=20 -o model
cml-search -m model --exclude failed.csv -n 3 --min-ok 0 2>&1 >proposals.csv | grep fail
