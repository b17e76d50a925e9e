# Jobs that are on the front of two metrics: no other is better in one and no worse in the other. Those that
# failed, miss a metric or break a limit are not.
printf '%s\n' name,role,type,domain tp,param,int,1:9 speed,metric,max, hours,metric,min,0: memory,limit,,:80 status,status,, >space.csv
printf '%s\n' tp,speed,hours,memory,status 1,10,5,70,ok 2,12,6,70,ok 3,9,6,70,ok 4,,,,oom 5,20,1,90,ok 6,12,,70,ok 7,12,6,70,ok 8,8,-1,70,ok 9,8,4,70,ok >jobs.csv
cml-eval -q -s space.csv --frontier jobs.csv
