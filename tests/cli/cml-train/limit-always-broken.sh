# No measured job kept the bound: learned like any other limit, and noted.
sed 's/:78/:8/' "$DATA/limits/space.csv" >space.csv
cml-encode -s space.csv "$DATA/limits/jobs.csv" | cml-train -s space.csv -p auto:trees=5 -o model
cml-train --describe model | sed -n '/jobs ran/p;/^limit /p'
cml-encode -s space.csv "$DATA/limits/jobs.csv" | cml-train -s space.csv -p auto:trees=5 --ignore-failures -o model
# A bound that no job comes near.
sed 's/:78/:78000/' "$DATA/limits/space.csv" >far.csv
cml-encode -s far.csv "$DATA/limits/jobs.csv" | cml-train -s far.csv -p auto:trees=5 -o model
