# Memory that was not measured (-1) is not learned; a few jobs that ran above the bound are named.
printf 'name,role,type,domain\nmb,param,int,1:16\ntp,param,int,1:4\nq,metric,max,\npeak_gb,limit,,:80\nstatus,status,,\n' >space.csv
awk 'BEGIN { print "mb,tp,q,peak_gb,status"; for (i = 0; i < 60; i++) { mb = 1 + i * 7 % 16; tp = 1 + i % 4; p = 10 + 5 * mb / tp
	state = p > 80 ? "oom" : "ok"; p = i == 9 ? 95 : i % 13 == 5 ? -1 : p
	print mb "," tp "," (state == "ok" ? 100 * mb / (1 + tp / 10) : "") "," p "," state } }' >log.csv
cml-encode -s space.csv log.csv | cml-train -s space.csv -o model
cml-train --describe model | grep "limit peak_gb"
