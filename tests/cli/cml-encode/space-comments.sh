# Comments and blank lines are no rows: line numbers, keys and models stay as they are.
printf '# settings of the "old" cluster\nname,role,type,domain\n\ngpus,context,int,8:64:*2\n#tp,param,int,1|2\ntp,param,int,1:8\n"#tag",param,bool\nspeed,metric,max\n# the end' >commented.csv
printf 'name,role,type,domain\ngpus,context,int,8:64:*2\ntp,param,int,1:8\n"#tag",param,bool\nspeed,metric,max\n' >plain.csv
printf 'gpus,tp,#tag,speed\n8,1,0,10\n16,2,1,21\n8,4,1,13\n8,2,0,12\n16,1,0,18\n' >jobs.csv
cml-encode -s commented.csv -o commented.features.csv jobs.csv
cml-encode -s plain.csv -o plain.features.csv jobs.csv
cmp commented.features.csv plain.features.csv && cat plain.features.csv
cml-train -q -s commented.csv -p tree -o commented.model commented.features.csv
cml-train -q -s plain.csv -p tree -o plain.model plain.features.csv
cmp commented.model plain.model
# The row is named by its line in the file, and what to do.
printf 'gpus,tp,#tag,speed\n8,1024,1,10\n' | cml-encode -s commented.csv
printf 'gpus,tp,#tag\n8,1024,1\n' | cml-rank -m commented.model
