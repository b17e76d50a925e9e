# Lines for people: what all have in common stands below, once; a value without a proposal has a line.
cml-search -m "$MODEL" --fix gpu=h100 --fix gpus=8,16,64 --method exhaustive --min-ok 0.95 -n 2 --format text
cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --cost 'gpus * 2.5' --include-default -n 1 --format text
cml-search -q -m "$MODEL" --fix gpu=h100 --fix gpus=16 -n 1 --format text
cml-search -m "$MODEL" --fix gpu=h100 --fix gpus=8,16 --fix tp=2 --fix micro_batch=8 --min-ok 0.999 -n 1 --format text -o none.txt
echo "exit $?"
ls none.txt 2>&1
