# What sacct -P prints, with settings and a speed joined on: states that have not
# ended, times and speeds that are not known, separators in quotes.
cml-encode --infer --na ',Unknown' -o space.csv "$DATA/sacct.psv"
grep -v ,term, space.csv
cml-encode -s space.csv --na ',Unknown' "$DATA/sacct.psv"
