# The default is one of those that are repeated, by its own readings: read once it is what is least known of the gain over it;
# often read it is not. What it may be off by goes down with its readings alone.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\nq,metric,max,\n' >space.csv
awk 'BEGIN { srand(5); print "x,q,cml_status"; for (x = 1; x <= 20; x++) printf "%d,%.4f,ok\n", x, 100 - (x - 12) ^ 2 / 4 + 2 * rand() }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-search -m model --exclude jobs.csv --replicate 3 --digits full >once
cut -d, -f1 once | paste -sd' ' -
awk 'BEGIN { srand(6); print "x,q"; for (i = 1; i < 25; i++) printf "10,%.4f\n", 99 + 2 * rand() }' >more.csv
cml-search -m model --exclude jobs.csv --exclude more.csv --replicate 3 | cut -d, -f1 | paste -sd' ' -
cml-search -m model --exclude jobs.csv --exclude more.csv --replicate 20 --digits full >often
awk -F, '$1 == 10 { half[FILENAME] = ($6 - $5) / 2; runs[FILENAME] = $8 } END { print runs["once"], runs["often"], half["once"] / half["often"] }' once often
# One that only failed, or without a value of its own, is none.
sed 's/^10,.*/10,,oom/' jobs.csv | cml-search -m model --exclude - --replicate 20 | cut -d, -f1 | grep -c '^10$'
# What a job of it is expected to gain: it may turn out to be the best.
printf 'x\n10\n' >default.csv
awk -F, -v OFS=, '$1 == 10 { $2 = 104 } { print }' jobs.csv >lucky.csv
for history in jobs lucky; do cml-search -m model --exclude $history.csv --expected-gain default.csv | tail -n 1 | awk -F, '{ print $2, ($3 > 0) }'; done
