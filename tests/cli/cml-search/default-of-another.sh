# A context that nobody fixes is not at a default that only jobs of another model have.
printf '%s\n' name,role,type,domain,encoding,default 'model,context,categorical,a|b,,a' 'layer_bytes,context,int,10|20|40|80,,10' \
	'tp,param,int,1|2|4,,' 'speed,metric,max,,,' >space.csv
awk 'BEGIN { print "model,layer_bytes,tp,speed"
	for (i = 0; i < 60; i++) print (i % 2 ? "a,10" : i % 3 ? "b,40" : "b,80") "," 2 ^ (i % 3) "," 100 + 7 * (i % 3) + 30 * (i % 2) + i % 5 }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=5 -o model
cml-search -m model --fix model=b -n 1 | cut -d, -f1-3
cml-search -m model --fix model=b --exclude jobs.csv -n 1 | cut -d, -f1-3
