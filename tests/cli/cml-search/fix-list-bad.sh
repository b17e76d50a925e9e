# refused OPTION...: by exit code 2
refused() {
	cml-search "$@" -n 1
	[ $? -eq 2 ] || echo "not 2: $*"
}
for list in gpus=, gpus=8,,16 gpus=8,8 gpus=8: gpus=:64 gpus=8:64:*1 gpus=8:64:0 gpus=1:5000 gpus=8,abc gpus=8,2.5 gpus=64:8 gpus=8,0 \
	gpus=8,inf gpu=a100,h100 tp=1,3 name=1,2; do
	refused -q -m "$MODEL" --fix gpu=h100 --fix "$list"
done
refused -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --fix tp=1,2
refused -s "$DATA/manual/space.csv" --fix gpu=h100 --fix gpus=16,17
refused -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --check
refused -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --exclude - <"$DATA/manual/jobs.csv"
# A comma of thousands is none of a list, where the domain has the whole and not the parts.
sed 's/^gpus,context,int,[^,]*/gpus,context,int,8:16384:*2/' "$DATA/manual/space.csv" >large.csv
cml-encode -q -s large.csv "$DATA/manual/jobs.csv" | cml-train -q -s large.csv -p auto:trees=20 -o large
for list in 1,024 16,384; do
	refused -q -m large --fix gpu=h100 --fix gpus=$list
done
cml-search -q -m large --fix gpu=h100 --fix gpus=16,128 -n 1 | cut -d, -f1
