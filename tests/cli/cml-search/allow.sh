# values of the log that the next jobs may not have: every method obeys, and the log stays as it is
values() { # the tp and micro_batch of proposals
	awk -F, 'NR > 1 { print $3 "," $5 }' | sort -u | tr '\n' ' ' && echo
}
context='--fix gpus=16 --fix gpu=h100'
for method in auto random evolution reinforce bayes exhaustive; do
	echo "$method"
	cml-search -q -m "$MODEL" $context --method $method --exclude "$DATA/manual/jobs.csv" --allow tp=2,4 --allow micro_batch=2:6:2 -n 40 | values
done
cml-search -q -m "$MODEL" $context --allow 'micro_batch=1|8' --within-log -n 40 | values
# without a model: drawn, listed, counted
cml-search -q -s "$DATA/manual/space.csv" $context --method random --allow tp=8 --allow micro_batch=3 | values
cml-search -q -s "$DATA/manual/space.csv" $context --method exhaustive --allow tp=8 --allow micro_batch=3,5 | values
cml-search -s "$DATA/manual/space.csv" $context --check --allow tp=8 --allow micro_batch=3 | head -n 2
# candidates, and the hand-tuned configuration
cml-search -q -s "$DATA/manual/space.csv" $context --method random -n 20 |
	cml-search -m "$MODEL" $context --candidates - --include-default --allow tp=8 -n 20 | values
# ranges of numbers, texts, a condition
cat > space.csv <<'EOF'
name,role,type,domain,encoding,default,when
lr,param,float,1e-4:1e-1,log,1e-2,
x,param,float,0:1,,.5,
opt,param,categorical,adam|lamb|sgd,,sgd,
beta,param,float,0.9|0.95|0.99,,0.9,opt == 'adam'
EOF
cml-search -q -s space.csv --method random -n 200 --allow lr=1e-5:1e-3 --allow x=0.1,0.7 --allow opt=adam,sgd --allow beta=0.95 |
	awk -F, 'NR > 1 { n++; bad += $1 > 1e-3; x[$2 "," $3 "," $4] = 1 } END { print bad + 0; for (v in x) print v }' | sort
for allow in opt=rmsprop opt=adam,rmsprop beta=0.97 lr=1:2 z=1 opt; do
	cml-search -s space.csv --allow $allow -n 1
done
cml-search -s space.csv --allow x=0.1 --fix x=0.1 -n 1
cml-search -s "$DATA/manual/space.csv" --allow gpus=16 -n 1
