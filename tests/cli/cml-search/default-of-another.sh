# A context that nobody fixes is not at a default that only jobs of another model have.
printf '%s\n' name,role,type,domain,encoding,default 'model,context,categorical,a|b,,a' 'layer_bytes,context,int,10|20|40|80,,10' \
	'tp,param,int,1|2|4,,' 'speed,metric,max,,,' >space.csv
awk 'BEGIN { print "model,layer_bytes,tp,speed"
	for (i = 0; i < 60; i++) print (i % 2 ? "a,10" : i % 3 ? "b,40" : "b,80") "," 2 ^ (i % 3) "," 100 + 7 * (i % 3) + 30 * (i % 2) + i % 5 }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=5 -o model
cml-search -m model --fix model=b -n 1 | cut -d, -f1-3
cml-search -m model --fix model=b --exclude jobs.csv -n 1 | cut -d, -f1-3
# No job of big ran on 64 devices: what the name alone decides in all jobs stays, nor is a default of another taken.
printf '%s\n' name,role,type,domain,encoding,default 'model,context,categorical,base|big,,base' 'gpus,context,int,16:64:*2,log,64' \
	'layers,context,int,24|60,,24' 'hidden,context,int,2048|6144,,2048' 'gpu,context,categorical,a|h,,a' 'tp,param,int,1|2|4,,' 'speed,metric,max,,,' >space.csv
awk 'BEGIN { print "model,gpus,layers,hidden,gpu,tp,speed"
	for (i = 0; i < 60; i++) print (i % 2 ? "base," 16 * 2 ^ (i % 3) ",24,2048,a," : "big," 16 * 2 ^ (i % 4 / 2) ",60,6144,h,") 2 ^ (i % 3) "," 100 + 7 * (i % 3) + 30 * (i % 2) + i % 5 }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=5 -o model
for fix in model=big layers=60; do
	cml-search -m model --fix $fix --fix gpus=64 --exclude jobs.csv -n 1 2>&1 | grep -v -e log | cut -d, -f1-6
done
cml-search -m model --fix model=big --fix gpu=a -n 1 2>&1
# Of gpus = nodes * per_node one that is at its default leaves one value of the other.
printf '%s\n' name,role,type,domain,encoding,default 'nodes,context,int,1:4:*2,,1' 'gpus,context,int,4:32:*2,,8' 'per_node,context,int,4|8,,8' \
	'tp,param,int,1|2|4,,' 'speed,metric,max,,,' 'product,rule,,nodes * per_node == gpus,,' >space.csv
awk 'BEGIN { print "nodes,gpus,per_node,tp,speed"
	for (i = 0; i < 60; i++) { n = 2 ^ (i % 3); p = 4 + 4 * (i % 2); print n "," n * p "," p "," 2 ^ (i % 5 % 3) "," n * p * 9 + i % 5 } }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gbt:trees=5 -o model
cml-search -m model --fix nodes=2 -n 1 2>&1 | grep -v log | cut -d, -f1-4
# Nor are defaults taken that no job of a history has with what is fixed, by a space alone.
cml-search -s space.csv --fix gpus=16 --exclude jobs.csv -n 1 2>&1 | head -n 1
