# Rows without a time are left out of a split by time, as long as two have one; a cell that is no
# date among dates is named with its row.
printf 'name,role,type,domain\nx,param,int,0:99\nq,metric,max,\n' >space.csv
(echo x,day,q; for i in 1 2 3 4 5 6; do echo "$i,2026-01-0$i,$i.5"; done; printf '7,,7.5\n8,,8.5\n') >jobs.csv
run() { cml-eval -s space.csv --split time:day:0.5 -p gbt:trees=5 --predictions p.csv "$@" >/dev/null && cut -d, -f4 p.csv | tr '\n' ' '; }
run jobs.csv
sed 's/2026-01-03/3 January/' jobs.csv >odd.csv
run odd.csv
(echo x,day,q; printf '1,,1\n2,2026-01-02,2\n3,,3\n') >one.csv
run one.csv
