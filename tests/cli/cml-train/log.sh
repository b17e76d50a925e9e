cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >table.csv
cml-train -p gbt:trees=8 --log log.tsv -o model table.csv
cat log.tsv
cml-train -p mlp:hidden=4,epochs=2,ensemble=2 --log - -o model2 table.csv | cut -d, -f1,2,4
# The model does not know that it was watched.
cml-train -p gbt:trees=8 -o model3 table.csv
cmp model model3
