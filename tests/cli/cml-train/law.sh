# The share of a law is learned; without a space its terms are columns like others.
(cat "$DATA/manual/space.csv" && echo 'compute,term,,1 / (gpus * peak(gpu))' && echo 'launches,term,,1 / (dp * micro_batch)' && echo 'roof,roof,,gpus * peak(gpu) * 20') >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" >features.csv
for options in '-s space.csv' ''; do
	cml-train $options -p auto:trees=20 -o model features.csv
	zcat model | grep -a -E '^(target|shares|summary target_m)'
done
cml-train -s space.csv -p auto:trees=20 -o model features.csv
cml-train --describe model | grep -A 3 '^law'
head -n 1 "$DATA/manual/jobs.csv" >one.csv
grep '^64,h100' "$DATA/manual/jobs.csv" | head -n 1 >>one.csv
cml-rank -m model one.csv | cut -d, -f 1-3,9
