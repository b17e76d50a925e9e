cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
for n in 1 2 3; do
	cml-train -s "$DATA/manual/space.csv" -p mlp:hidden=40,epochs=3,ensemble=3 -j $n -o model$n features.csv
done
cmp model1 model2 && cmp model1 model3 && echo same
