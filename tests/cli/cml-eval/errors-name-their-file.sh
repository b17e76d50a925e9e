printf 'name,role,type,domain\nid,param,int,0:99\nwps,metric,max,\n' >space.csv
printf 'id,day,wps\n1,2026-01-01,10\n2,2026-01-02,20\n' >one.csv
printf 'id,day,wps\n3,soon,30\n4,2026-01-04,-1\n' >two.csv
cml-eval -s space.csv --split time:day one.csv two.csv
cml-eval -s space.csv --split time:day - one.csv <two.csv
