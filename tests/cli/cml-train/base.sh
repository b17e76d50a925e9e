# The share of a base is learned; without a space it is not known.
sed "/^dp/i roof,base,,gpus * (312 + 677 * (gpu == 'h100')),,,,,TFLOPS" "$DATA/manual/space.csv" >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" >features.csv
for options in '-s space.csv' ''; do
	cml-train $options -p auto:trees=20 -o model features.csv
	zcat model | grep -a -E '^(target|summary (target|share)_m)'
done
cml-train -s space.csv -p auto:trees=20 -o model features.csv
head -n 1 "$DATA/manual/jobs.csv" >one.csv
grep '^64,h100' "$DATA/manual/jobs.csv" | head -n 1 >>one.csv
cml-rank -m model one.csv | cut -d, -f 1-3,9
