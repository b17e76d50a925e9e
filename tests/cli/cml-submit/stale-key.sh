# A key that came with the input is held against the cells it has had.
run() {
	cml-submit -a h.csv -j 1 "$@" i.csv -- sh -c 'echo $1 >>log' sh {x}
	echo "exit $?"
}
printf 'x,cml_key\n1,aaaaaaaaaaaaaaaa\n' >i.csv
run
printf 'x,cml_key\n1.0,aaaaaaaaaaaaaaaa\n' >i.csv
run
printf 'x,cml_key\n2,aaaaaaaaaaaaaaaa\n3,\n' >i.csv
run
run --bad-rows skip
printf 'x,cml_key\n4,bbbbbbbbbbbbbbbb\n5,bbbbbbbbbbbbbbbb\n' >i.csv
run
# Another way to make keys makes all of them new, which is told.
printf 'name,role,type,domain\nx,param,int,1:9\n' >space.csv
printf 'x,cml_key\n1,aaaaaaaaaaaaaaaa\n3,\n6,\n' >i.csv
run -s space.csv
run -s space.csv
cat log
