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
# A key of digits alone, after a spreadsheet.
printf 'x\n1\n1293\n' >i.csv
printf 'name,role,type,domain\nx,param,int,1:4000\nq,metric,max,\n' >space.csv
cml-submit -q -j 1 -s space.csv -a sheet.csv i.csv -- echo q=1
sed -i 's/7465945520901266/7465945520901270/' sheet.csv
cml-submit -s space.csv -a sheet.csv i.csv -- echo q=1
echo "exit $?"
# The same without a metric.
sed -i /metric/d space.csv
cml-submit -s space.csv -a sheet.csv i.csv -- true
echo "exit $?"
# Sheets cut such keys in several ways.
for cell in 7465945520901260 '"7,46595E+15"' '7.47E+15' INF '#NUM!'; do
	sed "s/^1293,\(.*\)74659455209012[0-9]*/1293,\1$cell/; s/746594552090127[0-9]*/$cell/" sheet.csv >cut.csv
	cml-submit -s space.csv -a cut.csv i.csv -- true 2>&1 | cut -c 1-140
done
