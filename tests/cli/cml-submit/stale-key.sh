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
# Sheets cut keys of digits alone in several ways.
printf 'x\n1\n1293\n' >i.csv
printf 'name,role,type,domain\nx,param,int,1:4000\n' >space.csv
cml-submit -q -j 1 -s space.csv -a sheet.csv i.csv -- true
for cell in '"7,46595E+15"' '7.47E+15' INF '#NUM!'; do
	sed "s/7465945520901266/$cell/" sheet.csv >cut.csv
	cml-submit -s space.csv -a cut.csv i.csv -- true 2>&1 | cut -c 1-140
done
