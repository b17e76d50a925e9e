cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
for n in 1 2 3; do
	cml-train -s "$DATA/manual/space.csv" -p forest:trees=20 -j $n -o model$n features.csv
	cml-train -s "$DATA/manual/space.csv" -p tree:min-leaf=1 -j $n -o tree$n features.csv
done
cmp model1 model2 && cmp model1 model3 && cmp tree1 tree2 && cmp tree1 tree3 && echo same
