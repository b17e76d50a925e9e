for edit in 's/falls/fall/' 's/1:64,,/1:64,onehot,/' 's/,max,0:,,,,,,/,max,0:,,,,,,rises/' 's/int,1:64/categorical,/'; do
	sed "$edit" "$DATA/limits/space.csv" >space.csv
	cml-encode -s space.csv "$DATA/limits/jobs.csv"
done
sed '/^peak_gb,/s/$/rises/' "$DATA/limits/space.csv" >space.csv
cml-encode -s space.csv "$DATA/limits/jobs.csv"
