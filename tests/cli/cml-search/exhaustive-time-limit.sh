printf 'name,role,type,domain\n' >space.csv
i=0; while [ $i -lt 20 ]; do echo "p$i,param,int,0:9"; i=$((i + 1)); done >>space.csv
echo 'y,metric,max,' >>space.csv
cml-search -s space.csv --method random -n 60 --seed 2 | cut -d , -f 1-20 | awk -F , 'NR == 1 { print $0 ",y"; next }
	{ y = 0; for (i = 1; i <= NF; i++) y += $i * i; print $0 "," y }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -p gp -s space.csv -o gp.model
cml-encode -s space.csv jobs.csv | cml-train -p mlp:hidden=4x4,epochs=2 -s space.csv -o mlp.model
cml-encode -s space.csv jobs.csv | cml-train -p gbt -s space.csv -o gbt.model
cml-search -m mlp.model --method exhaustive -n 2
for model in gp gbt; do
	cml-search -m $model.model --method exhaustive -n 2 --time-limit 0.5s 2>err | wc -l
	sed 's/with .* searched/with N % searched/' err
done
cml-search -s space.csv --method exhaustive --time-limit 0.2s 2>err | awk 'END { print NR > 100 }'
sed 's/[0-9][0-9]* configurations/N configurations/' err
cml-search -s space.csv --time-limit 1s
cml-search -s space.csv --method exhaustive --time-limit soon
