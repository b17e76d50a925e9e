# Many arguments, each of them short enough, and too many together.
ulimit -S -s 1024
long=$(printf '%060000d' 0)
{
	echo a,b,c
	echo 1,2,3
	echo "$long,$long,$long"
} >in.csv
cml-submit -a h.csv in.csv -- true {a} {b} {c} 2>&1 | sed 's/have [0-9]* /have N /; s/than [0-9]* /than M /'
ls
