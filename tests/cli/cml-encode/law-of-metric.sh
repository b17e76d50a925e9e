# What only a finished job knows is no term and no roof; nor are there two roofs, or laws of what is not measured.
head='name,role,type,domain
gpus,context,int,0:64'
try() {
	printf '%s\n' "$head" "$@" >space.csv
	cml-encode -s space.csv -
}
try 'roof,roof,,gpus * wps' wps,metric,max
try 'compute,term,,1 / wps' wps,metric,max
try 'roof,roof,,gpus' 'peak,roof,,2 * gpus' wps,metric,max
try 'roof,roof,,gpus'
try 'compute,term,,1 / gpus'
try 'states,term,memory_gb,gpus' wps,metric,max
try 'states,term,wps,gpus' wps,metric,max
