# A name with a blank is quoted in what to write.
cut -d, -f1,2,4,5,6 "$DATA/limits/jobs.csv" >jobs.csv
sed 's/^peak_gb/peak gb/' "$DATA/limits/space.csv" >space.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -o model
