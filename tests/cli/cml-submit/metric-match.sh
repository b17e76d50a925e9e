# Readings of another shape, by an expression.
printf 'x\n1\n' >in.csv
try() {
	cml-submit --metric "$1" in.csv -- sh -c "$2" >rows 2>errors
	sed '1d; s/,[0-9]*$//' rows | cut -d, -f2,4,9-
	sed 's/the jobs is in .*/the jobs is in DIR/' errors
}
try 'loss=last:loss is ([0-9.]+)' 'echo "step 1: loss is 3.5 now; loss is 4.25"'
try 'ms=max:^\[[0-9]+\] ([0-9.]+[a-z]*) \|' 'printf "[1] 12ms | x\n[2] 9 | y\n" >&2'
try 'tps=mean:= ([0-9]+k?)$' 'printf "a = 3\nb = 3k\nc = 4 \n"'
try 'loss=p50:[0-9]+' 'seq 9'
try 'file:f:tps=mean:tps ([0-9]+)' 'echo "tps 3 tps 5" >"$CML_cml_dir/f"'
try 'a=b=first:=([0-9])' 'echo =1 =2'
try 'loss=max:loss (.*)' 'echo loss abc'
try 'loss=max:los=(.*)' 'echo the loss 3'
try 'loss=max:[0-9' true
try 'loss=mox:[0-9]' true
