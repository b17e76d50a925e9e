# A context is fixed to what its domain lacks: a number, a level, neither; one in other letters is a slip of the pen.
cp "$MODEL" model
show() { echo "-- $*"; cml-search -m model "$@" --exclude "$DATA/manual/jobs.csv" -n 5 2>&1 | cut -d, -f1-6,13-17; }
show --fix gpus=256 --fix gpu=h100
show --fix gpus=24 --fix gpu=h200
show --fix gpus=256 --fix gpu=h100 --fix tp=1 --fix micro_batch=8 --min-ok 0
show --fix gpus=256 --fix gpu=H100
show --fix gpus=25.5 --fix gpu=h100
show --fix gpus=many --fix gpu=h100
show --fix gpus=256 --fix gpu=h100 --fix tp=3
# Rows with the value are known, too.
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date 256,h100,2,0,5,500000,ok,2026-01-01 >more.csv
cml-search -q -m model --fix gpus=256 --fix gpu=h100 --exclude more.csv -n 500 | grep -c '^256,h100,2,0,5,'
