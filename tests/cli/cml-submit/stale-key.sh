# Without a space a key that came with the input is taken as it is; two rows of one input with other
# values may not share it.
run() {
	cml-submit -a h.csv -j 1 "$@" i.csv -- sh -c 'echo $1 >>log' sh {x}
	echo "exit $?"
}
printf 'x,cml_key\n1,aaaaaaaaaaaaaaaa\n1,aaaaaaaaaaaaaaaa\n3,\n' >i.csv
run
run
printf 'x,cml_key\n4,bbbbbbbbbbbbbbbb\n5,bbbbbbbbbbbbbbbb\n' >i.csv
run
printf 'x,cml_key\n4,bbbbbbbbbbbbbbbb\n' >i.csv
run
# Another way to make keys makes all of them new.
printf 'name,role,type,domain\nx,param,int,1:9\n' >space.csv
printf 'x,cml_key\n1,aaaaaaaaaaaaaaaa\n3,\n6,\n' >i.csv
run -s space.csv
run -s space.csv
cat log
