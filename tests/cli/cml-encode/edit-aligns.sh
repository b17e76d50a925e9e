# What the editor leaves as it is comes back aligned, with its comments.
export EDITOR=true
cat >space.csv <<'END'
# of the cluster
name,role,type,domain,encoding,default,when,unit,doc
gpus,context,int,8:64:*2,,8,,,"devices, all of them"

tp,param,int,1|2|4|8,,1,,,
"#tag",param,categorical,"a ""b""|c"
long,param,int,1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20,,1,,,far out
# the end of it
fits,rule,,"min(gpus, 64) % tp == 0",,,,,
speed,metric,max
END
cml-encode --edit -s space.csv
cat space.csv
cp space.csv once.csv
cml-encode --edit -s space.csv
cmp once.csv space.csv
printf 'name\trole\ttype\ntp\tparam\tint\nspeed\tmetric\tmax\n' >space.tsv
cml-encode --edit -s space.tsv
cat space.tsv
cml-encode --edit -s space.csv jobs.csv
