# A level that is short for one of the log or misspelt, and numbers of another size altogether: told, and answered.
awk 'BEGIN { print "model,gpu,gpus,seq,mbs,wps"
	for (i = 0; i < 60; i++) { m = i % 3; g = 8 * 2 ^ (i % 4); b = 2 ^ (i % 5)
		printf "%s,%s,%d,%d,%d,%d\n", m == 0 ? "llama-13b" : m == 1 ? "llama-7b" : "mistral-7b", i % 2 ? "H100-80GB" : "A100-80GB",
			g, 2048 * (1 + i % 2), b, g * 1000 / (1 + m) * (1 + b / 20) + i } }' >log.csv
printf '%s\n' name,role,type,domain,encoding,default 'model,context,categorical,llama-13b|llama-7b|mistral-7b,,llama-7b' \
	'gpu,context,categorical,A100-80GB|H100-80GB,,A100-80GB' 'gpus,context,int,8:64:*2,log,8' seq,context,int,1024:100000000,,2048 \
	'mbs,param,int,1:16:*2,,' wps,metric,max,,, >space.csv
cml-encode -s space.csv log.csv | cml-train -q -s space.csv -p gbt:trees=20,ensemble=2 -o model
show() { echo "-- $*"; cml-search -m model "$@" -n 1 2>&1 >/dev/null | grep -e 'did you mean' -e typo; }
show --fix model=13b
show --fix gpu=H100 --fix model=Llama7B
show --fix model=mistrall-7b
show --fix gpus=3200000
show --fix seq=90000000
# What its intervals are: none. New levels and larger numbers that are no slip say nothing.
cml-search -q -m model --fix gpus=3200000 -n 1 | cut -d, -f3,9,10
show --fix model=llama-70b
show --fix gpu=B200-180GB
show --fix gpu=A100-40GB
show --fix gpus=4096
show --fix seq=1000000 || true
# A name without a size, where laws read it: nothing is known of it.
sed '/^mbs/a\size,derived,,size(model),,' space.csv >sized.csv
cml-encode -q -s sized.csv log.csv | cml-train -q -s sized.csv -p gbt:trees=20,ensemble=2 -o model
for model in llama-large llama-70b llama; do
	echo "-- $model"
	cml-search -m model --fix model=$model -n 1 2>&1 >/dev/null | grep 'no size' || :
done
# A context where its `when` is false needs no value, and takes none.
printf '%s\n' name,role,type,domain,default,when 'model,context,categorical,image|video,image,' 'frames,context,int,1:99,,model == '"'video'" \
	'mbs,param,int,1|2|4,,' >space.csv
for fix in mbs=2 frames=17; do
	cml-search -q -s space.csv --fix $fix -n 1 2>&1
	cml-search -q -s space.csv --fix model=video --fix $fix -n 1 2>&1
done
