printf '%s\n' 'name,role,type,encoding' 'host,context,categorical,none' 'gpu,context,categorical,' 'y,metric,max,' >space.csv
printf '%s\n' 'host,gpu,y' 'n1,a100,1' 'n2,h100,2' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -o model
printf 'host,gpu\nn9,h100\n' | cml-rank -q -m model | cut -d, -f1-3,5-
